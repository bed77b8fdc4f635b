// Drafts in the browser's database. Every change is written at once, with the last states of each draft, so that no text
// is lost by a crash, a closed window or a mistake.

const STATES = 30;

function opened() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open("solenia-studio", 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("drafts", { keyPath: "id" });
      request.result.createObjectStore("states", { keyPath: ["id", "at"] });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

export class Store {
  static async open() {
    const made = new Store();
    try { made.database = await opened(); } catch { made.database = null; }
    made.memory = new Map();
    made.written = new Map(); // draft -> when this window wrote it
    return made;
  }

  /** Whether drafts outlive this page; private windows may refuse. */
  get lasting() { return this.database !== null; }

  at(store, mode) { return this.database.transaction(store, mode).objectStore(store); }

  async list() {
    const all = this.database ? await done(this.at("drafts", "readonly").getAll()) : [...this.memory.values()];
    return all.sort((a, b) => b.at - a.at);
  }

  async get(id) {
    return this.database ? done(this.at("drafts", "readonly").get(id)) : this.memory.get(id);
  }

  /** Write a draft. If another window has written it since, the text of that window becomes an earlier state. Returns
      whether this happened. */
  async put(draft) {
    const kept = { ...draft, at: Date.now() };
    if (!this.database) {
      this.memory.set(kept.id, kept);
      return false;
    }
    const work = this.database.transaction(["drafts", "states"], "readwrite");
    const drafts = work.objectStore("drafts"), reading = drafts.get(kept.id);
    let other = false;
    reading.onsuccess = () => {
      const there = reading.result, own = this.written.get(kept.id);
      other = Boolean(there && own && there.at !== own && JSON.stringify(there.files) !== JSON.stringify(kept.files));
      if (other) work.objectStore("states").put({ id: there.id, at: there.at, files: there.files });
      this.written.set(kept.id, kept.at);
      drafts.put(kept);
    };
    await new Promise((resolve, reject) => {
      work.oncomplete = resolve;
      work.onabort = () => reject(work.error);
    });
    return other;
  }

  /** Keep the present state as one that can be gone back to; only the last ones are kept. */
  async mark(draft) {
    if (!this.database) return;
    const states = await this.states(draft.id);
    if (states[0] && JSON.stringify(states[0].files) === JSON.stringify(draft.files)) return;
    await done(this.at("states", "readwrite").put({ id: draft.id, at: Date.now(), files: draft.files }));
    for (const old of states.slice(STATES - 1)) await done(this.at("states", "readwrite").delete([old.id, old.at]));
  }

  async states(id) {
    if (!this.database) return [];
    const range = IDBKeyRange.bound([id, 0], [id, Number.MAX_SAFE_INTEGER]);
    return (await done(this.at("states", "readonly").getAll(range))).reverse();
  }

  /** Put back a draft that was removed, with its states. */
  async restore(draft, states) {
    if (!this.database) return this.memory.set(draft.id, draft);
    await done(this.at("drafts", "readwrite").put(draft));
    for (const state of states) await done(this.at("states", "readwrite").put(state));
    return draft;
  }

  async remove(id) {
    if (!this.database) return this.memory.delete(id);
    await done(this.at("drafts", "readwrite").delete(id));
    for (const state of await this.states(id)) await done(this.at("states", "readwrite").delete([id, state.at]));
    return true;
  }
}
