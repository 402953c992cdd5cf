const PLACEHOLDER = /\{\{\s*([\w-]+)\s*(?:\|([^{}]*))?\}\}/g;

/** The variables that the texts in a value name as `{{name}}` or `{{name|fallback}}`, each once. */
export function variableNames(value: unknown): string[] {
  return [...new Set([...JSON.stringify(value).matchAll(PLACEHOLDER)].map(([, name]) => name ?? ''))];
}

/**
 * The text with the variables' values in the place of `{{name}}`. What has no value, or a blank one, is its fallback,
 * `{{name|fallback}}`; without one, what is no variable stays as it stands.
 * @param enough filling ends early once the text is longer than so many UTF-16 units
 * @param onEmpty told of each name that has no value, or a blank one, and of what stands in its place
 */
export function fillVariables(
  text: string,
  values: ReadonlyMap<string, string>,
  enough: number,
  onEmpty?: (name: string, fallback: string | undefined) => void,
): string {
  let filled = '';
  let end = 0;
  for (const { 0: placeholder, 1: name = '', 2: said, index } of text.matchAll(PLACEHOLDER)) {
    const value = values.get(name);
    const fallback = said?.trim();
    const isEmpty = value === undefined || value.trim() === '';
    if (isEmpty) onEmpty?.(name, fallback);
    filled += text.slice(end, index) + (isEmpty ? (fallback ?? value ?? placeholder) : value);
    end = index + placeholder.length;
    if (filled.length > enough) return filled;
  }
  return filled + text.slice(end);
}
