import type { CompatibilityIssue } from './types.ts';

/** Collects what a platform does not show, or shows differently. */
export class CompatibilityIssues {
  readonly items: CompatibilityIssue[] = [];

  add(pointer: string, message: string): void {
    this.items.push({ pointer, text: message });
  }
}
