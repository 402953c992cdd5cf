const callbacks = new Set<() => void>();

/**
 * Registers a callback for when an error removes a screen, to save something such as a form's unsaved input. The form is
 * no longer in the document when it runs. Returns unregister.
 */
export const beforeScreenFails = (callback: () => void): (() => void) => {
  callbacks.add(callback);
  return () => callbacks.delete(callback);
};

/** Called by the boundary that caught the error. */
export const notifyScreenFailure = (): void => {
  for (const callback of callbacks) callback();
};
