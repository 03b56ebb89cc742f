"use strict";
(() => {
  const at = (id) => document.getElementById(id);
  const steps = [...document.querySelectorAll(".step")];
  const slider = at("slider");
  const links = [];
  let now = 0;
  let spare = null;

  document.body.classList.add("js");
  at("controls").hidden = at("list").hidden = false;
  for (const [number, step] of steps.entries()) {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = `#step=${number + 1}`;
    link.textContent = step.querySelector("h2").textContent;
    item.append(link);
    at("list").firstElementChild.append(item);
    links.push(link);
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
    if (spoken) {
      const said = steps[now - 1].querySelectorAll("h2, .summary, .text > .why");
      at("spoken").textContent = [...said].map((e) => e.textContent).join(". ");
    }
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
    spare = JSON.parse(await new Response(stream).text());
    const long = document.querySelectorAll(".step details .why");
    for (const [number, text] of spare.long.entries()) long[number].textContent = text;
  }

  async function turn() {
    await unpacked;
    const to = spare;
    const from = { lang: document.documentElement.lang, words: {}, texts: [] };
    const names = ["first", "previous", "next", "last"];
    for (const [number, step] of steps.entries()) {
      const box = step.querySelector(".text");
      const mark = box.querySelector(".number");
      mark.remove();
      from.texts.push(box.innerHTML);
      box.innerHTML = to.texts[number];
      box.prepend(mark);
      links[number].textContent = box.querySelector("h2").textContent;
    }
    for (const name of names) {
      from.words[name] = at(name).title;
      at(name).title = to.words[name];
      at(name).setAttribute("aria-label", to.words[name]);
    }
    for (const name of ["language", "keys"]) {
      from.words[name] = at(name).textContent;
      at(name).textContent = to.words[name];
    }
    from.words.step = slider.getAttribute("aria-label");
    slider.setAttribute("aria-label", to.words.step);
    from.words.steps = at("list").getAttribute("aria-label");
    at("list").setAttribute("aria-label", to.words.steps);
    const rules = document.querySelector(".rules");
    if (rules) [from.rules, rules.innerHTML] = [rules.innerHTML, to.rules];
    document.documentElement.lang = to.lang;
    spare = from;
    show(now);
  }

  slider.addEventListener("input", () => show(Number(slider.value)));
  at("first").addEventListener("click", () => show(1));
  at("previous").addEventListener("click", () => show(now - 1));
  at("next").addEventListener("click", () => show(now + 1));
  at("last").addEventListener("click", () => show(steps.length));
  at("language").addEventListener("click", turn);
  window.addEventListener("hashchange", follow);
  window.addEventListener("beforeprint", () => {
    for (const long of document.querySelectorAll(".step details")) long.open = true;
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target === slider) return;
    const act = {
      ArrowLeft: () => show(now - 1),
      ArrowRight: () => show(now + 1),
      Home: () => show(1),
      End: () => show(steps.length),
      l: turn,
      L: turn,
    }[event.key];
    if (act) {
      event.preventDefault();
      act();
    }
  });
  const unpacked = unpack();
  follow();
})();
