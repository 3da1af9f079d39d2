import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { fetchAhead } from '../../scripts/pages/fetch-ahead.ts'
import { onPreact } from '../../scripts/pages/preact.ts'
import { treeshake } from '../../scripts/pages/tree-shake.ts'

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string }

/**
 * The pages before the sign-in, a program of their own beside the back office's (docs/decisions/pages-and-browsers.md): the second build of
 * this folder, into the same place. Development serves both from `vite.config.ts`.
 */
export default defineConfig({
  base: '/',
  // A first visit always begins in Chinese; whoever has chosen another language has been here before.
  plugins: [react(), fetchAhead(['/sign-in/screen.tsx', '/phrases/src/zh/sign-in-start.ts'])],
  define: { __APP_VERSION__: JSON.stringify(version) },
  resolve: onPreact,
  // Files of public/ come with the back office.
  publicDir: false,
  build: {
    outDir: 'dist',
    // The back office stands there already.
    emptyOutDir: false,
    assetsDir: 'assets/sign-in',
    target: ['chrome109', 'safari16.4', 'firefox115'],
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: 'sign-in.html',
      treeshake,
    },
  },
})
