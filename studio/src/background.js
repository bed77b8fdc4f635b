// Long work in a second engine, so that typing never waits for it: many games, studies, changes of the rules. The engine
// is started when it is needed first. Work ends between two requests; a request that takes long is ended with its worker.

import { Engine, Refused } from "./engine.js";

const PATIENCE = 180000;
const SOON = 1500;

export class Background {
  constructor() {
    this.engine = null;
    this.files = "";
    this.busy = null;
    this.current = null;
  }

  /**
   * Do `work(ask)` with the files of a draft, in place of what runs now. `ask(method, given)` fails as soon as the work
   * was ended. Returns false if it was.
   */
  async run(files, work) {
    const run = {};
    this.current = run;
    const ask = async (method, given) => {
      if (this.current !== run) throw new Refused("stopped");
      this.busy = this.engine.ask(method, given, PATIENCE);
      const told = await this.busy.finally(() => { this.busy = null; });
      if (this.current !== run) throw new Refused("stopped");
      return told;
    };
    try {
      await this.left();
      if (this.current !== run) return false;
      const text = JSON.stringify(files);
      if (!this.engine) this.engine = new Engine(() => {});
      if (this.files !== text) await ask("open", { files });
      this.files = text;
      await work(ask);
      return true;
    } catch (problem) {
      if (this.current === run) throw problem;
      return false;
    } finally { if (this.current === run) this.current = null; }
  }

  /** End what runs. */
  end() {
    this.current = null;
    this.left();
  }

  /** Wait for the request that is answered now, but not for long. */
  async left() {
    const { busy, engine } = this;
    if (!busy) return;
    await Promise.race([busy.catch(() => {}), new Promise((done) => { setTimeout(done, SOON); })]);
    if (this.busy !== busy) return;
    engine.stop();
    this.engine = null;
    this.files = "";
    this.busy = null;
  }
}
