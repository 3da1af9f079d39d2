import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { languages } from '@timbermark/contract'
import { describe, expect, it } from 'vitest'

// The pages as built for production; the test runner builds them first.
const dist = join(import.meta.dirname, '../dist')
const assets = join(dist, 'assets')
const scripts = new Map(
  readdirSync(assets)
    .filter(name => name.endsWith('.js'))
    .map(name => [name, readFileSync(join(assets, name), 'utf8')]),
)

/** A file with everything that it imports. */
function withImports(names: readonly string[], visited = new Set<string>()): Set<string> {
  for (const name of names) {
    if (visited.has(name)) continue
    visited.add(name)
    const needed = [...scripts.get(name)!.matchAll(/(?:from|import)\s*["'`]\.\/([\w-]+\.js)["'`]/g)].map(
      match => match[1]!,
    )
    withImports(needed, visited)
  }
  return visited
}

const index = readFileSync(join(dist, 'index.html'), 'utf8')
/** Scripts that the document names: the one that runs, and those that are preloaded for it. */
const inDocument = [...index.matchAll(/assets\/([\w-]+\.js)/g)]
  .map(match => match[1]!)
  // Redirects signed-out visitors; others do not need it.
  .filter(name => !name.startsWith('gate-'))
const named = (part: string) => [...scripts.keys()].filter(name => name.startsWith(`${part}-`))

describe('the first visit of the phone page', () => {
  it.each(languages)('fetches less than 60 kB of script, gzipped, and no scanner (%s)', language => {
    expect(named('screen')).toHaveLength(1)
    const files = withImports([...inDocument, ...named(language), ...named('screen')])
    expect([...files].filter(name => name.startsWith('scanner'))).toEqual([])
    const bytes = [...files].reduce((sum, name) => sum + gzipSync(scripts.get(name)!, { level: 9 }).length, 0)
    expect(bytes).toBeLessThan(60_000)
  })

  it('names every script of its first screen in the document, so that none waits for another', () => {
    expect(inDocument.length).toBeGreaterThan(1)
    expect([...withImports(named('screen'))].sort()).toEqual([...inDocument].sort())
  })

  it('redirects signed-out visitors by a first script of less than 400 bytes that waits for nothing', () => {
    const [gate] = named('gate')
    const first = /<(?:script|link)[^>]+assets[^>]+>/.exec(index)![0]
    expect(first).toBe(`<script type="module" async crossorigin src="/h5/assets/${gate}">`)
    expect([...withImports([gate!])]).toEqual([gate])
    expect(gzipSync(scripts.get(gate!)!, { level: 9 }).length).toBeLessThan(400)
  })

  it('starts with a script of less than 9 kB, gzipped, that imports no other', () => {
    const [begin] = named('main')
    expect(index).toContain(`<script type="module" crossorigin src="/h5/assets/${begin}">`)
    expect([...withImports([begin!])]).toEqual([begin])
    expect(gzipSync(scripts.get(begin!)!, { level: 9 }).length).toBeLessThan(9_000)
  })
})

describe('the built page', () => {
  // What Chrome 90 lacks and `platform/polyfills.ts` does not add.
  it.each([
    /\.findLastIndex\(/,
    /\.(?:toSorted|toReversed|toSpliced)\(/,
    /\bstructuredClone\(/,
    /(?:Object|Map)\.groupBy\(/,
    /Promise\.withResolvers\(/,
    /AbortSignal\.timeout\(/,
    /\.replaceAll\([^)]*\/v/,
    /[{;]static\{/,
  ])('uses no %s, which Chrome 90 does not have', pattern => {
    for (const [name, text] of scripts) expect(pattern.test(text), name).toBe(false)
  })
})
