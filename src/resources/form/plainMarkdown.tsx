import type { ReactNode } from 'react';

/**
 * Stands in for `markdown-to-jsx` in the build: only rjsf's own templates for descriptions ask for it, and this
 * console draws descriptions itself, as plain text. It saves a quarter of rjsf's weight.
 */
export function Markdown({ children }: { children?: ReactNode }): ReactNode {
  return children;
}
