import type { Plugin } from 'vite';

/** Replaced by the services with a fresh value per response. */
const NONCE = '__CSP_NONCE__';

/**
 * Adds the nonce of the Content-Security-Policy to styles in the page and, by a `<meta>`, to those that scripts add.
 * Scripts are allowed by origin and have no nonce: it is part of the key of the browser's code cache, so that the console
 * would be compiled again with every visit.
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
