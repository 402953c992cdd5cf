/** What stands between double braces, with blanks around it. */
export const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;

/** The names that a text like `{{name}} · {{channel}}` holds places for. */
export const placeholdersIn = (text: string): string[] =>
  [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name.trim());
