import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { fetchAhead } from './fetch-ahead-plugin.ts'

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string }

/**
 * The pages before the sign-in, a program of their own beside the back office's (docs/decisions/0065): the second build of
 * this folder, into the same place. Development serves both from `vite.config.ts`.
 */
export default defineConfig({
  base: '/',
  // A first visit always begins in Chinese; whoever has chosen another language has been here before.
  plugins: [react(), fetchAhead(['/sign-in/screen.tsx', '/phrases/src/zh/sign-in-start.ts'])],
  define: { __APP_VERSION__: JSON.stringify(version) },
  // The components run on the small implementation of React's interface, as those of the phone page.
  resolve: {
    // Another package of the workspace brings an older one: two of them would not know of each other's components.
    dedupe: ['preact'],
    alias: [
      { find: /^react-dom(\/client)?$/, replacement: 'preact/compat$1' },
      { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
      { find: /^react$/, replacement: 'preact/compat' },
    ],
  },
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
      // The shared packages only declare; what a page does not use of them stays out.
      treeshake: { moduleSideEffects: id => !/[\\/]packages[\\/](contract|client|codes|phrases)[\\/]/.test(id) },
    },
  },
})
