import { type GenContent, menus, roles, type RowOf, type genTable } from '@timbermark/contract'
import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import { sqlWords } from '../../src/areas/tool/gen/names.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { depot, hostileText, makeHostile } from './source-tables.ts'

let world: World
let operator: Caller

type ListedTable = { schema: string; table: string; comment: string; own: boolean }
type Generated = RowOf<typeof genTable>

const tables = async (caller = operator) => (await caller.get<ListedTable[]>('/tool/gen/db/list')).data

beforeAll(async () => {
  world = await makeWorld()
  operator = await world.signIn({ id: 1, deptId: null }, ['superAdmin'])
  await world.admin.query(depot)
  await makeHostile(world.admin)
})

/** A separate table per test, so that tests do not affect each other. */
let number = 0
async function imported(columns: string): Promise<{ id: number; table: string }> {
  const table = `planned_${++number}`
  await world.admin.query(`create table ${table} (${columns})`)
  const { data } = await operator.post<{ ids: number[] }>('/tool/gen/importTable', {
    tables: [{ schema: 'public', table }],
  })
  return { id: data.ids[0]!, table }
}

const contentOf = async (id: number): Promise<GenContent> => (await operator.get<Generated>(`/tool/gen/${id}`)).data

/** Body that a page sends to save. */
const bodyOf = (id: number, { settings, columns }: GenContent) => ({
  id,
  settings,
  columns: columns.map(({ type: _type, comment: _comment, state: _state, kinds: _kinds, ...column }) => column),
})

