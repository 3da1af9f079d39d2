import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { fetchAhead } from '../../scripts/pages/fetch-ahead.ts'
import { onPreact } from '../../scripts/pages/preact.ts'
import { treeshake } from '../../scripts/pages/tree-shake.ts'

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string }

/**
 * The pages before the sign-in, a program of its own next to the back office (docs/decisions/pages-and-browsers.md):
 * the second build of this folder, into the same place. In development `vite.config.ts` serves both.
 */
export default defineConfig({
  base: '/',
  // A first visit always starts in Chinese; another language was chosen on an earlier visit.
  plugins: [react(), fetchAhead(['/sign-in/screen.tsx', '/phrases/src/zh/sign-in-start.ts'])],
  define: { __APP_VERSION__: JSON.stringify(version) },
  resolve: onPreact,
  // The back office's build copies public/.
  publicDir: false,
  build: {
    outDir: 'dist',
    // The back office is there already.
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
