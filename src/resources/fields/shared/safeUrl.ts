const LINK_SCHEMES = new Set(['http:', 'https:', 'tel:', 'mailto:']);

/** The address when it is safe to link to (http, https, tel, mailto), else undefined: the text is then shown plain. */
export const safeLink = (value: string): string | undefined => {
  try {
    return LINK_SCHEMES.has(new URL(value).protocol) ? value : undefined;
  } catch {
    return undefined;
  }
};

/** The address when it may be an image's source: http, https or a path of this site. */
export const safeImage = (value: string): string | undefined => {
  if (/^\/(?![/\\])/.test(value)) return value;
  const link = safeLink(value);
  return link && /^https?:/i.test(link) ? link : undefined;
};
