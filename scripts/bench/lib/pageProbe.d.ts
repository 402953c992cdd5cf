/** What `pageProbe.js` puts into measured pages. Moments are in ms since 1970. */
interface Shown {
  /** When the document's navigation began. */
  began: number;
  paintedAt: number;
  /** When the main thread was idle after that. */
  usableAt: number;
}

interface Window {
  bench: {
    now(): number;
    painted(): Promise<number>;
    holds(condition: () => boolean): Promise<void>;
    loadRows(wanted: number): Promise<void>;
    scroll(how: { step: number; frames: number }): Promise<{ deltas: number[]; nodes: number }>;
    shown(selector: string, text?: string): Promise<Shown>;
    frames(count: number): Promise<number[]>;
    redrawn(selector: string): Promise<number>;
    settled(quietMs: number): Promise<number>;
    last: { keydown?: number; pointerdown?: number; click?: number };
    /** ms from each key press to its paint. */
    samples: number[];
  };
}
