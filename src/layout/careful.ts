/**
 * Whether what is imported now is asked for as files first (`scripts/vite/retryableImports.ts`): an import that failed cannot be
 * tried again, a request can.
 */
export const careful = { now: false };

/** Imports so that it can be tried again where it fails; costs the way through the browser's cache. */
export function carefully<Result>(load: () => Result): Result {
  careful.now = true;
  try {
    return load();
  } finally {
    careful.now = false;
  }
}
