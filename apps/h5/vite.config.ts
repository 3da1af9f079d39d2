import { createHash } from 'node:crypto'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Files that the worker keeps beside the built ones; they come from `public/`. */
const kept = ['manifest.webmanifest', 'icon.svg', 'icon-192.png']

/** Tells the service worker which files make up the page, and gives each build of them its own name. */
function listFilesForWorker(): Plugin {
  return {
    name: 'timbermark-worker-files',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const worker = bundle['sw.js']
      if (worker?.type !== 'chunk') throw new Error('The service worker was not built')
      if (worker.imports.length > 0) throw new Error('The service worker must be one file')
      const hash = createHash('sha256')
      const files: string[] = []
      for (const name of Object.keys(bundle).sort()) {
        const output = bundle[name]!
        hash.update(name).update(output.type === 'chunk' ? output.code : output.source)
        if (name.startsWith('assets/')) files.push(name)
      }
      worker.code = worker.code
        .replace(/\b__FILES__\b/g, JSON.stringify([...files, ...kept]))
        .replace(/\b__VERSION__\b/g, JSON.stringify(hash.digest('hex').slice(0, 12)))
    },
  }
}

/**
 * Lets the browser fetch ahead what the page's first script asks for: it need not have come and run before that is on its
 * way. The styles stand in the document already. Before all of it comes the script that sends the signed out away.
 */
function fetchScreenAhead(): Plugin {
  return {
    name: 'timbermark-fetch-ahead',
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        if (!bundle) return []
        const chunks = Object.values(bundle).filter(output => output.type === 'chunk')
        const screen = chunks.find(chunk => chunk.facadeModuleId?.endsWith('/start/screen.tsx'))
        const main = chunks.find(chunk => chunk.isEntry && chunk.name === 'main')
        if (!screen || !main) throw new Error('The page was not built of its first script and its screen')
        const gate = chunks.find(chunk => chunk.isEntry && chunk.name === 'gate')
        if (!gate || gate.imports.length > 0) throw new Error('The script for the signed out must be one file')
        const ahead = [screen.fileName, ...screen.imports]
          .filter(file => file !== main.fileName && !main.imports.includes(file))
          .map(file => ({
            tag: 'link',
            injectTo: 'head' as const,
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/h5/${file}` },
          }))
        const first = {
          tag: 'script',
          injectTo: 'head-prepend' as const,
          attrs: { type: 'module', async: true, crossorigin: true, src: `/h5/${gate.fileName}` },
        }
        return [first, ...ahead]
      },
    },
  }
}

export default defineConfig({
  base: '/h5/',
  plugins: [react(), fetchScreenAhead(), listFilesForWorker()],
  server: {
    host: '127.0.0.1',
    port: 5174,
    // Pages and calls that are not this page's own come from the server that runs beside it.
    proxy: Object.fromEntries(
      ['/api', '/login', '/c'].map(path => [path, { target: process.env.API_SERVER ?? 'http://127.0.0.1:8080' }]),
    ),
  },
  // The components run on the small implementation of React's interface, as those of the public page (docs/decisions/0028, 0064).
  resolve: {
    // Another package of the workspace brings an older one: two of them would not know of each other's components.
    dedupe: ['preact'],
    alias: [
      { find: /^react-dom(\/client)?$/, replacement: 'preact/compat$1' },
      { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
      { find: /^react$/, replacement: 'preact/compat' },
    ],
  },
  build: {
    // Phones in the field are old. What their library lacks is in `platform/old-phones.ts`.
    target: ['chrome90', 'safari15.4', 'firefox100'],
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: { main: 'index.html', gate: 'src/start/gate.ts', sw: 'src/worker/sw.ts' },
      output: { entryFileNames: chunk => (chunk.name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js') },
      // The shared packages only declare; what a page does not use of them stays out.
      treeshake: { moduleSideEffects: id => !/[\\/]packages[\\/](contract|client|codes|phrases)[\\/]/.test(id) },
    },
  },
})
