/** The nonce for styles of the page's Content-Security-Policy, from `<meta name="csp-nonce">`. */
export const cspNonce = (): string | undefined => {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]');
  return meta?.nonce || meta?.content || undefined;
};

/** Adds a style sheet at run time. */
export const addStyle = (css: string): void => {
  const style = document.createElement('style');
  const nonce = cspNonce();
  if (nonce) style.nonce = nonce;
  style.textContent = css;
  document.head.append(style);
};
