import { resolve } from 'node:path';
import { defineConfig } from 'vite';
import { precompress } from '../../scripts/vite/precompress.ts';
import { texts } from '../../scripts/vite/texts.ts';

/** Builds `webchat.js`, one script for external pages, beside the console; after it, as the console's build empties the folder. */
export default defineConfig({
  plugins: [texts(), precompress(['webchat.js'])],
  publicDir: false,
  build: {
    outDir: resolve(process.env['DIST_DIR'] ?? 'dist', 'console'),
    emptyOutDir: false,
    reportCompressedSize: false,
    target: 'es2022',
    rolldownOptions: {
      input: resolve(import.meta.dirname, 'main.ts'),
      output: { format: 'iife', entryFileNames: 'webchat.js' },
    },
  },
});
