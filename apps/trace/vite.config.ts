import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { textsPlugin } from './texts-plugin.ts'

/**
 * Two builds: `vite build` makes the client (dist/client, with its manifest), and
 * `vite build --ssr src/server.tsx --outDir dist/server` makes `render`, with everything it needs inside.
 */
export default defineConfig(({ isSsrBuild }) => ({
  base: '/t/',
  plugins: [react(), textsPlugin()],
  // Files of public/ belong to the client only.
  publicDir: isSsrBuild ? false : 'public',
  // In the browser the components run on the small implementation of React's interface (docs/decisions/0028).
  resolve: {
    alias: isSsrBuild
      ? []
      : [
          { find: /^react-dom(\/client)?$/, replacement: 'preact/compat$1' },
          { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
          { find: /^react$/, replacement: 'preact/compat' },
        ],
  },
  // React and the phrases go into the server's file, so that it runs the production React whatever NODE_ENV says.
  ssr: { noExternal: true },
  define: isSsrBuild ? { 'process.env.NODE_ENV': '"production"' } : {},
  build: {
    outDir: 'dist/client',
    emptyOutDir: true,
    manifest: !isSsrBuild,
    target: isSsrBuild ? 'node20' : ['es2020', 'chrome80', 'safari14', 'firefox80'],
    cssCodeSplit: false,
    // The script asks for one further file at a time: there is nothing to be fetched ahead.
    modulePreload: false,
    // The keys of the ledger are this installation's own: its server gives them beside the script.
    rolldownOptions: isSsrBuild ? {} : { input: 'src/client.tsx', external: ['/t/log.js'] },
  },
}))
