import type { Plugin } from 'vite';

/** While somebody develops, `webchat.js` is the client's source. */
export const webchat = (): Plugin => ({
  name: 'webchat',
  apply: 'serve',
  configureServer({ middlewares }) {
    middlewares.use('/webchat.js', (_, response) => {
      response.setHeader('content-type', 'text/javascript');
      response.end("import('/src/webchat/main.ts');");
    });
  },
});
