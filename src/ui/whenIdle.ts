interface When {
  /** Milliseconds before that: a browser is idle while it waits for code, too. */
  after?: number;
  /** Milliseconds in which it is to begin at the latest, however busy the browser is. */
  within?: number;
}

/** Does something once the browser has nothing else to do. Gives what calls it off. */
export const whenIdle = (task: () => void, { after = 0, within }: When = {}): (() => void) => {
  let request: number | undefined;
  const ask = (): void => {
    // Some browsers do not tell when they are idle.
    if (typeof requestIdleCallback === 'undefined') task();
    else request = requestIdleCallback(task, within === undefined ? undefined : { timeout: within });
  };
  const isTold = typeof requestIdleCallback !== 'undefined';
  const wait = isTold ? after : Math.max(after, within ?? 0);
  const timer = wait > 0 ? setTimeout(ask, wait) : undefined;
  if (timer === undefined) ask();
  return () => {
    clearTimeout(timer);
    if (request !== undefined) cancelIdleCallback(request);
  };
};
