import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { commentLines, declaredNames } from './names.ts'
import { folders, read, root, shipped, sources } from './source.ts'

const contributing = read('CONTRIBUTING.md')
/** Words that stand for no idea of their own: the last line of the glossary has them, once. */
const forbidden = new Set(/forbidden as bare names: `([a-z\s]+)`/.exec(contributing)?.[1]?.trim().split(/\s+/))
const isForbidden = (name: string) => forbidden.has(name.toLowerCase())

const workspaces = [...folders('packages'), ...folders('apps')]
// All but this one, which has examples.
const files = ['apps', 'e2e', 'packages', 'scripts', 'test']
  .flatMap(place => sources(place, /\.(tsx?|mjs)$/))
  .filter(path => path !== 'test/language.test.ts')

describe('names', () => {
  test('are found where they are declared, and not in sentences', () => {
    const source = [
      `import { told } from './x.ts'`,
      `export const shown = (asked: string) => asked`,
      `// const kept = 1`,
      `const text = 'the type given, the class found'`,
      `for (const own of list) use(own)`,
      `const { whole, beside: reach } = wire`,
      `let [said, setSaid] = useState<string>('')`,
      `export async function* heard<T>(): T {}`,
      `type Given = { made: string }`,
      `interface Found extends Row {}`,
      `class Way {}`,
      `export { text as standing }`,
    ].join('\n')
    const found = declaredNames(source).filter(({ name }) => isForbidden(name))
    expect(found.map(({ line, name }) => `${line} ${name}`).sort()).toEqual(
      ['2 shown', '5 own', '6 reach', '7 said', '8 heard', '9 Given', '10 Found', '11 Way', '12 standing'].sort(),
    )
  })

  test('are no words that the glossary of CONTRIBUTING.md retires', () => {
    expect(forbidden.size).toBeGreaterThan(10)
    const offenders = files.flatMap(path =>
      declaredNames(read(path))
        .filter(({ name }) => isForbidden(name))
        .map(({ line, name }) => `${path}:${line} ${name}`),
    )
    expect(offenders, `${offenders.length} names`).toEqual([])
  })

  test('of files are none of them either', () => {
    expect(files.filter(path => isForbidden(basename(path).replace(/\..*$/, '')))).toEqual([])
  })
})

test('comments of the product call people they, and say who is meant instead of whoever', () => {
  expect(commentLines(`const a = 'his' // He said`).map(({ text }) => text)).toEqual(['// He said'])
  const offenders = workspaces
    .flatMap(place => sources(`${place}/src`, /\.tsx?$/))
    .filter(shipped)
    .flatMap(path =>
      commentLines(read(path))
        .filter(({ text }) => /\b(whoever|whomever|he|him|his|himself)\b/i.test(text))
        .map(({ line, text }) => `${path}:${line} ${text}`),
    )
  expect(offenders, `${offenders.length} lines`).toEqual([])
})

test('no folder holds more than 40 files', () => {
  /** Folders that may, and why. */
  const allowed: Readonly<Record<string, string>> = {
    'packages/phrases/src/en': 'mirrors the areas, a file for each',
    'packages/phrases/src/fr': 'as en',
    'packages/phrases/src/zh': 'as en',
  }
  const counts = Object.entries(
    Object.groupBy(
      [...workspaces.flatMap(place => [`${place}/src`, `${place}/test`]), 'e2e', 'scripts', 'test']
        .filter(place => existsSync(join(root, place)))
        .flatMap(place => sources(place, /./)),
      path => path.slice(0, path.lastIndexOf('/')),
    ),
  ).map(([folder, list]) => ({ folder, count: list!.length }))
  const large = counts.filter(({ count }) => count > 40)
  expect(large.filter(({ folder }) => !(folder in allowed)).map(({ folder, count }) => `${folder}: ${count}`)).toEqual(
    [],
  )
  expect(Object.keys(allowed).filter(folder => !large.some(one => one.folder === folder))).toEqual([])
})
