/**
 * What would move things on the page waits while a pointer is pressed: what is being pressed would go away from under it.
 */
export class ReleaseQueue {
  private isPressed = false;
  private readonly waiting = new Set<() => void>();

  setPressed(isPressed: boolean): void {
    this.isPressed = isPressed;
    if (isPressed) return;
    const late = [...this.waiting];
    this.waiting.clear();
    for (const run of late) run();
  }

  /** Runs it now, or once the pointer is released; what waits already waits once. */
  run(what: () => void): void {
    if (this.isPressed) this.waiting.add(what);
    else what();
  }

  clear(): void {
    this.waiting.clear();
  }
}
