// One connection a lane: a new question overtakes the one before it on the same lane.

import { connect } from "./transport.js";

export class Refusal extends Error {}
export class Missing extends Refusal {} // of a file, which can be wanted again
export class Overtaken extends Error {}
export class OutOfTime extends Error {}

export class Lane {
  #nonce = 0;
  #waiting = null;
  #line = null;

  constructor(common) {
    this.common = common; // the fields of every question: language and style
  }

  async #connected() {
    if (this.#line?.open) return this.#line;
    const line = await connect((message) => this.#take(message), () => {
      this.#waiting?.reject(new Refusal("offline"));
      this.#waiting = null;
    });
    document.getElementById("offline").hidden = true;
    this.#line = line;
    return line;
  }

  #take(message) {
    const waiting = this.#waiting;
    if (!waiting || message.nonce !== waiting.nonce) return;
    if (message.type === "progress") return waiting.progress?.(message.data);
    this.#waiting = null;
    if (message.type === "answer") waiting.resolve(message.data);
    else if (message.type === "refusal") waiting.reject(new Refusal(message.error));
    else waiting.reject(message.why === "time" ? new OutOfTime() : new Overtaken());
  }

  // What was asked is wanted no longer.
  cancel() {
    const nonce = ++this.#nonce;
    if (!this.#waiting) return;
    this.#waiting.reject(new Overtaken());
    this.#waiting = null;
    if (this.#line.open) this.#line.send({ nonce, ask: "cancel" });
  }

  async ask(question, fields = {}, progress = null) {
    const nonce = ++this.#nonce;
    this.#waiting?.reject(new Overtaken());
    this.#waiting = null;
    let line;
    try {
      line = await this.#connected();
    } catch {
      document.getElementById("offline").hidden = false;
      throw new Refusal("offline");
    }
    if (nonce !== this.#nonce) throw new Overtaken();
    return new Promise((resolve, reject) => {
      this.#waiting = { nonce, resolve, reject, progress };
      line.send({ nonce, ask: question, ...this.common(), ...fields });
    });
  }
}
