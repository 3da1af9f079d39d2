import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { onPreact } from '../../scripts/pages/preact.ts'
import { textsPlugin } from './texts-plugin.ts'

/**
 * Asks browsers that support it (Chromium since 136) to compile the chunk that checks the proof during its download, off the main
 * thread. Otherwise each function is compiled at its first call, and a first visit calls all of them.
 */
const compiledAhead = {
  name: 'timbermark-compiled-ahead',
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === 'chunk' && file.name === 'checking') file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
  },
} satisfies Plugin

/**
 * Three builds: `vite build` makes the client (dist/client, with its manifest),
 * `vite build --ssr src/server.tsx --outDir dist/server` makes `render`, with everything it needs inside, and the same with
 * `src/reading-pages/server.tsx` and dist/reading-pages the reading pages.
 */
export default defineConfig(({ isSsrBuild }) => ({
  base: '/t/',
  plugins: [react(), textsPlugin(), compiledAhead],
  // Files of public/ belong to the client only.
  publicDir: isSsrBuild ? false : 'public',
  resolve: isSsrBuild ? {} : onPreact,
  // React and the phrases are bundled into the server's file, so that it runs the production React whatever NODE_ENV says.
  ssr: { noExternal: true },
  define: isSsrBuild ? { 'process.env.NODE_ENV': '"production"' } : {},
  build: {
    outDir: 'dist/client',
    emptyOutDir: true,
    manifest: !isSsrBuild,
    target: isSsrBuild ? 'node20' : ['es2020', 'chrome80', 'safari14', 'firefox80'],
    cssCodeSplit: false,
    // The script loads one further file at a time: there is nothing to preload.
    modulePreload: false,
    rolldownOptions: isSsrBuild
      ? {}
      : {
          input: 'src/client.tsx',
          // Each installation has its own ledger keys: its server serves them next to the script.
          external: ['/t/log.js'],
          // What the first script has, later parts take from it: a part in common would be one more file before the page is usable.
          output: { codeSplitting: { groups: [{ name: 'client', tags: ['$initial'] }] } },
        },
  },
}))
