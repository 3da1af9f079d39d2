import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'

// The pages as they are built for delivery; the runner builds them before it tests.
const dist = join(import.meta.dirname, '../dist')
const assets = join(dist, 'assets')
const scripts = new Map(
  readdirSync(assets)
    .filter(name => name.endsWith('.js'))
    .map(name => [name, readFileSync(join(assets, name), 'utf8')]),
)

/** A file with everything that it fetches at once. */
function withImports(names: readonly string[], found = new Set<string>()): Set<string> {
  for (const name of names) {
    if (found.has(name)) continue
    found.add(name)
    const needed = [...scripts.get(name)!.matchAll(/(?:from|import)\s*["'`]\.\/([\w-]+\.js)["'`]/g)].map(
      match => match[1]!,
    )
    withImports(needed, found)
  }
  return found
}

const index = readFileSync(join(dist, 'index.html'), 'utf8')
const begin = [...index.matchAll(/assets\/([\w-]+\.js)/g)].map(match => match[1]!)
const named = (part: string) => [...scripts.keys()].filter(name => name.startsWith(`${part}-`))

describe('the first visit of the phone page', () => {
  it.each(['zh', 'en', 'fr'])('fetches less than 110 kB of script, gzipped, and no scanner (%s)', language => {
    expect(begin.length).toBeGreaterThan(0)
    const files = withImports([...begin, ...named(language), ...named('services')])
    expect([...files].filter(name => name.startsWith('scanner'))).toEqual([])
    const bytes = [...files].reduce((sum, name) => sum + gzipSync(scripts.get(name)!, { level: 9 }).length, 0)
    expect(bytes).toBeLessThan(110_000)
  })
})

describe('the built page', () => {
  // What Chrome 90 lacks and `platform/old-phones.ts` does not bring.
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
