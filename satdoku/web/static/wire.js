// One websocket a lane: a new question overtakes the one before it on the same lane.

export class Refusal extends Error {}
export class Overtaken extends Error {}
export class OutOfTime extends Error {}

export class Lane {
  #nonce = 0;
  #waiting = null;
  #socket = null;

  constructor(common) {
    this.common = common; // the fields of every question: language and style
  }

  async #connected() {
    if (this.#socket?.readyState === WebSocket.OPEN) return this.#socket;
    const socket = new WebSocket(`ws://${location.host}/ws`);
    await new Promise((resolve, reject) => {
      socket.onopen = resolve;
      socket.onerror = () => reject(new Refusal("offline"));
    });
    socket.onmessage = (event) => this.#heard(JSON.parse(event.data));
    socket.onclose = () => {
      this.#waiting?.reject(new Refusal("offline"));
      this.#waiting = null;
    };
    document.getElementById("offline").hidden = true;
    this.#socket = socket;
    return socket;
  }

  #heard(message) {
    const waiting = this.#waiting;
    if (!waiting || message.nonce !== waiting.nonce) return;
    if (message.type === "progress") return waiting.progress?.(message.data);
    this.#waiting = null;
    if (message.type === "answer") waiting.resolve(message.data);
    else if (message.type === "refusal") waiting.reject(new Refusal(message.error));
    else waiting.reject(message.why === "time" ? new OutOfTime() : new Overtaken());
  }

  async ask(question, fields = {}, progress = null) {
    const nonce = ++this.#nonce;
    this.#waiting?.reject(new Overtaken());
    this.#waiting = null;
    let socket;
    try {
      socket = await this.#connected();
    } catch (error) {
      document.getElementById("offline").hidden = false;
      throw error;
    }
    if (nonce !== this.#nonce) throw new Overtaken();
    return new Promise((resolve, reject) => {
      this.#waiting = { nonce, resolve, reject, progress };
      socket.send(JSON.stringify({ nonce, ask: question, ...this.common(), ...fields }));
    });
  }
}
