import { createHash } from 'node:crypto'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { fetchAhead } from '../../scripts/pages/fetch-ahead.ts'
import { onPreact } from '../../scripts/pages/preact.ts'
import { treeshake } from '../../scripts/pages/tree-shake.ts'

/** Files from `public/` that the service worker stores in addition to the built ones. */
const publicFiles = ['manifest.webmanifest', 'icon.svg', 'icon-192.png']

/** Writes into the service worker which files make up the page, and a version that differs for each build. */
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
        .replace(/\b__FILES__\b/g, JSON.stringify([...files, ...publicFiles]))
        .replace(/\b__VERSION__\b/g, JSON.stringify(hash.digest('hex').slice(0, 12)))
    },
  }
}

/** Puts the gate script, which redirects signed-out visitors, before everything else in the document. */
function gateFirst(): Plugin {
  return {
    name: 'timbermark-gate-first',
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        if (!bundle) return []
        const gate = Object.values(bundle).find(
          output => output.type === 'chunk' && output.isEntry && output.name === 'gate',
        )
        if (gate?.type !== 'chunk' || gate.imports.length > 0) throw new Error('The gate script must be one file')
        const attrs = { type: 'module', async: true, crossorigin: true, src: `/h5/${gate.fileName}` }
        return [{ tag: 'script', injectTo: 'head-prepend', attrs }]
      },
    },
  }
}

export default defineConfig({
  base: '/h5/',
  plugins: [react(), fetchAhead(['/start/screen.tsx'], '/h5/'), gateFirst(), listFilesForWorker()],
  server: {
    host: '127.0.0.1',
    port: 5174,
    // Pages and calls of the other parts come from the server, which runs separately.
    proxy: Object.fromEntries(
      ['/api', '/login', '/c'].map(path => [path, { target: process.env.API_SERVER ?? 'http://127.0.0.1:8080' }]),
    ),
  },
  resolve: onPreact,
  build: {
    // Phones in the field are old. `platform/polyfills.ts` adds the library functions that they lack.
    target: ['chrome90', 'safari15.4', 'firefox100'],
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: { main: 'index.html', gate: 'src/start/gate.ts', sw: 'src/worker/sw.ts' },
      output: { entryFileNames: chunk => (chunk.name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js') },
      treeshake,
    },
  },
})
