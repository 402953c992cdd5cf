/** The Content-Security-Policy's nonce for styles, which the page brings in `<meta name="csp-nonce">`. */
export const cspNonce = (): string | undefined => {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]');
  return meta?.nonce || meta?.content || undefined;
};

/** Adds a style sheet made by code. */
export const addStyle = (css: string): void => {
  const style = document.createElement('style');
  const nonce = cspNonce();
  if (nonce) style.nonce = nonce;
  style.textContent = css;
  document.head.append(style);
};
