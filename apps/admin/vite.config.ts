import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string }
const server = process.env.API_SERVER ?? 'http://127.0.0.1:8080'

export default defineConfig({
  base: '/',
  plugins: [react()],
  define: { __APP_VERSION__: JSON.stringify(version) },
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    // Phones of the field are served by the phone page; here a browser of the last three years is expected.
    target: ['chrome109', 'safari16.4', 'firefox115'],
    reportCompressedSize: false,
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: Object.fromEntries(
      ['/api', '/c', '/t', '/h5', '/healthz'].map(path => [`^${path}(/|\\?|$)`, { target: server }]),
    ),
  },
})
