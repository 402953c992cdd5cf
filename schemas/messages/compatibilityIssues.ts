import type { CompatibilityIssue } from './types.ts';

/** Collects what a platform does not show, or not as it was written. */
export class CompatibilityIssues {
  readonly all: CompatibilityIssue[] = [];

  add(pointer: string, text: string): void {
    this.all.push({ pointer, text });
  }
}
