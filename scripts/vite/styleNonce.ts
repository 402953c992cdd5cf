import type { Plugin } from 'vite';

/** The services put a fresh value in its place with every answer. */
const NONCE = '__CSP_NONCE__';

/**
 * Gives styles the nonce that the Content-Security-Policy asks of them, in the page and, by a `<meta>`, in what code
 * adds. Scripts are let in by their origin and get none: the browser keeps what it has compiled by the nonce as well,
 * and would compile the whole of the console anew with every visit.
 */
export function styleNonce(): Plugin {
  return {
    name: 'style-nonce',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => ({
        html: html.replaceAll('<style', `<style nonce="${NONCE}"`),
        tags: [{ tag: 'meta', attrs: { name: 'csp-nonce', nonce: NONCE }, injectTo: 'head' }],
      }),
    },
  };
}
