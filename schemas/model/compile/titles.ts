/** `originalContentUrl` → "Original content url", `image_carousel` → "Image carousel". */
export function humanise(name: string): string {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The regular English plural; a schema with an irregular one states it. */
export function pluralOf(title: string): string {
  if (/[^aeiou]y$/i.test(title)) return `${title.slice(0, -1)}ies`;
  return /(s|x|ch|sh)$/i.test(title) ? `${title}es` : `${title}s`;
}
