import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))
const own = join(root, 'src/areas/screens.ts')
const standIn = fileURLToPath(new URL('screens.tsx', import.meta.url))

/** The shell with the stand-in's screens in place of the product's, so that its tests depend on nothing else. */
const testScreens: Plugin = {
  name: 'test-screens',
  enforce: 'pre',
  load: id => (id === own ? `export * from ${JSON.stringify(standIn)}` : null),
}

/** Builds the pages into a folder of their own; `remove` takes it away again. */
export async function buildPages({
  withTestScreens = false,
  outDir = mkdtempSync(join(tmpdir(), 'admin-pages-')),
} = {}) {
  // A test runner says NODE_ENV=test, with which the library would build itself for development.
  const before = process.env.NODE_ENV
  process.env.NODE_ENV = 'production'
  try {
    await build({
      root,
      configFile: join(root, 'vite.config.ts'),
      logLevel: 'error',
      plugins: withTestScreens ? [testScreens] : [],
      build: { outDir, emptyOutDir: true, manifest: true },
    })
  } finally {
    process.env.NODE_ENV = before
  }
  return { dist: outDir, remove: () => rmSync(outDir, { recursive: true, force: true }) }
}
