/** Adds `https://` to an address without a scheme, such as `shop.example/sale`. */
export const withScheme = (format: string | undefined, text: string): string =>
  format?.endsWith('uri') && /^[^\s/:{}][^\s./:{}]*\.+[^\s.:{}]\S*$/.test(text) ? `https://${text}` : text;
