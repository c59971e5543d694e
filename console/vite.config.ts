import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { scriptBeforePaint } from './script-before-paint.ts';

export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  plugins: [react(), scriptBeforePaint('design/theme-before-paint.js')],
  build: {
    emptyOutDir: true,
    // The content security policy allows no `data:` scripts, styles and fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // In one chunk, so that no schema is made before zod knows that it may not make code.
            { name: 'zod', test: /node_modules\/zod\/|zod-without-eval/, priority: 1 },
            // What most pages need in one chunk: each file of its own costs the first view a request.
            { name: 'shared', minShareCount: 4 },
          ],
        },
      },
    },
  },
  worker: { format: 'es' },
});
