const callbacks = new Set<() => void>();

/**
 * Registers what must be kept when an error takes a screen away, such as a form's unsaved input. The form is not in the
 * page any more when the callback runs. Returns how to unregister it.
 */
export const beforeScreenFails = (callback: () => void): (() => void) => {
  callbacks.add(callback);
  return () => callbacks.delete(callback);
};

/** For the boundary that caught the error. */
export const announceScreenFailure = (): void => {
  for (const callback of callbacks) callback();
};
