import { groupsOf } from './sizes.ts'

/**
 * Which tests `npm test -- changed` runs. An area is a folder: `apps/server/test/<area>` belongs to
 * `apps/server/src/areas/<area>` and `packages/contract/src/<area>`. Every test of the server imports the whole of it, hence
 * imports do not tell which of them a change can break; for all other tests they do.
 */
export interface Repository {
  /** Every test file, as a path from the root. */
  tests: readonly string[]
  /**
   * Files that lead to this one by their imports, itself included. What is imported through a file that only passes on
   * (a barrel) leads to where it is declared.
   * @param stopAt files beyond which nothing is followed
   */
  dependents(path: string, stopAt: (path: string) => boolean): ReadonlySet<string>
}

export interface Reason {
  why: string
  tests: string[]
}

export interface Selection {
  /** The tests, each under the first reason that selects it. */
  reasons: Reason[]
  tests: string[]
  /** A page changes that tests in browsers look at; those are left to the whole run. */
  pages: boolean
}

const serverTests = 'apps/server/test/'
const conformance = `${serverTests}conformance/`

/** Files that only name what others declare: adding a line there breaks nothing but what walks over all declarations. */
const registrations: readonly [files: RegExp, what: string][] = [
  [
    /^packages\/contract\/src\/(registry|views|calls|menus|menu-icons|limits|roles|dictionaries|choosers|pages|index)\.ts$/,
    'lists of declarations',
  ],
  [/^packages\/contract\/src\/[^/]+\/(index|entities|views|calls|errors)\.ts$/, 'lists of an area'],
  [/^packages\/phrases\/src\/([^/]+\/)?[\w-]+\.ts$/, 'words'],
  [/^apps\/server\/src\/(routes|background)\.ts$/, 'lists of routes and of background work'],
  [/^apps\/server\/(migrations\/|schema\.sql$)/, 'the schema: its tables are those of the declarations beside it'],
  [/^apps\/server\/src\/areas\/tool\/refusals\.txt$/, 'a list that a walk writes'],
  [/^apps\/admin\/src\/areas\/screens\.ts$/, 'the list of screens'],
]
const isRegistration = (path: string) => registrations.some(([files]) => files.test(path))

/** Sources that browsers see only as built pages. */
const builtPages = /^(apps\/(admin|h5|trace)|packages\/(client|phrases|contract|codes|ledger|material))\/src\//

/** Sources of the server, or of packages that it is made of. */
const ofServer = /^(apps\/server\/(?!test\/)|packages\/(contract|phrases|codes|ledger|material)\/src\/)/

/** Files that no import leads to, and what reads them. */
const readers: readonly [files: RegExp, tests: readonly string[]][] = [
  [/^(package-lock\.json|package\.json|vitest\.config\.ts)$/, ['']],
  [/^deploy\//, ['behind-nginx', 'rolling-restart'].map(name => `${serverTests}process/${name}.test.ts`)],
  [/^scripts\/run\.mjs$/, [`${serverTests}process/`]],
]

/** Cheap tests of the repository itself, and of the contract's and the phrases' own rules. */
const always: readonly string[] = ['test/', 'packages/contract/', 'packages/phrases/']

/** Whether a helper lies in the folder of tests that a test lies in. */
const isAmong = (test: string, helper: string) =>
  [/^e2e\//, /^apps\/admin\/test\//, /^apps\/trace\/test\//].some(folder => folder.test(test) && folder.test(helper))

/** The area of a source of the server; undefined for what several areas share. */
function areaOf(path: string, areas: ReadonlySet<string>): string | undefined {
  const [, inServer] = /^apps\/server\/src\/areas\/([^/]+)\//.exec(path) ?? []
  if (inServer) return inServer
  // Other programs, such as `backup` and `keys`, have a folder of tests too.
  const [, program] = /^apps\/server\/src\/(?!platform|entity)([^/]+)\//.exec(path) ?? []
  const [, inContract] = /^packages\/contract\/src\/([^/]+)\//.exec(path) ?? []
  const [, words] = /^packages\/phrases\/src\/\w+\/(\w+)[\w-]*\.ts$/.exec(path) ?? []
  return [program, inContract, words].find(name => name !== undefined && areas.has(name))
}

/**
 * @param changed paths from the root, deleted ones included
 * @returns tests to run; those of journeys and of browsers only when they changed themselves
 */
export function selectTests(changed: readonly string[], { tests, dependents }: Repository): Selection {
  const areas = new Set(tests.flatMap(path => /^apps\/server\/test\/([^/]+)\//.exec(path)?.[1] ?? []))
  const reasons = new Map<string, Reason>()
  const selected = new Set<string>()
  const add = (why: string, wanted: (path: string) => boolean) => {
    const reason = reasons.get(why) ?? { why, tests: [] }
    for (const path of tests)
      if (wanted(path) && !selected.has(path)) {
        selected.add(path)
        reason.tests.push(path)
      }
    if (reason.tests.length > 0) reasons.set(why, reason)
  }
  const below = (prefix: string) => (path: string) => path.startsWith(prefix)
  const isSlow = (path: string) => groupsOf(path).some(({ kind }) => kind === 'journey' || kind === 'browser')

  if (changed.length > 0)
    add('rules of the repository, the contract and the phrases', path => always.some(one => path.startsWith(one)))
  const sources = changed.filter(path => ofServer.test(path) && !/\.test\.tsx?$/.test(path))
  if (sources.length > 0) add('walks over everything that is declared', below(conformance))

  const withArea = sources.map(path => ({ path, area: areaOf(path, areas) }))
  for (const { path, area } of withArea) {
    if (area) {
      const where = [`${serverTests}${area}/`, `apps/server/src/areas/${area}/`, `apps/server/src/${area}/`]
      const isTested = areas.has(area)
      if (isTested) add(`area ${area}`, test => where.some(prefix => test.startsWith(prefix)))
      else add(`area ${area} has no tests of its own: all of the server`, below('apps/server/'))
    } else if (!isRegistration(path)) add(`${path} is shared by all areas`, below('apps/server/'))
  }
  // A list alone: which area it concerns is unknown.
  const registered = sources.filter(isRegistration)
  if (registered.length > 0 && withArea.every(({ area, path }) => !area && isRegistration(path)))
    add(`${registered[0]} changed alone`, below('apps/server/'))

  for (const path of changed) {
    for (const [files, readBy] of readers)
      if (files.test(path)) add(`read ${path}`, test => readBy.some(prefix => test.startsWith(prefix)) && !isSlow(test))
    if (isRegistration(path)) continue
    const isOfArea = areaOf(path, areas) !== undefined
    const reached = dependents(path, other => isOfArea && isRegistration(other))
    const isWanted = (test: string) => {
      if (test === path) return true
      // Journeys and browsers only for what lies among them; of a source of the server the areas tell.
      if (isSlow(test)) return isAmong(test, path)
      return !(ofServer.test(path) && test.startsWith('apps/server/'))
    }
    add(`import ${path}`, test => reached.has(test) && isWanted(test))
  }
  return {
    reasons: [...reasons.values()],
    tests: [...selected].sort(),
    pages: changed.some(path => builtPages.test(path)),
  }
}

/** What a selection is, in lines for people. */
export function describeSelection(changed: number, all: number, { reasons, tests, pages }: Selection): string[] {
  return [
    `${changed} changed files select ${tests.length} of ${all} test files:`,
    ...reasons.map(({ why, tests: list }) => `  ${String(list.length).padStart(4)} ${why}`),
    ...(pages
      ? [
          'A page or what it is built from changed: tests that look at built pages in a browser are left to the whole run.',
        ]
      : []),
  ]
}
