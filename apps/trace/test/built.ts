import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = join(import.meta.dirname, '..')
const vite = join(root, '../../node_modules/vite/bin/vite.js')

/** Both builds as they are shipped, in a folder of their own; the folder's address ends in a slash. */
export function buildPage(): URL {
  const dist = mkdtempSync(join(tmpdir(), 'trace-page-'))
  const env = { ...process.env, NODE_ENV: 'production' }
  const build = (...args: string[]) =>
    execFileSync(process.execPath, [vite, 'build', '--logLevel', 'error', ...args], { cwd: root, env, stdio: 'pipe' })
  build('--outDir', join(dist, 'client'))
  build('--ssr', 'src/server.tsx', '--outDir', join(dist, 'server'))
  return pathToFileURL(`${dist}/`)
}
