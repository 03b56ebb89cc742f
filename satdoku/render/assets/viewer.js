"use strict";
(() => {
  const at = (id) => document.getElementById(id);
  const steps = [...document.querySelectorAll(".step")];
  const slider = at("slider");
  const links = [];
  const WHOLE = 3;
  let now = 0;
  let strength = WHOLE; // of what is shown of this step: 1 its kind, 2 its pattern
  let spare = {}; // the texts of the languages that are not shown
  let hints = [];

  document.body.classList.add("js");
  at("controls").hidden = at("list").hidden = false;
  at("strength").value = WHOLE; // a browser may have kept another
  for (const [number, step] of steps.entries()) {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = `#step=${number + 1}`;
    item.append(link);
    at("list").firstElementChild.append(item);
    links.push(link);
  }
  entitle();

  function entitle() {
    for (const [number, step] of steps.entries()) links[number].innerHTML = step.querySelector("h2").innerHTML;
  }

  // The groups of a picture that the step alone has: below the board, and above it.
  const seen = (step) => [...step.querySelectorAll("svg > g:not([font-size])")];

  // Show as much of the step as is wanted, and keep the rest of it aside.
  let aside = null;
  function reveal(wanted) {
    if (aside) {
      for (const [number, group] of seen(aside.step).entries()) group.innerHTML = aside.groups[number];
      aside.step.querySelector(".hint").remove();
      aside.step.classList.remove("hinted");
      aside = null;
    }
    const hint = hints[now - 1];
    strength = hint ? wanted : WHOLE;
    at("more").disabled = strength === WHOLE;
    if (strength === WHOLE) return;
    const step = steps[now - 1];
    const groups = seen(step);
    aside = { step, groups: groups.map((group) => group.innerHTML) };
    for (const [number, group] of groups.entries()) group.innerHTML = strength === 1 ? "" : hint.seen[number];
    const said = document.createElement("p");
    said.className = "hint why";
    said.textContent = hint[document.documentElement.lang][strength - 1];
    step.querySelector(".text").append(said);
    step.classList.add("hinted");
  }

  function say() {
    const box = steps[now - 1];
    const said = box.querySelectorAll(strength === WHOLE ? "h2, .summary, .text > .why" : ".hint");
    at("spoken").textContent = [...said].map((e) => e.textContent).join(". ");
  }

  function more(wanted) {
    if (wanted > WHOLE) return;
    reveal(wanted);
    say();
  }

  function from(wanted) {
    at("strength").value = wanted;
    document.body.classList.toggle("hints", wanted < WHOLE);
    more(wanted);
  }

  function show(number, spoken = true) {
    number = Math.min(Math.max(number, 1), steps.length);
    if (now) {
      steps[now - 1].classList.remove("now");
      links[now - 1].removeAttribute("aria-current");
    }
    now = number;
    steps[now - 1].classList.add("now");
    links[now - 1].setAttribute("aria-current", "step");
    slider.value = now;
    at("place").textContent = `${now} / ${steps.length}`;
    at("first").disabled = at("previous").disabled = now === 1;
    at("next").disabled = at("last").disabled = now === steps.length;
    reveal(Number(at("strength").value));
    if (spoken) say();
    const place = `#step=${now}`;
    if (location.hash !== place) history.replaceState(null, "", place);
  }

  function follow() {
    const found = /^#step=(\d+)$/.exec(location.hash);
    show(found ? Number(found[1]) : now || 1, false);
  }

  async function unpack() {
    const bytes = Uint8Array.from(atob(at("packed").textContent), (c) => c.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    const packed = JSON.parse(await new Response(stream).text());
    ({ hints, others: spare } = packed);
    const long = document.querySelectorAll(".step details .why");
    for (const [number, text] of packed.long.entries()) long[number].textContent = text;
    reveal(Number(at("strength").value));
  }

  async function turn(lang) {
    await unpacked;
    const to = spare[lang];
    if (!to) return;
    reveal(WHOLE);
    const old = { words: {}, texts: [] };
    const names = ["first", "previous", "next", "last"];
    for (const [number, step] of steps.entries()) {
      const box = step.querySelector(".text");
      const mark = box.querySelector(".number");
      mark.remove();
      old.texts.push(box.innerHTML);
      box.innerHTML = to.texts[number];
      box.prepend(mark);
    }
    entitle();
    for (const name of names) {
      old.words[name] = at(name).title;
      at(name).title = to.words[name];
      at(name).setAttribute("aria-label", to.words[name]);
    }
    for (const name of ["keys", "show", "more"]) {
      old.words[name] = at(name).textContent;
      at(name).textContent = to.words[name];
    }
    for (const [number, name] of ["kind", "pattern", "whole"].entries()) {
      old.words[name] = at("strength")[number].text;
      at("strength")[number].text = to.words[name];
    }
    for (const [name, one] of [["step", slider], ["steps", at("list")], ["language", at("language")]]) {
      old.words[name] = one.getAttribute("aria-label");
      one.setAttribute("aria-label", to.words[name]);
    }
    const rules = document.querySelector(".rules");
    if (rules) [old.rules, rules.innerHTML] = [rules.innerHTML, to.rules];
    delete spare[lang];
    spare[document.documentElement.lang] = old;
    document.documentElement.lang = at("language").value = lang;
    show(now);
  }

  slider.addEventListener("input", () => show(Number(slider.value)));
  at("strength").addEventListener("change", () => from(Number(at("strength").value)));
  at("more").addEventListener("click", () => more(strength + 1));
  at("first").addEventListener("click", () => show(1));
  at("previous").addEventListener("click", () => show(now - 1));
  at("next").addEventListener("click", () => show(now + 1));
  at("last").addEventListener("click", () => show(steps.length));
  at("language").value = document.documentElement.lang; // a browser may have kept another
  at("language").addEventListener("change", () => turn(at("language").value));
  window.addEventListener("hashchange", follow);
  window.addEventListener("beforeprint", () => {
    reveal(WHOLE);
    for (const long of document.querySelectorAll(".step details")) long.open = true;
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target === slider || event.target.localName === "select") return;
    const act = {
      ArrowLeft: () => show(now - 1),
      ArrowRight: () => show(now + 1),
      Home: () => show(1),
      End: () => show(steps.length),
      1: () => from(1),
      2: () => from(2),
      3: () => from(WHOLE),
      h: () => more(strength + 1),
      l: () => turn(at("language")[(at("language").selectedIndex + 1) % at("language").length].value),
    }[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (act) {
      event.preventDefault();
      act();
    }
  });
  const unpacked = unpack();
  follow();
})();
