import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Tests that read these files instead of importing them, so that the imports do not lead from one to the other. */
const readBy: readonly [files: RegExp, tests: readonly string[]][] = [
  [/\.tsx?$|(^|\/)package\.json$/, ['test/repository.test.ts']],
  [/^apps\/server\/(migrations\/|schema\.sql$)/, ['apps/server/test/conformance/schema-dump.test.ts']],
]

/**
 * Slow walks over the whole product, and their own folder. Nearly every change is reachable from them; they are left to
 * the whole run, unless they changed themselves.
 */
const walks: readonly [changed: string, leftOut: string][] = [
  ['e2e/', 'e2e/**'],
  ['apps/admin/test/languages', 'apps/admin/test/languages.test.ts'],
]

/** Where an area of the server is tested, when not in the folder of its own name: files and folders below `apps/server/test`. */
const areaTests: Record<string, readonly string[]> = {
  catalog: ['entity/', 'stage/batch-stages'],
  code: ['code/', 'system/next-request'],
  delivery: ['system/menus', 'system/dictionaries'],
  dictionary: ['system/dictionaries'],
  division: ['system/division'],
  file: ['evidence/uploads'],
  identity: ['system/sign-in', 'system/routers', 'system/limits', 'system/abuse', 'system/logs', 'system/ip-places'],
  monitor: ['system/logs', 'platform/standing-alarms'],
  notice: ['system/notices'],
  parameter: ['system/administration'],
  people: ['system/users', 'system/administration', 'system/grants', 'system/data-scope'],
  place: ['trace/places', 'system/ip-places'],
  rights: ['system/grants', 'system/menus', 'system/routers', 'system/data-scope'],
  tenant: ['system/enterprises', 'system/cross-tenant'],
  tool: [],
}

/** Sources of one area each. Every test of the server imports the whole of it, hence imports do not tell what they can break. */
const ofOneArea =
  /^(?:apps\/server\/src\/areas|packages\/contract\/src)\/(\w+)\/|^packages\/phrases\/src\/\w+\/(\w+)\.ts$/
/** Sources of the server that any of its tests may meet. */
const ofAllAreas = /^(apps\/server|packages\/(contract|phrases|codes|ledger))\/(?!test\/[\w/-]+\.test\.ts$)/

/**
 * Tests of the server that are left to the whole run: when all that changed of it lies within areas, those of other areas.
 * What walks over everything declared (`conformance`) is never left out.
 */
function otherAreas(changed: readonly string[], tests: readonly string[]): string[] {
  const shared = changed.filter(file => ofAllAreas.test(file) && !file.endsWith('.test.ts'))
  const areas = shared.map(file => ofOneArea.exec(file)).map(match => match?.[1] ?? match?.[2])
  if (areas.length === 0 || areas.includes(undefined)) return []
  const kept = areas.flatMap(area => [
    `apps/server/src/areas/${area}/`,
    ...(areaTests[area!] ?? [`${area}/`]).map(test => `apps/server/test/${test}`),
  ])
  const stays = ['apps/server/test/conformance/', ...kept, ...changed]
  return tests.filter(test => !stays.some(path => test.startsWith(path)))
}

/** Sources that browsers see only as built pages: the tests that look at those are slow, and are told, not run. */
const builtPages = /^(apps\/(admin|h5|trace)|packages\/(client|phrases|contract|codes|ledger))\/src\//

export interface Changed {
  /** Absolute paths: what changed, and the tests that read it. */
  files: string[]
  /** Patterns of tests that are left to the whole run. */
  leftOut: string[]
  /** Does a page change that tests in browsers look at? */
  pages: boolean
}

/**
 * What differs from a commit, what is not committed and what is new included.
 * @param base a commit or branch; the change is counted from where this branch left it
 * @throws when git does not know the base
 */
export function changedSince(root: string, base = 'HEAD'): Changed {
  const git = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
    if (status !== 0) throw new Error(`git ${args[0]}: ${stderr.trim()}`)
    return stdout.split('\0').filter(Boolean)
  }
  const [from] = git('merge-base', base, 'HEAD').map(line => line.trim())
  const changed = [
    ...git('diff', '--name-only', '-z', from!, '--'),
    ...git('ls-files', '--others', '--exclude-standard', '-z'),
  ]
  const serverTests = git('ls-files', '-z', 'apps/server/*.test.ts')
  const readers = readBy.flatMap(([files, tests]) => (changed.some(file => files.test(file)) ? tests : []))
  return {
    files: [...new Set([...changed, ...readers])].map(file => join(root, file)).filter(existsSync),
    leftOut: [
      ...walks.filter(([own]) => !changed.some(file => file.startsWith(own))).map(([, pattern]) => pattern),
      ...otherAreas(changed, serverTests),
    ],
    pages: changed.some(file => builtPages.test(file)),
  }
}
