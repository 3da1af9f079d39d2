import { readFileSync } from 'node:fs'
import { isSignInPath } from '@timbermark/contract/pages'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { fetchAhead } from '../../scripts/pages/fetch-ahead.ts'
import { treeshake } from '../../scripts/pages/tree-shake.ts'
import { outlines } from './outlines.ts'

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string }
const server = process.env.API_SERVER ?? 'http://127.0.0.1:8080'

/**
 * The library gives icons English file names as accessible names ("download Exporter"). Here every icon is next to a
 * text or in a control with a name of its own, so icons are hidden from screen readers.
 */
const silentIcons: Plugin = {
  name: 'silent-icons',
  apply: 'build',
  transform(code, id) {
    if (!/@ant-design\/icons\/es\/components\/AntdIcon(Light)?\.js$/.test(id)) return
    const silent = code.replace(/role: "img",\s*"aria-label": icon\.name/, '"aria-hidden": true')
    if (silent === code) this.error('The icon component has changed: this build cannot hide icons from screen readers')
    return { code: silent, map: null }
  },
}

/** The pages before the sign-in have a build of their own (vite.sign-in.config.ts); in development both are served here. */
const signInPages: Plugin = {
  name: 'sign-in-pages',
  apply: 'serve',
  configureServer: server => {
    server.middlewares.use((request, _response, next) => {
      const { pathname } = new URL(request.url ?? '/', 'http://own.invalid')
      if (isSignInPath(pathname)) request.url = '/sign-in.html'
      next()
    })
  },
}

export default defineConfig({
  base: '/',
  plugins: [
    react(),
    silentIcons,
    outlines,
    signInPages,
    fetchAhead(['/src/start.tsx', '/shell/frame/back-office.tsx', '/shell/theme/library.tsx']),
  ],
  define: { __APP_VERSION__: JSON.stringify(version) },
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    // Phones in the field use the phone page; here a browser of the last three years is expected.
    target: ['chrome109', 'safari16.4', 'firefox115'],
    reportCompressedSize: false,
    rolldownOptions: { treeshake },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: Object.fromEntries(
      ['/api', '/c', '/t', '/h5', '/healthz'].map(path => [`^${path}(/|\\?|$)`, { target: server }]),
    ),
  },
})
