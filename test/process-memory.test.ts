import { readFileSync } from 'node:fs'
import { globSync } from 'node:fs'
import { expect, test } from 'vitest'

const containers = 'Map|Set|WeakMap|Cache|TtlCache|SingleFlight|TokenBuckets|Batcher|FairQueue|AdmissionGate|Exchanges'
const inModule = new RegExp(`^(?:export )?(?:const|let) (\\w+)(?:: [^=]+)? = (?:new (${containers})\\b|\\[\\]$)`, 'gm')
const inClass = new RegExp(`^  (?:static |private |readonly )*(#?\\w+)(?:: [^=\\n]+)? = (?:new (${containers})\\b|\\[\\]$)`, 'gm')

test('print', () => {
  for (const file of globSync('apps/server/src/**/*.ts').sort()) {
    if (file.endsWith('.test.ts')) continue
    const text = readFileSync(file, 'utf8')
    const inClasses = [...text.matchAll(inClass)].filter(([line]) => !/^ {2}(const|let) /.test(line))
    for (const [line, name, kind] of [...text.matchAll(inModule), ...inClasses]) {
      const used = new RegExp(`${name!.replace('#','this\\.#')}(\\?|!)?\\s*(\\.(set|add|push|unshift|ask|take|read)\\(|=[^=])`)
      const plain = kind === 'Map' || kind === 'Set' || kind === undefined
      if (plain && !used.test(text.replace(line, ''))) continue
      console.log(`${file.replace('apps/server/src/','')} ${name} ${kind ?? '[]'}`)
    }
  }
  expect(1).toBe(1)
})
