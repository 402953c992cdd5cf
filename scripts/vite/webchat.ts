import type { Plugin } from 'vite';

/** Plugin for development: serves the client's source as `webchat.js`. */
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
