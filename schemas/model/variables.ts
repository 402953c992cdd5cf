const PLACEHOLDER = /\{\{\s*([\w-]+)\s*(?:\|([^{}]*))?\}\}/g;

/** Names of the variables in a value's texts, written `{{name}}` or `{{name|fallback}}`, each once. */
export function variableNames(value: unknown): string[] {
  return [...new Set([...JSON.stringify(value).matchAll(PLACEHOLDER)].map(([, name]) => name ?? ''))];
}

/**
 * Replaces `{{name}}` by the variables' values. An unknown or blank one is replaced by its fallback,
 * `{{name|fallback}}`; without a fallback an unknown one stays.
 * @param maxLength filling stops once the text exceeds this many UTF-16 units
 * @param onEmpty called for each name without a value, with its fallback
 */
export function fillVariables(
  text: string,
  values: ReadonlyMap<string, string>,
  maxLength: number,
  onEmpty?: (name: string, fallback: string | undefined) => void,
): string {
  let filled = '';
  let end = 0;
  for (const { 0: placeholder, 1: name = '', 2: rawFallback, index } of text.matchAll(PLACEHOLDER)) {
    const value = values.get(name);
    const fallback = rawFallback?.trim();
    const isEmpty = value === undefined || value.trim() === '';
    if (isEmpty) onEmpty?.(name, fallback);
    filled += text.slice(end, index) + (isEmpty ? (fallback ?? value ?? placeholder) : value);
    end = index + placeholder.length;
    if (filled.length > maxLength) return filled;
  }
  return filled + text.slice(end);
}
