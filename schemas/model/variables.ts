const PLACEHOLDER = /\{\{\s*([\w-]+)\s*\}\}/g;

/** The variables that the texts in a value name as `{{name}}`, each once. */
export function variableNames(value: unknown): string[] {
  return [...new Set([...JSON.stringify(value).matchAll(PLACEHOLDER)].map(([, name]) => name ?? ''))];
}

/**
 * The text with the variables' values in the place of `{{name}}`; what is no variable stays as it stands.
 * @param enough filling ends early once the text is longer than so many UTF-16 units
 */
export function fillVariables(text: string, values: ReadonlyMap<string, string>, enough: number): string {
  let filled = '';
  let end = 0;
  for (const { 0: placeholder, 1: name = '', index } of text.matchAll(PLACEHOLDER)) {
    filled += text.slice(end, index) + (values.get(name) ?? placeholder);
    end = index + placeholder.length;
    if (filled.length > enough) return filled;
  }
  return filled + text.slice(end);
}
