/** `originalContentUrl` → "Original content url", `image_carousel` → "Image carousel". */
export function humanise(name: string): string {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Irregular plurals, by the word's last part. */
const IRREGULAR: [singular: RegExp, plural: string][] = [
  [/person$/i, 'people'],
  [/child$/i, 'children'],
  [/(?<=\b|wo)man$/i, 'men'],
  [/(?<=anal|ba|cri|the)sis$/i, 'ses'],
  [/(?<=qui)z$/i, 'zzes'],
];

/** The English plural of a title; a schema states a rarer one. */
export function pluralOf(title: string): string {
  const [singular, plural] = IRREGULAR.find(([pattern]) => pattern.test(title)) ?? [];
  if (singular && plural !== undefined) return withCaseOf(title.replace(singular, plural), title);
  if (/[^aeiou]y$/i.test(title)) return `${title.slice(0, -1)}ies`;
  return /(s|x|z|ch|sh)$/i.test(title) ? `${title}es` : `${title}s`;
}

/** The text with the original's initial capital. */
const withCaseOf = (text: string, original: string): string =>
  /^[A-Z]/.test(original) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
