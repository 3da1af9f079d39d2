import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { freeMenuIcons, type GenContent } from '@timbermark/contract'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { depot, makeHostile } from '../tool/source-tables.ts'

/**
 * What the generator hands out is what it says: unpacked into a copy of the repository it compiles, is well-formed, and
 * passes the tests that every entity passes. Two entities at once: one as somebody plans it, with every kind of value, and
 * one made of names and comments that try to get out of wherever they are put.
 */
const root = join(import.meta.dirname, '../../../..')
const copy = mkdtempSync(join(tmpdir(), 'timbermark-generated-'))
afterAll(() => rmSync(copy, { recursive: true, force: true }))

let world: World
let operator: Caller
/** Files of the copy that the packages wrote or changed. */
const written = new Set<string>()

/** The repository's files, with third-party packages linked and its own packages linked within the copy. */
function copyRepository(): void {
  const skipped = new Set(['node_modules', 'dist', '.data', '.git'])
  for (const part of readdirSync(root)) {
    if (skipped.has(part)) continue
    cpSync(join(root, part), join(copy, part), {
      recursive: true,
      filter: path => !skipped.has(path.split('/').at(-1)!),
    })
  }
  mkdirSync(join(copy, 'node_modules/@timbermark'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@timbermark' && name !== '.cache' && name !== '.vite')
      symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name))
  for (const name of readdirSync(join(root, 'node_modules/@timbermark'))) {
    const workspace = realpathSync(join(root, 'node_modules/@timbermark', name)).slice(realpathSync(root).length + 1)
    symlinkSync(join(copy, workspace), join(copy, 'node_modules/@timbermark', name))
  }
}

function run(command: string, args: readonly string[]): { ok: boolean; said: string } {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: copy,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env: {
      ...process.env,
      VITEST: undefined,
      VITEST_POOL_ID: undefined,
      VITEST_WORKER_ID: undefined,
      NODE_ENV: undefined,
      // The copy is removed after this: nothing is stored.
      NODE_COMPILE_CACHE: undefined,
    },
  })
  return { ok: status === 0, said: `${stdout}\n${stderr}` }
}

const tool = (name: string) => join(root, 'node_modules/.bin', name)

/**
 * Imports a table, sets what is to be made of it, and unpacks the package.
 * @returns its folder of remaining steps
 */
async function unpack(
  table: { schema: string; table: string },
  change: (content: GenContent) => void,
): Promise<string> {
  const { data } = await operator.post<{ ids: number[] }>('/tool/gen/importTable', { tables: [table] })
  const id = data.ids[0]!
  const { settings, columns } = (await operator.get<GenContent>(`/tool/gen/${id}`)).data
  change({ settings, columns })
  const body = columns.map(({ type: _type, comment: _comment, state: _state, kinds: _kinds, ...column }) => column)
  const saved = await operator.put('/tool/gen', { id, settings, columns: body })
  // The issues of a refusal are in the difference.
  expect({ code: saved.code, data: saved.data }).toEqual({ code: 200, data: null })
  const files = unzipSync((await operator.get(`/tool/gen/${id}/code`)).raw)
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    writeFileSync(join(copy, path), content)
    if (/^(packages|apps)\/.*\.ts$/.test(path)) written.add(path)
    if (path.endsWith('insertions.json'))
      for (const { file } of JSON.parse(strFromU8(content)) as { file: string }[]) written.add(file)
  }
  return dirname(Object.keys(files).find(path => path.endsWith('README.md'))!)
}

beforeAll(async () => {
  world = await makeWorld()
  operator = await world.signIn({ id: 1, deptId: null }, ['superAdmin'])
  await world.admin.query(depot)
  await makeHostile(world.admin)
  copyRepository()
})

test('a generated package compiles and passes what every entity passes, whatever its table is called (OPS-08, A80)', async () => {
  const [iconOfPlanned, iconOfOdd] = freeMenuIcons()
  const planned = await unpack({ schema: 'public', table: 'depot' }, ({ settings, columns }) => {
    const of = (column: string) => columns.find(one => one.column === column)!
    Object.assign(settings, {
      icon: iconOfPlanned!,
      one: { zh: '临时堆场', en: 'Depot', fr: 'Dépôt' },
      many: { zh: '临时堆场', en: 'Depots', fr: 'Dépôts' },
    })
    Object.assign(of('dealer_ref'), { kind: 'ref', key: 'dealerId', entity: 'channel/dealer', search: 'eq' })
    Object.assign(of('depot_name'), { inLanguages: true, sortable: true })
    Object.assign(of('measured_at'), { search: 'range', sortable: true })
    Object.assign(of('is_roofed'), { search: 'eq' })
  })
  const odd = await unpack({ schema: 'odd "schema"', table: 'select "*/ table' }, ({ settings }) => {
    Object.assign(settings, { area: 'channel', entity: 'class', scoped: false, icon: iconOfOdd! })
  })
  for (const folder of [planned, odd]) {
    const inserted = run(process.execPath, [`${folder}/insert.mjs`])
    expect(inserted.said).toMatch(/\d+ files changed/)
    // A second time it changes nothing.
    expect(run(process.execPath, [`${folder}/insert.mjs`]).ok).toBe(true)
  }
  // Only files that the packages wrote: the rest of the repository is not theirs.
  const linted = run(tool('biome'), ['check', '--write', ...written])
  expect(linted.ok, linted.said).toBe(true)
  // All that the packages' files can change the meaning of, and the tests that they are held by: not every other test.
  const walked = ['schema', 'schema-dump', 'access', 'isolation', 'data-scope', 'lists', 'names'].map(
    name => `apps/server/test/conformance/${name}.test.ts`,
  )
  const generatedTests = ['apps/server/test/catalog/depot.test.ts', 'apps/server/test/channel/class.test.ts']
  writeFileSync(
    join(copy, 'tsconfig.generated.json'),
    JSON.stringify({
      extends: './tsconfig.json',
      include: ['packages/*/src', 'apps/server/src', 'apps/server/test/**/*.d.ts', ...walked, ...generatedTests],
    }),
  )
  const compiled = run(tool('tsc'), ['--noEmit', '--singleThreaded', '-p', 'tsconfig.generated.json'])
  expect(compiled.said.trim()).toBe('')
  // The dump and the access list are regenerated by the steps that the package names.
  const tested = run(tool('vitest'), [
    'run',
    '--project',
    'server',
    '--project',
    'unit',
    // Importing the server takes longer than most of these tests: the next file reuses what one file has imported.
    '--no-isolate',
    '--maxWorkers=1',
    '-u',
    '-t',
    // What walks every entity, of the two alone; what is one test for all; and how the back office finds their screens.
    // How texts of people are set is theirs to see to: the packages' README names the tool.
    '(catalog/depot|channel/class|is kept by|has the columns|the dump|every declared|every permission|public routes|are those of|screen)',
    ...walked,
    ...generatedTests,
    'apps/admin/src/areas/screens.test.ts',
  ])
  expect(tested.ok, tested.said.slice(-6000)).toBe(true)
  // Nothing of it was left out by a name that no test has.
  for (const file of [...walked, ...generatedTests, 'apps/admin/src/areas/screens.test.ts'])
    expect(tested.said).toContain(file)
}, 900_000)
