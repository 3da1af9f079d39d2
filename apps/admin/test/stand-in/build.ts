import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))
const productScreens = join(root, 'src/areas/screens.ts')
const standIn = fileURLToPath(new URL('screens.tsx', import.meta.url))
const shipped = join(root, 'dist')
const cache = join(root, '../../node_modules/.cache')

/** The shell with the stand-in's screens instead of the product's, so that its tests depend on nothing else. */
const testScreens: Plugin = {
  name: 'test-screens',
  enforce: 'pre',
  load: id => (id === productScreens ? `export * from ${JSON.stringify(standIn)}` : null),
}

/** Builds the pages into a separate folder; `remove` deletes it. */
export async function buildPages({
  withTestScreens = false,
  outDir = mkdtempSync(join(tmpdir(), 'admin-pages-')),
} = {}) {
  // A test runner sets NODE_ENV=test, which would make a development build of the library.
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
    await build({ root, configFile: join(root, 'vite.sign-in.config.ts'), logLevel: 'error', build: { outDir } })
  } finally {
    process.env.NODE_ENV = before
  }
  return { dist: outDir, remove: () => rmSync(outDir, { recursive: true, force: true }) }
}

/**
 * A folder of pages that does not change: those that `npm test` has built, or, with the test screens, the last build of
 * the same sources.
 */
export async function builtPages({ withTestScreens = false } = {}): Promise<string> {
  if (!withTestScreens) return shipped
  const prefix = 'admin-test-pages-'
  const name = `${prefix}${readFileSync(join(shipped, '.stamp'), 'utf8').slice(0, 16)}`
  const home = join(cache, name)
  if (existsSync(home)) return home
  mkdirSync(cache, { recursive: true })
  const building = mkdtempSync(join(cache, 'making-pages-'))
  await buildPages({ withTestScreens, outDir: building })
  try {
    renameSync(building, home)
  } catch (error) {
    rmSync(building, { recursive: true, force: true })
    // A concurrent test was faster; its build is the same.
    if (!existsSync(home)) throw error
  }
  for (const other of readdirSync(cache))
    if (other.startsWith(prefix) && other !== name) rmSync(join(cache, other), { recursive: true, force: true })
  return home
}