/** A database comment as a label: one line of 50 letters without braces. */
const displayed = (text: string): string => {
  const line = text
    .replace(/[\n\u2028\u202e]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replaceAll('{', '｛')
    .replaceAll('}', '｝')
  return [...line].slice(0, 50).join('').trim()
}

const chineseOf = (zip: Record<string, Uint8Array>): string =>
  strFromU8(Object.entries(zip).find(([path]) => path.includes('phrases/src/zh'))![1])

/** The value of the string literal after its key. */
function literalOf(source: string, key: RegExp): string {
  const literal = new RegExp(`${key.source}\\s*('(?:[^'\\\\]|\\\\.)*')`).exec(source)?.[1]
  if (!literal) throw new Error(`${key} is not in ${source}`)
  return new Function(`return ${literal}`)() as string
}

describe('the tables that it lists', () => {
  test('are those of the database without secrets, and never rows (A80)', async () => {
    const listed = await tables()
    expect(listed.find(one => one.table === 'depot')).toMatchObject({
      schema: 'public',
      comment: '临时堆场',
      own: false,
    })
    expect(listed.find(one => one.table === 'dealer')).toMatchObject({ own: true })
    const names = listed.map(one => one.table)
    for (const secret of [
      'account',
      'session',
      'enterprise',
      'idempotency',
      'packing',
      'ledger_key',
      'gen_table',
      'schema_migration',
      'code_request',
    ])
      expect(names).not.toContain(secret)
    for (const { schema } of listed) expect(schema).not.toMatch(/^pg_|information_schema|graphile_worker/)
    // None of their columns is named like a secret or holds raw bytes.
    const { rows } = await world.admin.query<{ table: string }>(`
      select distinct c.relname as table from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and a.attnum > 0 and (a.atttypid = 'bytea'::regtype or a.attname ~ 'password|secret|token|hash|salt|key_')`)
    expect(rows.map(row => row.table).filter(table => names.includes(table))).toEqual([])
  })

  test('cannot be imported when hidden, with the same refusal as for missing ones', async () => {
    const [secret, absent] = await Promise.all(
      ['account', 'nowhere'].map(table =>
        operator.post('/tool/gen/importTable', { tables: [{ schema: 'public', table }] }),
      ),
    )
    expect(secret).toMatchObject({ code: 500, error: 'tool.tableGone' })
    expect(absent).toMatchObject({ code: 500, error: 'tool.tableGone' })
    // All or none.
    const mixed = await operator.post('/tool/gen/importTable', {
      tables: [
        { schema: 'public', table: 'depot' },
        { schema: 'public', table: 'account' },
      ],
    })
    expect(mixed.error).toBe('tool.tableGone')
    expect((await tables()).some(one => one.table === 'depot')).toBe(true)
  })

  test('are imported once', async () => {
    const body = { tables: [{ schema: 'public', table: 'dealer' }] }
    const { data } = await operator.post<{ ids: number[] }>('/tool/gen/importTable', body)
    expect((await tables()).some(one => one.table === 'dealer')).toBe(false)
    expect(await operator.post('/tool/gen/importTable', body)).toMatchObject({ error: 'tool.tableImported' })
    // The product's own table serves as a model and gets a new name.
    expect((await contentOf(data.ids[0]!)).settings.entity).toBe('dealer-copy')
    expect(await operator.delete(`/tool/gen/${data.ids[0]}`)).toMatchObject({ code: 200, data: { removed: 1 } })
    expect((await tables()).some(one => one.table === 'dealer')).toBe(true)
    expect(await operator.delete(`/tool/gen/${data.ids[0]}`)).toMatchObject({ code: 404 })
  })
})

test('a proposal reads types, limits, enumerations, references and comments', async () => {
  const { data } = await operator.post<{ ids: number[] }>('/tool/gen/importTable', {
    tables: [{ schema: 'public', table: 'depot' }],
  })
  const { settings, columns } = await contentOf(data.ids[0]!)
  const of = (column: string) => columns.find(one => one.column === column)
  expect(settings).toMatchObject({
    entity: 'depot',
    label: 'depotName',
    one: { zh: '临时堆场', en: 'Depot', fr: 'Depot' },
  })
  expect(of('depot_name')).toMatchObject({
    kind: 'text',
    max: 60,
    required: true,
    search: 'like',
    labels: { zh: '堆场名称' },
  })
  expect(of('code')).toMatchObject({ kind: 'text', max: 20, unique: true })
  expect(of('state')).toMatchObject({ kind: 'choice', search: 'eq', options: [{ value: 'open' }, { value: 'full' }] })
  expect(of('area_ha')).toMatchObject({ kind: 'decimal', scale: 2 })
  expect(of('is_roofed')).toMatchObject({ kind: 'flag' })
  expect(of('phone')).toMatchObject({ kind: 'text', format: 'phone' })
  expect(of('status')).toMatchObject({ kind: 'dict', dict: 'sys_normal_disable' })
  expect(of('photos')).toMatchObject({ kind: 'images' })
  expect(of('measured_at')).toMatchObject({ kind: 'datetime' })
  expect(of('plan')).toMatchObject({ state: 'unsupported', used: false, type: 'jsonb', kinds: [] })
  expect(of('created_at')).toMatchObject({ state: 'made', used: false })
  expect(JSON.stringify(await contentOf(data.ids[0]!))).not.toContain('ROW-NEVER-READ')
  const preview = await operator.get(`/tool/gen/${data.ids[0]}/preview`)
  expect(preview.raw.toString()).not.toContain('ROW-NEVER-READ')
})

test('faults are refused with their field, and facts of the database cannot be sent', async () => {
  const { id } = await imported('name varchar(40) not null, size integer, plan jsonb')
  const content = await contentOf(id)
  const refusals = async (change: (content: GenContent) => void) => {
    const changed = structuredClone(content)
    change(changed)
    const answer = await operator.put<{ issues: { field: string; error: string }[] }>('/tool/gen', bodyOf(id, changed))
    return answer.data?.issues?.map(({ field, error }) => `${field} ${error}`) ?? answer.code
  }
  const column = (all: GenContent, at: number) =>
    all.columns[at] as { -readonly [K in keyof GenContent['columns'][number]]: unknown }
  expect(await refusals(() => {})).toBe(200)
  expect(
    await refusals(all => {
      column(all, 1).key = 'constructor'
    }),
  ).toEqual(['columns.1.key tool.nameReserved'])
  expect(
    await refusals(all => {
      column(all, 1).key = 'a; drop'
    }),
  ).toEqual(['columns.1.key tool.nameReserved'])
  expect(
    await refusals(all => {
      column(all, 1).key = 'name'
    }),
  ).toContain('columns.1.key taken')
  expect(
    await refusals(all => {
      column(all, 1).kind = 'images'
    }),
  ).toContain('columns.1.kind notOneOf')
  expect(
    await refusals(all => {
      column(all, 2).used = true
    }),
  ).toContain('columns.2.used notOneOf')
  expect(
    await refusals(all => {
      column(all, 0).max = 20_000
    }),
  ).toEqual(['columns.0.max tooLarge'])
  expect(
    await refusals(all => {
      all.settings.one.fr = ' '
    }),
  ).toEqual(['settings.one.fr required'])
  expect(
    await refusals(all => {
      all.settings.entity = 'product'
    }),
  ).toEqual(['settings.entity tool.nameTaken'])
  // Every object has members of these names; `to-string` declares a constant `toString`.
  for (const entity of ['constructor', 'to-string', 'value-of', 'has-own-property'])
    expect(
      await refusals(all => {
        all.settings.entity = entity
      }),
    ).toEqual(['settings.entity tool.nameReserved'])
  expect(
    await refusals(all => {
      all.settings.entity = '../../x'
    }),
  ).toEqual(['settings.entity tool.nameReserved'])
  expect(
    await refusals(all => {
      all.settings.icon = menus[0]!.icon
    }),
  ).toEqual(['settings.icon taken'])
  expect(
    await refusals(all => {
      all.settings.icon = 'no-such-icon'
    }),
  ).toEqual(['settings.icon notOneOf'])
  expect(
    await refusals(all => {
      all.settings.label = 'size'
    }),
  ).toEqual(['settings.label tool.labelField'])
  expect(
    await refusals(all => {
      column(all, 0).used = false
    }),
  ).toEqual(['settings.label tool.labelField'])
  const [first] = content.columns
  const answer = await operator.put('/tool/gen', { ...bodyOf(id, content), columns: [{ ...first, kinds: ['flag'] }] })
  expect(answer.code).toBe(500)
  expect(await operator.put('/tool/gen', { ...bodyOf(999_999, content) })).toMatchObject({ code: 404 })
})

test('synchronizing takes over changes and keeps settings', async () => {
  const { id, table } = await imported('name varchar(40) not null, size integer, old text')
  const content = await contentOf(id)
  const edited = structuredClone(content)
  Object.assign(edited.columns[1]!, { labels: { zh: '大小', en: 'Size', fr: 'Taille' }, sortable: true })
  expect(await operator.put('/tool/gen', bodyOf(id, edited))).toMatchObject({ code: 200 })
  await world.admin.query(
    `alter table ${table} drop column old, add column fresh date, alter column name type text, alter column size type jsonb using null`,
  )
  const { data } = await operator.put(`/tool/gen/${id}/sync`)
  expect(data).toEqual({ added: ['fresh'], changed: ['name', 'size'], gone: ['old'] })
  const { columns } = await contentOf(id)
  expect(columns.map(one => [one.column, one.state, one.kind])).toEqual([
    ['name', 'field', 'text'],
    ['size', 'unsupported', 'text'],
    ['fresh', 'field', 'date'],
  ])
  expect(columns[1]!.labels.fr).toBe('Taille')
  await world.admin.query(`drop table ${table}`)
  expect(await operator.put(`/tool/gen/${id}/sync`)).toMatchObject({ code: 500, error: 'tool.tableGone' })
})

test('synchronized comments, types and names cannot escape from literals either (A80)', async () => {
  const { id, table } = await imported('name varchar(40) not null, size integer')
  const comment = (on: string) => world.admin.query(`comment on ${on} is '${hostileText.replaceAll("'", "''")}'`)
  await world.admin.query(
    `alter table ${table} add column late text, add column "a\`\${b}*/" text, alter column name type varchar(60)`,
  )
  await comment(`column ${table}.late`)
  await comment(`column ${table}.size`)
  await comment(`table ${table}`)
  expect((await operator.put(`/tool/gen/${id}/sync`)).data).toEqual({
    added: ['late', `a\`\${b}*/`],
    changed: ['name'],
    gone: [],
  })
  const { columns } = await contentOf(id)
  expect(columns.map(one => one.key)).toEqual([
    'name',
    'size',
    'late',
    expect.stringMatching(/^[a-z][a-zA-Z0-9]{0,39}$/),
  ])
  // A changed comment is updated and changes no settings.
  expect(columns[1]).toMatchObject({ comment: expect.stringContaining('drop table account'), labels: { en: 'Size' } })
  expect(columns[2]!.labels.zh).toContain('drop table account')
  const zip = unzipSync((await operator.get(`/tool/gen/${id}/code`)).raw)
  expect(literalOf(chineseOf(zip), /'[^']*\.late': /)).toContain('-- */ ` $｛process.exit(1)｝')
  for (const [path, content] of Object.entries(zip)) {
    if (!/\.(ts|sql)$/.test(path)) continue
    // Nothing of it is outside of a literal.
    const bare = strFromU8(content).replace(/'(?:[^'\\\n]|\\.|'')*'/g, "''")
    expect(bare, path).not.toMatch(/drop table account|process\.exit/)
  }
  expect((await operator.put(`/tool/gen/${id}/sync`)).data).toEqual({ added: [], changed: [], gone: [] })
})

test('texts and names that try to escape stay texts, and paths are the generator’s own (A80)', async () => {
  const { data } = await operator.post<{ ids: number[] }>('/tool/gen/importTable', {
    tables: [{ schema: 'odd "schema"', table: 'select "*/ table' }],
  })
  const id = data.ids[0]!
  const { settings, columns } = await contentOf(id)
  const keys = columns.filter(one => one.used).map(one => one.key)
  expect(new Set(keys).size).toBe(keys.length)
  for (const key of keys) expect(key).toMatch(/^[a-z][a-zA-Z0-9]{0,39}$/)
  expect(keys).not.toContain('constructor')
  expect(columns.find(one => one.column === 'state')!.options!.map(one => one.value)).toEqual(['a', 'c'])
  expect(settings.entity).toMatch(/^[a-z][a-z0-9-]*$/)
  const answer = await operator.get(`/tool/gen/${id}/code`)
  expect(answer.raw.subarray(0, 2).toString(), answer.raw.subarray(0, 500).toString()).toBe('PK')
  const zip = unzipSync(answer.raw)
  for (const path of Object.keys(zip)) expect(path).toMatch(/^(generated|packages|apps)\/[a-zA-Z0-9/.-]+$/)
  expect(literalOf(chineseOf(zip), /'catalog\.[a-z-]+': /)).toBe(displayed(hostileText))
  const declared = strFromU8(Object.entries(zip).find(([path]) => path.includes('contract/src'))![1])
  expect(declared).not.toContain('drop table')
})

test('its list of reserved SQL words is the database’s own', async () => {
  const { rows } = await world.admin.query<{ word: string }>(
    `select word from pg_get_keywords() where catcode in ('R', 'T')`,
  )
  const missing = rows.map(row => row.word).filter(word => !sqlWords.has(word))
  // Functions and joins may be columns without quotes; whatever is not listed has to be one.
  for (const word of missing)
    await world.admin.query(`create temp table words_${word} (${word} text check (length(${word}) < 3))`)
})

test('is only for the platform operator by the delivered matrix: not for enterprises, not for clerks', async () => {
  const { id } = await imported('name varchar(40) not null')
  const enterprise = await world.makeTenant('NOGENERATOR')
  const calls = (caller: Caller) =>
    Promise.all([
      caller.get('/tool/gen/list'),
      caller.get('/tool/gen/db/list'),
      caller.get(`/tool/gen/${id}`),
      caller.get(`/tool/gen/${id}/preview`),
      caller.get(`/tool/gen/${id}/code`),
      caller.post('/tool/gen/importTable', { tables: [{ schema: 'public', table: 'depot' }] }),
      caller.put(`/tool/gen/${id}/sync`),
      caller.delete(`/tool/gen/${id}`),
    ])
  for (const role of roles.filter(one => one.tenant !== 'platform')) {
    const caller = await world.signIn(enterprise, [role.key], { userType: role.userType })
    for (const answer of await calls(caller)) expect(answer.code, role.key).toBe(403)
  }
  for (const answer of await calls(world.anonymous)) expect(answer.code).toBe(401)
  const clerk = await world.signIn({ id: 1, deptId: null }, ['platformOperator'])
  for (const answer of await calls(clerk)) expect(answer.code).toBe(403)
  const auditor = await world.signIn({ id: 1, deptId: null }, ['auditor'])
  expect((await calls(auditor)).map(answer => answer.code)).toEqual([200, 200, 200, 403, 403, 403, 403, 403])
})
