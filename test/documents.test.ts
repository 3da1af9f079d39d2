import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root, sources } from './source.ts'

/** Every Markdown file of the project, relative to its root. */
const documents = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter(path => path.endsWith('.md') && !/(^|\/)(node_modules|dist|\.data|\.git|\.failures)\//.test(path))
  .sort()
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const words = (text: string) => text.split(/\s+/).filter(Boolean).length
const lines = (text: string) => text.trimEnd().split('\n').length
const folders = (path: string) =>
  readdirSync(join(root, path), { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .map(entry => `${path}/${entry.name}`)

const areas = folders('apps/server/src/areas')

describe('documents', () => {
  test('there are documents at all', () => {
    expect(documents).toContain('README.md')
    expect(documents.length).toBeGreaterThan(20)
  })

  test('every relative link leads to a file', () => {
    const broken = documents.flatMap(document =>
      [...read(document).matchAll(/\]\((?!https?:|mailto:|#)([^)\s#]+)[^)]*\)/g)]
        .map(([, target]) => target!)
        .filter(target => !existsSync(join(root, dirname(document), target)))
        .map(target => `${document}: ${target}`),
    )
    expect(broken).toEqual([])
  })

  test('every path that starts at the root and is named in code style exists', () => {
    const missing = documents.flatMap(document =>
      [...read(document).matchAll(/`((?:apps|packages|docs|scripts|deploy|e2e)\/[\w./-]+)`/g)]
        .map(([, path]) => path!)
        .filter(path => !path.includes('/dist') && !existsSync(join(root, path)))
        .map(path => `${document}: ${path}`),
    )
    expect(missing).toEqual([])
  })

  test('every name of code in a guide occurs in the code', () => {
    const code = ['apps', 'packages', 'scripts']
      .flatMap(place => sources(place))
      .map(read)
      .join('\n')
    const names = new Set(code.match(/[A-Za-z_$][\w$]*/g))
    const unknown = documents
      .filter(document => /^docs\/add-.*\.md$/.test(document))
      .flatMap(document =>
        [...read(document).matchAll(/`([a-z]+[A-Z][A-Za-z]*)(?:<[^`]*>)?(?:\([^`]*\))?`/g)]
          .map(([, name]) => name!)
          .filter(name => !names.has(name))
          .map(name => `${document}: ${name}`),
      )
    expect(unknown).toEqual([])
  })

  test('every file that a README names is in its folder, or below the sources of its app', () => {
    const missing = documents
      .filter(document => /^(apps|packages)\/.*README\.md$/.test(document))
      .flatMap(document => {
        const folder = dirname(document)
        const app = folder.split('/').slice(0, 2).join('/')
        const bases = [
          folder,
          `${folder}/src`,
          `${app}/src`,
          app,
          `${app}/src/areas`,
          '.',
          'apps',
          'packages',
          'apps/server',
          'apps/server/src',
        ]
        return [...read(document).matchAll(/`([\w.-]+(?:\/[\w.-]+)*\.(?:ts|tsx|css|json|sql))`/g)]
          .map(([, path]) => path!)
          .filter(path => path.includes('/') && !bases.some(base => existsSync(join(root, base, path))))
          .map(path => `${document}: ${path}`)
      })
    expect(missing).toEqual([])
  })

  test('the map is one page, and each part has a short README', () => {
    expect(words(read('ARCHITECTURE.md'))).toBeLessThanOrEqual(1000)
    const parts = [
      ...areas,
      ...folders('packages'),
      'apps/admin',
      'apps/h5',
      'apps/trace',
      'apps/server/src/platform',
      'apps/server/src/entity',
    ]
    expect(areas.length).toBeGreaterThan(15)
    expect(parts.filter(part => !existsSync(join(root, part, 'README.md')))).toEqual([])
    // The package of the ledger is meant to be read by people who write a verifier of their own.
    const long = parts.filter(part => part !== 'packages/ledger' && lines(read(`${part}/README.md`)) > 25)
    expect(long).toEqual([])
  })

  test('a page of decisions has at most 600 words and only dated bullets', () => {
    const pages = documents.filter(path => path.startsWith('docs/decisions/') && !path.endsWith('README.md'))
    expect(pages.length).toBeGreaterThan(10)
    expect(pages.filter(page => words(read(page)) > 600)).toEqual([])
    expect(pages.filter(page => !/^- \*\*\d{4}-\d\d-\d\d: /m.test(read(page)))).toEqual([])
    const index = read('docs/decisions/README.md')
    expect(pages.filter(page => !index.includes(relative('docs/decisions', page)))).toEqual([])
  })
})
