/**
 * Defers layout changes while a pointer is pressed, so that the pressed element does not move away.
 */
export class ReleaseQueue {
  private isPressed = false;
  private readonly waiting = new Set<() => void>();

  setPressed(isPressed: boolean): void {
    this.isPressed = isPressed;
    if (isPressed) return;
    const tasks = [...this.waiting];
    this.waiting.clear();
    for (const run of tasks) run();
  }

  /** Runs a task now, or once the pointer is released; a queued task is not queued twice. */
  run(task: () => void): void {
    if (this.isPressed) this.waiting.add(task);
    else task();
  }

  clear(): void {
    this.waiting.clear();
  }
}
