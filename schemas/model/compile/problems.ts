import { escapePointer } from '../pointer.ts';
import type { SchemaProblem } from '../types.ts';

/** Collects the problems of one file, so that all are reported at once. */
export class Problems {
  readonly list: SchemaProblem[];
  readonly file: string;

  constructor(file: string, list: SchemaProblem[] = []) {
    this.file = file;
    this.list = list;
  }

  add(path: string, message: string): void {
    if (!this.list.some((one) => one.file === this.file && one.path === path && one.message === message)) {
      this.list.push({ file: this.file, path, message });
    }
  }

  /** The same collection, for another file. */
  in(file: string): Problems {
    return new Problems(file, this.list);
  }
}

/** Builds a JSON pointer. */
export function jsonPointer(...segments: (string | number)[]): string {
  return segments.map((segment) => `/${escapePointer(segment)}`).join('');
}
