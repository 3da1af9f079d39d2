import { columnOf, keyOf, permissionOf, tableOf, type Listed } from '@timbermark/contract'
import type { FoundGroup } from '@timbermark/contract/calls'
import { beforeAll, describe, expect, test } from 'vitest'
import { indexedParts } from '../../src/entity/find-records.ts'
import { readingOfRoute } from '../../src/entity/view-routes.ts'
import { tableNameOf } from '../../src/entity/read-rows.ts'
import { routes } from '../../src/routes.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { makeHolder } from '../system/people.ts'
import { storedEntityOf } from './scope-decisions.ts'
import { type Place, places } from './scope-rows.ts'
import { makeScopeScene, type ScopeScene, visibleByScope } from './scope-scene.ts'

/**
 * Every list that takes part in the search, with each data scope, without its permission, and from another enterprise. The
 * departments are those of `scope-scene.ts`.
 */
let world: World
let stranger: Caller
let admin: Caller
let reader: ScopeScene['reader']
let depts: ScopeScene['depts']
let makeRows: ScopeScene['makeRows']
let setDataScope: ScopeScene['setDataScope']

const searched = routes.flatMap(route => {
  const reading = readingOfRoute(route)
  return reading?.listed.globalSearch ? [reading] : []
})
/** Lists that are searched by texts; the others by codes alone. */
const byText = searched.filter(({ listed }) => listed.globalSearch!.by.length > 0)

beforeAll(async () => {
  world = await makeWorld()
  ;({ admin, reader, depts, makeRows, setDataScope } = await makeScopeScene(world, 'SEARCH'))
  stranger = await world.signIn(await world.makeTenant('OTHER'), ['enterpriseAdmin'])
})

const tableFor = (listed: Listed) => tableOf(storedEntityOf(keyOf(listed)) ?? { name: 'stage_record' })

const find = async (caller: Caller, text: string) =>
  (await caller.get<{ groups: FoundGroup[] }>(`/search?q=${encodeURIComponent(text)}`)).data.groups
const idsOf = (groups: FoundGroup[], listed: Listed) =>
  (groups.find(({ list }) => list === keyOf(listed))?.rows ?? []).map(({ id }) => id).sort((a, b) => a - b)

test('the lists that take part are those of the issue', () => {
  expect(searched.map(({ listed }) => keyOf(listed)).sort()).toEqual([
    'catalog/batch',
    'catalog/product',
    'channel/case',
    'channel/customer',
    'channel/dealer',
    'channel/supplier',
    'code/request',
    'evidence/document',
    'stage/record',
    'system/user',
  ])
})

describe.each(byText.map(reading => [keyOf(reading.listed), reading] as const))('%s', (key, reading) => {
  const { listed } = reading
  let rows: Record<Place, number>

  beforeAll(async () => {
    await setDataScope('1')
    rows = await makeRows(keyOf(listed))
  })

  test('has its index over the texts that it is searched by, which can be searched in its list', async () => {
    for (const field of listed.globalSearch!.by) expect(listed.fields[field]?.search, field).toBe('like')
    for (const field of listed.globalSearch!.shows ?? []) expect(listed.fields, field).toHaveProperty(field)
    await world.admin.query('begin; set local enable_seqscan = off; set local enable_indexscan = off')
    const { rows: plan } = await world.admin.query<{ 'QUERY PLAN': string }>(
      `explain select 1 from ${tableNameOf(reading).sql} t where ${indexedParts(listed).sql} @> '{1}'`,
    )
    await world.admin.query('rollback')
    const text = plan.map(row => row['QUERY PLAN']).join('\n')
    expect(text).toContain(`Bitmap Index Scan on ${tableNameOf(reading).sql.replaceAll('"', '')}_search`)
  })

  test.each(listed.globalSearch!.by)('finds by %s the rows of each data scope, and no others', async field => {
    for (const place of places)
      await world.admin.query(`update "${tableFor(listed)}" set ${columnOf(field)} = $2 where id = $1`, [
        rows[place],
        `Zqé ${rows[place]}`,
      ])
    for (const [scope, visible] of visibleByScope) {
      await setDataScope(scope)
      const wanted = visible.map(place => rows[place]).sort((a, b) => a - b)
      expect(idsOf(await find(reader, 'zqe'), listed), `scope ${scope}`).toEqual(wanted)
    }
    // The same as what the list answers.
    expect(idsOf(await find(admin, 'ZQE'), listed)).toHaveLength(places.length)
    expect(idsOf(await find(stranger, 'zqe'), listed)).toEqual([])
  })

  test('is not searched for somebody without the permission to list it', async () => {
    const without = await makeHolder(world, admin, depts.root, ['monitor:online:list'], { dataScope: '1' })
    expect(await find(without, 'zqe')).toEqual([])
    const with_ = await makeHolder(world, admin, depts.root, [permissionOf(listed, 'list')], { dataScope: '1' })
    expect((await find(with_, 'zqe')).map(({ list }) => list)).toEqual([key])
  })
})
