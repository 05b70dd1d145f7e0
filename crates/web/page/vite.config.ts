// How the page is built. Nothing is inlined, so that the server's strict
// Content-Security-Policy holds; chunks are one for each route.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

/** Where `npm run dev` finds a running `sole serve`. */
const server = process.env.SOLE_SERVER ?? 'http://127.0.0.1:8642';

export default defineConfig({
  plugins: [svelte()],
  build: {
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: { proxy: { '/api': server, '/standard': server, '/men.svg': server } },
  test: { include: ['src/**/*.test.ts'] },
});
