import { createHash } from 'node:crypto'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { fetchAhead } from '../../scripts/pages/fetch-ahead.ts'
import { onPreact } from '../../scripts/pages/preact.ts'
import { treeshake } from '../../scripts/pages/tree-shake.ts'

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

/** Before all else comes the script that sends the signed out away. */
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
        if (gate?.type !== 'chunk' || gate.imports.length > 0)
          throw new Error('The script for the signed out must be one file')
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
    // Pages and calls that are not this page's own come from the server that runs beside it.
    proxy: Object.fromEntries(
      ['/api', '/login', '/c'].map(path => [path, { target: process.env.API_SERVER ?? 'http://127.0.0.1:8080' }]),
    ),
  },
  resolve: onPreact,
  build: {
    // Phones in the field are old. What their library lacks is in `platform/old-phones.ts`.
    target: ['chrome90', 'safari15.4', 'firefox100'],
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: { main: 'index.html', gate: 'src/start/gate.ts', sw: 'src/worker/sw.ts' },
      output: { entryFileNames: chunk => (chunk.name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js') },
      treeshake,
    },
  },
})
