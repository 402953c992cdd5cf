interface IdleOptions {
  /** Minimum delay in milliseconds: a browser is idle also while it waits for code. */
  after?: number;
  /** Additional time in milliseconds after which the task runs even if the browser is busy. */
  within?: number;
}

/** Runs a task once the browser is idle. Returns cancel. */
export const whenIdle = (task: () => void, { after = 0, within }: IdleOptions = {}): (() => void) => {
  let request: number | undefined;
  const hasIdleCallback = typeof requestIdleCallback !== 'undefined';
  const schedule = (): void => {
    if (!hasIdleCallback) task();
    else request = requestIdleCallback(task, within === undefined ? undefined : { timeout: within });
  };
  const wait = hasIdleCallback ? after : Math.max(after, within ?? 0);
  const timer = wait > 0 ? setTimeout(schedule, wait) : undefined;
  if (timer === undefined) schedule();
  return () => {
    clearTimeout(timer);
    if (request !== undefined) cancelIdleCallback(request);
  };
};
