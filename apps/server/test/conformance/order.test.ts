import { type AnyEntity, columnOf, entities, keyOf, tableOf } from '@timbermark/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeWorld, type World } from '../harness.ts'

let world: World
/** Indexes by table, each as the text of its columns: `tenant_id, order_num, id`. */
const indexes = new Map<string, string[]>()

beforeAll(async () => {
  world = await makeWorld()
  const { rows } = await world.admin.query<{ table: string; columns: string }>(`
    select c.relname as table, string_agg(a.attname, ', ' order by k.place) as columns
    from pg_index i join pg_class c on c.oid = i.indrelid
    cross join unnest(i.indkey) with ordinality as k (attnum, place)
    join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
    where c.relnamespace = 'public'::regnamespace and i.indpred is null
    group by c.relname, i.indexrelid`)
  for (const row of rows) indexes.set(row.table, [...(indexes.get(row.table) ?? []), row.columns])
})

/** Each list has an index for its default order, so that the first page costs the same for any number of rows. */
describe.each(
  (entities as readonly AnyEntity[])
    .filter(entity => entity.tenancy === 'tenant' && entity.operations.includes('list') && !entity.tree)
    .map(entity => [keyOf(entity), entity] as const),
)('%s', (_key, entity) => {
  test('the default order of its list has an index', () => {
    const order = entity.orderBy ? [columnOf(entity.orderBy.field), 'id'] : ['id']
    const wanted = ['tenant_id', ...order].join(', ')
    const existing = indexes.get(tableOf(entity)) ?? []
    expect(
      existing.some(columns => columns === wanted || columns.startsWith(`${wanted}, `)),
      `${tableOf(entity)} (${wanted}), has ${existing.join(' | ')}`,
    ).toBe(true)
  })
})
