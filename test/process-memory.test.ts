import { expect, test } from 'vitest'
import { read, shipped, sources } from './source.ts'

/**
 * Structures that fill while a process runs, and that live as long as it does: module-level variables and fields of
 * classes. Each needs a line in the table of docs/operations.md, with its bound.
 */
const bounded = [
  'Cache',
  'TtlCache',
  'SingleFlight',
  'TokenBuckets',
  'Batcher',
  'FairQueue',
  'AdmissionGate',
  'Exchanges',
]
const containers = ['Map', 'Set', 'WeakMap', ...bounded].join('|')
const inModule = new RegExp(`^(?:export )?(?:const|let) (\\w+)(?:: [^=]+)? = (?:new (${containers})\\b|\\[\\]$)`, 'gm')
const inClass = new RegExp(
  `^  (?:static |private |readonly )*(#?\\w+)(?:: [^=\\n]+)? = (?:new (${containers})\\b|\\[\\]$)`,
  'gm',
)
const madeAnywhere = new RegExp(`new (?:${bounded.join('|')})\\b`)

/** A variable or field of this kind that is only read is a constant. */
function isFilled(text: string, name: string, declaration: string): boolean {
  const uses = `${name.startsWith('#') ? `\\${name}` : `\\b${name}`}[?!]?\\s*`
  return new RegExp(`${uses}(\\.(set|add|push|unshift)\\(|=[^=>])`).test(text.replace(declaration, ''))
}

/** What is filled in a source file, by name. */
function structuresOf(text: string): string[] {
  const fields = [...text.matchAll(inClass)].filter(([line]) => !/^ {2}(const|let) /.test(line))
  return [...text.matchAll(inModule), ...fields].flatMap(([line, name, kind]) =>
    (kind !== undefined && kind !== 'Map' && kind !== 'Set') || isFilled(text, name!, line) ? [name!] : [],
  )
}

const folder = 'apps/server/src/'
const files = sources(folder).filter(shipped)

/** The third column of the table, as `file name`. */
function listed(): { place: string; bound: string }[] {
  const [, chapter = ''] = read('docs/operations.md').split('\n## What a process holds in memory\n')
  const rows = chapter.split('\n## ')[0]!.matchAll(/^\| (?!What|---)[^|]+ \| ([^|]+) \| ([^|]+) \|$/gm)
  return [...rows].flatMap(([, bound = '', where = '']) => {
    let file = ''
    return [...where.matchAll(/`([^`]+)`/g)].flatMap(([, word = '']) => {
      if (!word.endsWith('.ts')) return [{ place: `${file} ${word}`, bound }]
      file = word
      return []
    })
  })
}

test('each structure that fills while a process runs has its bound in the operations guide', () => {
  const places = new Set(listed().map(({ place }) => place))
  const structures = files.flatMap(file => structuresOf(read(file)).map(name => `${file.slice(folder.length)} ${name}`))
  expect(structures.length).toBeGreaterThan(70)
  expect(structures.filter(place => !places.has(place))).toEqual([])
})

test('each file that makes a cache, a limit or a queue, wherever in it, is in the table', () => {
  const known = new Set(listed().map(({ place }) => place.split(' ')[0]))
  const making = files.filter(file => madeAnywhere.test(read(file))).map(file => file.slice(folder.length))
  expect(making.filter(file => !known.has(file))).toEqual([])
})

test('the table names only what there is, each with a bound', () => {
  for (const { place, bound } of listed()) {
    const [file, name] = place.split(' ') as [string, string]
    expect(files, place).toContain(`${folder}${file}`)
    expect(read(`${folder}${file}`), place).toMatch(
      new RegExp(`${name.startsWith('#') ? `\\${name}` : `\\b${name}`}\\b`),
    )
    expect(bound.trim(), place).not.toBe('')
  }
})

test('a growing map without a line would be noticed', () => {
  const invented = [
    'const seen = new Map<string, number>()',
    'const known = new Set([1, 2])',
    'class Reader {',
    '  readonly #all = new Cache<string, string>(10)',
    '  #list: string[] = []',
    '  note(one: string) {',
    '    const local = new Map<string, string>()',
    '    local.set(one, one)',
    '    seen.set(one, 1)',
    '    this.#list.push(one)',
    '  }',
    '}',
  ].join('\n')
  expect(structuresOf(invented)).toEqual(['seen', '#all', '#list'])
})
