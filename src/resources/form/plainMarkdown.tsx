import type { ReactNode } from 'react';

/**
 * Stands in for `markdown-to-jsx` in the build: only rjsf's own templates for descriptions ask for it, and this
 * console draws descriptions itself, as plain text. It saves some 28 KiB (brotli).
 */
export function Markdown({ children }: { children?: ReactNode }): ReactNode {
  return children;
}
