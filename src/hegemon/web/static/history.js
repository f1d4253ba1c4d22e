// Steps that can be taken back: every state is a text.

const MOST = 200;

export class Steps {
  constructor() { Object.assign(this, { texts: [], at: -1 }); }

  get current() { return this.texts[this.at]; }
  get back() { return this.at > 0; }
  get forth() { return this.at < this.texts.length - 1; }

  add(text) {
    if (text === this.current) return;
    this.texts = [...this.texts.slice(0, this.at + 1), text].slice(-MOST);
    this.at = this.texts.length - 1;
  }

  go(by) {
    this.at = Math.max(0, Math.min(this.texts.length - 1, this.at + by));
    return this.current;
  }
}
