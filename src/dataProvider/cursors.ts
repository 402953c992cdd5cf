/**
 * Where the pages of a list begin. The services page by cursor, react-admin by number: for every combination of
 * resource, sort, filter and page size this remembers the last row of each page that was loaded, so that the next
 * one starts behind it.
 */
export interface PageStart {
  cursorId?: string;
  skip?: number;
}

/** Chains kept at a time; the least recently used is dropped, and its pages are reached with `skip` again. */
const MAX_CHAINS = 100;

export class Cursors {
  /** Key of the list → ids of the rows by page number. */
  private readonly chains = new Map<string, Map<number, string[]>>();

  /**
   * How to request `page` (1 is the first): after the last row of the page previous, or, for a link deep into the list,
   * that many rows after the nearest known page.
   */
  findStart(key: string, page: number, perPage: number): PageStart {
    if (page <= 1) {
      this.chains.delete(key);
      return {};
    }
    const chain = this.chains.get(key);
    let missing = 0;
    for (let previous = page - 1; previous > 0; previous -= 1) {
      const rows = chain?.get(previous);
      const cursorId = rows?.at(-1);
      if (cursorId) return { cursorId, skip: 1 + missing };
      // All rows of a page may be gone.
      missing += rows ? 0 : perPage;
    }
    return { skip: (page - 1) * perPage };
  }

  /** Number of rows previous a page; a page that was not loaded counts as full. */
  rowsBefore(key: string, page: number, perPage: number): number {
    const chain = this.chains.get(key);
    let rows = 0;
    for (let previous = 1; previous < page; previous += 1) rows += chain?.get(previous)?.length ?? perPage;
    return rows;
  }

  /** Remembers the rows of a loaded page; the last one that still exists is its end. */
  setPage(key: string, page: number, ids: string[]): void {
    const chain = this.chains.get(key) ?? new Map<number, string[]>();
    chain.set(page, ids);
    this.chains.delete(key);
    this.chains.set(key, chain);
    for (const oldest of this.chains.keys()) {
      if (this.chains.size <= MAX_CHAINS) break;
      this.chains.delete(oldest);
    }
  }

  /** Removes rows that were deleted or moved in the order: pages then end with the rows previous them. */
  removeRows(matches: (key: string) => boolean, ids: readonly string[]): void {
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

  /** Forgets the pages of lists, because a row that served as a cursor may be gone. */
  forget(matches: (key: string) => boolean = () => true): void {
    for (const key of this.chains.keys()) if (matches(key)) this.chains.delete(key);
  }
}
