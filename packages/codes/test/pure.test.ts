import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Source files that `entry` imports directly or indirectly, and the outside modules that they import. */
function collectImports(entry: string): { files: Set<string>; outside: Set<string> } {
  const files = new Set<string>()
  const outside = new Set<string>()
  const visit = (url: URL) => {
    if (files.has(url.pathname)) return
    files.add(url.pathname)
    for (const [, name] of readFileSync(url, 'utf8').matchAll(/from '([^']+)'/g)) {
      if (name!.startsWith('.')) visit(new URL(name!, url))
      else outside.add(name!)
    }
  }
  visit(new URL(`../src/${entry}`, import.meta.url))
  return { files, outside }
}

test('the browser part imports nothing and uses nothing of Node', () => {
  const { files, outside } = collectImports('index.ts')
  expect([...outside]).toEqual([])
  expect(files.size).toBeGreaterThan(4)
  for (const file of files) expect(readFileSync(file, 'utf8'), file).not.toMatch(/\b(Buffer|process|require)\b/)
})

test('the part with keys imports built-in modules only', () => {
  expect([...collectImports('node.ts').outside]).toEqual(['node:crypto'])
})
