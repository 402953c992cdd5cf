import react from '@vitejs/plugin-react';
import { resolve } from 'node:path';
import { defineConfig } from 'vite';
import { screenGroups } from './scripts/vite/chunks.ts';
import { firstScreens } from './scripts/vite/firstScreens.ts';
import { appShellPlugin } from './scripts/vite/appShell.ts';
import { precompress } from './scripts/vite/precompress.ts';
import { schemas } from './scripts/vite/schemas.ts';
import { texts } from './scripts/vite/texts.ts';
import { styleNonce } from './scripts/vite/styleNonce.ts';
import { webchat } from './scripts/vite/webchat.ts';
import { libraryReplacements } from './scripts/vite/libraryReplacements.ts';

/** Everything that the services answer; the rest is the console. */
const SERVICES = [
  '/api',
  '/permissions',
  '/config.json',
  '/user-pool',
  '/openapi.json',
  '/healthz',
  '/livez',
  '/readyz',
  '/files/',
];
const services = process.env['SERVICES_URL'] ?? 'http://127.0.0.1:3000';
/** Where others can reach this server, the services are told whose request it is. */
const xfwd = process.env['TRUST_PROXY'] === '1';

/** Another folder of what is drawn by hand, whose `pages.ts` registers it. */
const customDir = process.env['CUSTOM_DIR'];

export default defineConfig({
  plugins: [
    libraryReplacements(),
    react(),
    texts(),
    schemas(process.env['SCHEMAS_DIR'] ?? 'schemas'),
    appShellPlugin(),
    firstScreens(),
    styleNonce(),
    precompress(),
    webchat(),
  ],
  resolve: {
    alias: [
      ...(customDir
        ? [{ find: /^\.\.\/custom\/pages\.ts$/, replacement: resolve(customDir, 'pages.ts') }]
        : []),
      { find: 'markdown-to-jsx/react', replacement: resolve('src/resources/form/plainMarkdown.tsx') },
    ],
  },
  build: {
    outDir: resolve(process.env['DIST_DIR'] ?? 'dist', 'console'),
    emptyOutDir: true,
    manifest: true,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1000,
    target: 'es2022',
    rolldownOptions: { output: { codeSplitting: { groups: screenGroups() } } },
  },
  define: { global: 'globalThis' },
  server: {
    proxy: {
      ...Object.fromEntries(SERVICES.map((path) => [path, { target: services, xfwd }])),
      '^/webchat/[0-9a-f-]{36}$': { target: services, xfwd },
      '/socket/': { target: services, ws: true, xfwd },
    },
  },
});
