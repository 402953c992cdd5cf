/**
 * Where the pages of a list begin. The services page by cursor, react-admin by number: for every combination of
 * resource, sort, filter and page size this remembers the last row of each page that was loaded, so that the next
 * one starts behind it.
 */
export interface PageStart {
  cursorId?: string;
  skip?: number;
}

/** Chains kept at a time; the ones not used for longest are dropped, and their pages are walked with `skip` again. */
const MAX_CHAINS = 100;

export class Cursors {
  /** Key of the list → id of the last row by page number. */
  private readonly chains = new Map<string, Map<number, string>>();

  /**
   * How to ask for `page` (1 is the first): behind the last row of the page before, or, for a link deep into the
   * list, that many rows behind the nearest page known.
   */
  start(key: string, page: number, perPage: number): PageStart {
    if (page <= 1) {
      this.chains.delete(key);
      return {};
    }
    const chain = this.chains.get(key);
    for (let before = page - 1; before > 0; before -= 1) {
      const cursorId = chain?.get(before);
      if (cursorId) return { cursorId, skip: 1 + (page - 1 - before) * perPage };
    }
    return { skip: (page - 1) * perPage };
  }

  /** Remembers where a loaded page ended. */
  loaded(key: string, page: number, lastId: string | undefined): void {
    const chain = this.chains.get(key) ?? new Map<number, string>();
    if (lastId) chain.set(page, lastId);
    this.chains.delete(key);
    this.chains.set(key, chain);
    for (const oldest of this.chains.keys()) {
      if (this.chains.size <= MAX_CHAINS) break;
      this.chains.delete(oldest);
    }
  }

  /** Forgets a list's pages, as a row that served as a cursor may be gone. */
  forget(matches: (key: string) => boolean = () => true): void {
    for (const key of this.chains.keys()) if (matches(key)) this.chains.delete(key);
  }
}
