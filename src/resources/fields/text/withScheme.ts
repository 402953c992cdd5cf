/** An address as people write it, with the `https://` that they leave out. */
export const withScheme = (format: string | undefined, text: string): string =>
  format?.endsWith('uri') && /^[^\s/:{}][^\s./:{}]*\.+[^\s.:{}]\S*$/.test(text) ? `https://${text}` : text;
