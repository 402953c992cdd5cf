/** A placeholder in double braces. */
export const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;

/** Names of the placeholders in a text like `{{name}} · {{channel}}`. */
export const placeholdersIn = (text: string): string[] =>
  [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name.trim());
