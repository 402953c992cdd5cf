import type { ReactNode } from 'react';

/**
 * Replaces `markdown-to-jsx` in the build: only rjsf's default description templates import it, and this console
 * draws descriptions itself, as plain text. Saves 28 KiB (brotli).
 */
export function Markdown({ children }: { children?: ReactNode }): ReactNode {
  return children;
}
