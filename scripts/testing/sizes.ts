/**
 * The groups of tests that are not ordinary ones, each with its kind and the reason why it is apart: `npm test` runs
 * all of them, `npm test -- quick` leaves out those that are slow, and the order of a run goes by who waits for processes
 * (order.ts). A test gets its kind by its folder or its file; a new slow test gets its line here.
 */
export type Kind = 'journey' | 'browser' | 'processes' | 'walk' | 'random'

export interface Group {
  kind: Kind
  /** Folders (with a slash at the end) or files, as paths from the root. */
  tests: readonly string[]
  /** Files below those folders that are ordinary tests. */
  except?: readonly string[]
  /** Why the quick run does without it. */
  why: string
}

const server = (...paths: string[]) => paths.map(path => `apps/server/test/${path}`)

export const groups: readonly Group[] = [
  { kind: 'journey', tests: ['e2e/'], why: 'a site and a browser for each; two journeys stand for all' },
  {
    kind: 'browser',
    tests: [
      'apps/admin/test/',
      'apps/trace/test/page.test.ts',
      'apps/trace/test/history.test.ts',
      'apps/trace/test/forged-page.test.ts',
      'apps/trace/test/verifier-page.test.ts',
    ],
    except: ['guard', 'menu', 'screens'].map(name => `apps/admin/test/${name}.test.ts`),
    why: 'look at the built pages in a browser, screen by screen',
  },
  {
    kind: 'processes',
    tests: server(
      'process/',
      'faults/',
      'backup/',
      'upgrade/',
      'monitor/schedule/killed.test.ts',
      'platform/frozen.test.ts',
      'platform/process.test.ts',
      'platform/jobs-database.test.ts',
      'platform/replica.test.ts',
    ),
    why: 'start, freeze and kill processes and wait for them to come back',
  },
  {
    kind: 'processes',
    tests: server(
      'anchor/anchoring.test.ts',
      'anchor/demo-chain.test.ts',
      'anchor/monitor.test.ts',
      'code/many-requests.test.ts',
      'code/survival.test.ts',
      'keys/master.test.ts',
      'ledger/recover.test.ts',
      'monitor-log/monitor.test.ts',
      'witness/',
      'monitor-log/page-scripts.test.ts',
      'monitor/schedule/runs.test.ts',
      'platform/bucket.test.ts',
      'trace/page-admission.test.ts',
      'wechat/requests.test.ts',
    ),
    why: 'start a program or a database for each case, 5 to 25 s each',
  },
  {
    kind: 'random',
    tests: [
      'apps/trace/test/independent-verifier.test.ts',
      ...server(
        'stats/walk.test.ts',
        'stage/goods-walk.test.ts',
        'stage/goods-race.test.ts',
        'custody/histories.test.ts',
        'custody/races.test.ts',
        'material/wood-races.test.ts',
        'system/odd-input.test.ts',
      ),
    ],
    why: 'random histories and odd values from a seed: they find what nobody thought of, seldom what a change just broke',
  },
  {
    kind: 'walk',
    tests: server(
      'conformance/data-scope.test.ts',
      'conformance/isolation.test.ts',
      'conformance/names.test.ts',
      'conformance/search.test.ts',
      'conformance/transitions.test.ts',
      'conformance/lists.test.ts',
      'conformance/hostile.test.ts',
      'stage/export-all-stages.test.ts',
      'material/bad-volumes.test.ts',
      'tool/interface.test.ts',
    ),
    why: 'call everything that is declared with every role or language, 10 to 40 s each; `changed` runs them',
  },
  {
    kind: 'walk',
    tests: server('growth/', 'stage/large-batch.test.ts'),
    why: 'make a large installation by SQL and go through all of it, half a minute each',
  },
  {
    kind: 'walk',
    tests: server(
      'conformance/add-a-transition.test.ts',
      'conformance/add-a-view.test.ts',
      'conformance/add-an-entity.test.ts',
    ),
    why: 'load the whole server anew for a declaration that is added, 5 to 10 s each; `changed` runs them',
  },
]

/** The journeys that the quick run makes: one at the desk, one on the phone. */
export const quickJourneys: readonly string[] = ['e2e/main.test.ts', 'e2e/field-day.test.ts']

const includes = ({ tests, except = [] }: Group, path: string) =>
  tests.some(test => (test.endsWith('/') ? path.startsWith(test) : path === test)) && !except.includes(path)

export const groupsOf = (path: string): Group[] => groups.filter(group => includes(group, path))

export const hasKind = (path: string, kind: Kind): boolean => groupsOf(path).some(group => group.kind === kind)

/** The folders and files of a kind as patterns of the runner. */
export const patternsOf = (kind: Kind): string[] =>
  groups
    .filter(group => group.kind === kind)
    .flatMap(({ tests }) => tests.map(test => (test.endsWith('/') ? `${test}**/*.test.ts` : test)))

/** The tests of the quick run, of all there are. */
export const selectQuick = (tests: readonly string[]): string[] =>
  tests.filter(path => quickJourneys.includes(path) || groupsOf(path).length === 0)
