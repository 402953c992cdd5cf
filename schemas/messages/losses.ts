import type { Loss } from './types.ts';

/** Collects what a platform does not show. */
export class Losses {
  readonly all: Loss[] = [];

  add(pointer: string, text: string): void {
    this.all.push({ pointer, text });
  }
}
