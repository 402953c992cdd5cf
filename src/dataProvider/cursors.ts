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
  /** Key of the list → ids of the rows by page number. */
  private readonly chains = new Map<string, Map<number, string[]>>();

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
    let between = 0;
    for (let before = page - 1; before > 0; before -= 1) {
      const rows = chain?.get(before);
      const cursorId = rows?.at(-1);
      if (cursorId) return { cursorId, skip: 1 + between };
      // All rows of a page may be gone.
      between += rows ? 0 : perPage;
    }
    return { skip: (page - 1) * perPage };
  }

  /** How many rows stand before a page, as far as they are known: of a page that was not loaded, as many as it has room for. */
  rowsBefore(key: string, page: number, perPage: number): number {
    const chain = this.chains.get(key);
    let rows = 0;
    for (let before = 1; before < page; before += 1) rows += chain?.get(before)?.length ?? perPage;
    return rows;
  }

  /** Remembers which rows a loaded page has: the last one that is still there is where it ends. */
  loaded(key: string, page: number, ids: string[]): void {
    const chain = this.chains.get(key) ?? new Map<number, string[]>();
    chain.set(page, ids);
    this.chains.delete(key);
    this.chains.set(key, chain);
    for (const oldest of this.chains.keys()) {
      if (this.chains.size <= MAX_CHAINS) break;
      this.chains.delete(oldest);
    }
  }

  /** Rows are gone, or in another place of the order: pages end with the rows before them. */
  moved(matches: (key: string) => boolean, ids: readonly string[]): void {
    const gone = new Set(ids);
    for (const [key, chain] of this.chains) {
      if (!matches(key)) continue;
      for (const [page, rows] of chain)
        chain.set(
          page,
          rows.filter((id) => !gone.has(id)),
        );
    }
  }

  /** Forgets a list's pages, as a row that served as a cursor may be gone. */
  forget(matches: (key: string) => boolean = () => true): void {
    for (const key of this.chains.keys()) if (matches(key)) this.chains.delete(key);
  }
}
