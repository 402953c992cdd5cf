const LINK_SCHEMES = new Set(['http:', 'https:', 'tel:', 'mailto:']);

/** The address when it is safe to link to (http, https, tel, mailto), else undefined: the text is then shown plain. */
export const safeLink = (value: string): string | undefined => {
  try {
    return LINK_SCHEMES.has(new URL(value).protocol) ? value : undefined;
  } catch {
    return undefined;
  }
};

/**
 * The address when the console may show it as a picture: one of this site's. Pictures elsewhere are not fetched, since
 * a request would tell the other host who looks at what; the page's Content-Security-Policy forbids it too.
 */
export const safeImage = (value: string): string | undefined => {
  try {
    const { origin, protocol } = new URL(value, location.origin);
    return origin === location.origin && /^https?:$/.test(protocol) ? value : undefined;
  } catch {
    return undefined;
  }
};
