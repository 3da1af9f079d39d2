import {
  type AnyEntity,
  entities,
  entityByKey,
  isStateful,
  keyOf,
  permissionOf,
  pressedTransitions,
  tableOf,
} from '@timbermark/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { canUndo } from '../../src/entity/undo.ts'
import '../../src/routes.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { addSample, addSampleDivision, sampleBody, type SampleReferences } from '../samples.ts'

/** Undoing: exactly the earlier rows, by who changed them, within a minute, and only while nothing else has changed. */
let world: World
let home: Awaited<ReturnType<World['makeTenant']>>
let owner: Caller
let operator: Caller
let colleague: Caller
let stranger: Caller

interface Offered {
  undo?: { id: number; seconds: number }
}

beforeAll(async () => {
  world = await makeWorld()
  home = await world.makeTenant('UNDO')
  owner = await world.signIn(home, ['enterpriseAdmin'])
  colleague = await world.signIn(home, ['enterpriseAdmin'])
  stranger = await world.signIn(await world.makeTenant('STRANGER'), ['enterpriseAdmin'])
  operator = await world.signIn({ id: 1, deptId: null }, ['platformOperator'])
  await addSampleDivision(world)
})

const declared = entities as readonly AnyEntity[]
const category = entityByKey('catalog/category')!
const product = entityByKey('catalog/product')!

const rowOf = async (entity: AnyEntity, id: number) =>
  (await world.admin.query(`select to_jsonb(t) as row from ${tableOf(entity)} t where id = $1`, [id])).rows[0]?.row
const undo = (caller: Caller, id: number | undefined) => caller.post(`/system/undo/${id}`, {})

async function removed(caller: Caller, entity: AnyEntity, ...ids: number[]): Promise<number> {
  const answer = await caller.delete<Offered>(`/${keyOf(entity)}/${ids.join(',')}`)
  expect(answer.code).toBe(200)
  expect(answer.data.undo?.seconds).toBe(60)
  return answer.data.undo!.id
}

test('each change that people make in a list is undone, or says why not', () => {
  const open = declared
    .filter(entity => entity.operations.includes('remove'))
    .filter(entity => entity.final?.remove === undefined && !canUndo(entity, 'remove'))
  expect(open.map(keyOf)).toEqual([])
  const verbs = declared.filter(isStateful).flatMap(entity =>
    pressedTransitions(entity)
      .filter(transition => (transition.undo === undefined) === (transition.final === undefined))
      .map(({ verb }) => `${keyOf(entity)} ${verb}`),
  )
  expect(verbs).toEqual([])
})

test('what belongs to a row lies in the same enterprise and has no parts of its own', async () => {
  const tables = declared
    .filter(entity => entity.operations.includes('remove') && canUndo(entity, 'remove'))
    .map(tableOf)
  const { rows } = await world.admin.query(
    `select p.relname as parent, c.relname as child, f.confdeltype as kind,
       exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id') as own,
       exists (select from pg_constraint g where g.confrelid = c.oid and g.contype = 'f' and g.confdeltype in ('c', 'n')) as deeper
     from pg_constraint f join pg_class p on p.oid = f.confrelid join pg_class c on c.oid = f.conrelid
     where f.contype = 'f' and f.confdeltype in ('c', 'n') and p.relname = any($1)`,
    [tables],
  )
  expect(rows.filter(({ kind, own, deeper }) => kind !== 'c' || !own || deeper)).toEqual([])
})

/** Values that fit the rules of an area. */
const special: Record<string, object> = {
  'system/dict/data': { dictType: 'sys_normal_disable' },
  'system/config': { configValue: 'x' },
}

describe('a removed record', () => {
  const walked = declared.filter(
    entity =>
      entity.operations.includes('remove') &&
      entity.operations.includes('add') &&
      canUndo(entity, 'remove') &&
      entity.final?.remove === undefined,
  )

  test.each(walked.map(entity => [keyOf(entity), entity] as const))(
    '%s is there again as it was',
    async (_key, entity) => {
      const references: SampleReferences = new Map()
      const by = entity.tenancy === 'platform' ? operator : owner
      const body = { ...(await sampleBody(by, entity, 'U', references)), ...special[keyOf(entity)] }
      const { id } = (await by.post<{ id: number }>(`/${keyOf(entity)}`, body)).data
      const before = await rowOf(entity, id)
      expect(before).toBeDefined()
      const offer = await removed(by, entity, id)
      expect(await rowOf(entity, id)).toBeUndefined()
      expect(await undo(by, offer)).toMatchObject({ code: 200, data: { undone: 1 } })
      expect(await rowOf(entity, id)).toEqual(before)
      // Once more has no further effect.
      expect(await undo(by, offer)).toMatchObject({ code: 200, data: { undone: 1 } })
      if (entity.fields.status?.kind !== 'dict' || entity.final?.changeStatus !== undefined) return
      const turned = await by.put<Offered>(`/${keyOf(entity)}/changeStatus`, { id, status: '1' })
      expect(turned).toMatchObject({ code: 200, data: { undo: { seconds: 60 } } })
      expect((await undo(by, turned.data.undo?.id)).code).toBe(200)
      expect((await rowOf(entity, id)).status).toBe('0')
    },
  )

  test('is restored for nobody else, and in the operation log under its own name', async () => {
    const { id } = await addSample(owner, category, 'Somebody')
    const offer = await removed(owner, category, id)
    for (const other of [colleague, stranger]) expect((await undo(other, offer)).error).toBe('notFound')
    expect((await undo(owner, offer)).code).toBe(200)
    await expect
      .poll(async () => {
        const { rows } = await world.admin.query(`select title from oper_log where oper_url = $1 and status = 0`, [
          `/api/system/undo/${offer}`,
        ])
        return rows
      })
      .toEqual([{ title: 'catalog.category' }])
  })

  test('is not restored beside a record that has its name, after a minute, or without the permission', async () => {
    const { id, body } = await addSample(owner, category, 'Taken')
    const offer = await removed(owner, category, id)
    expect((await colleague.post('/catalog/category', body)).code).toBe(200)
    expect((await undo(owner, offer)).error).toBe('undoTaken')
    expect(await rowOf(category, id)).toBeUndefined()

    const late = await addSample(owner, category, 'Late')
    const lateOffer = await removed(owner, category, late.id)
    await world.admin.query(`update reversal set expires_at = now() - interval '1 second' where id = $1`, [lateOffer])
    expect((await undo(owner, lateOffer)).error).toBe('undoExpired')

    const right = await addSample(owner, category, 'Right')
    const rightOffer = await removed(owner, category, right.id)
    await world.admin.query(`update reversal set permission = $2 where id = $1`, [
      rightOffer,
      permissionOf(product, 'none'),
    ])
    expect((await undo(owner, rightOffer)).error).toBe('forbidden')
  })

  test('is not restored when what it refers to has been removed; of several all are restored or none', async () => {
    const references: SampleReferences = new Map()
    const one = await addSample(owner, product, 'Several 1', references)
    const two = await addSample(owner, product, 'Several 2', references)
    const categoryId = (await rowOf(product, one.id)).category_id as number
    const offer = await removed(owner, product, two.id, one.id)
    const gone = await removed(owner, category, categoryId)
    expect((await undo(owner, offer)).error).toBe('referenceGone')
    expect((await undo(owner, gone)).code).toBe(200)
    expect(await undo(owner, offer)).toMatchObject({ code: 200, data: { undone: 2 } })
    expect(await rowOf(product, two.id)).toBeDefined()
  })
})

describe('a switch or transition', () => {
  test('is undone while the record is as it left it', async () => {
    const { id } = await addSample(owner, category, 'Switch')
    const turn = () => owner.put<Offered>('/catalog/category/changeStatus', { id, status: '1' })
    const offer = (await turn()).data.undo!.id
    expect((await undo(owner, offer)).code).toBe(200)
    expect((await rowOf(category, id)).status).toBe('0')
    const second = (await turn()).data.undo!.id
    expect((await colleague.put('/catalog/category', { id, remark: 'Changed meanwhile' })).code).toBe(200)
    expect((await undo(owner, second)).error).toBe('undoChanged')
    expect((await rowOf(category, id)).status).toBe('1')
    // Turned to what it was already: nothing to undo.
    expect((await turn()).data).toBeNull()
  })

  test.each(['stage/template', 'stage/circulation', 'stage/parameter'] as const)(
    'of %s is undone too, which its own call switches',
    async key => {
      const entity = entityByKey(key)!
      const { id } = await addSample(owner, entity, 'Switched')
      const turned = await owner.put<Offered>(`/${key}/changeStatus`, { id, status: '1' })
      expect(turned).toMatchObject({ code: 200, data: { undo: { seconds: 60 } } })
      expect((await rowOf(entity, id)).status).toBe('1')
      expect((await undo(owner, turned.data.undo?.id)).code).toBe(200)
      expect((await rowOf(entity, id)).status).toBe('0')
    },
  )

  test('a closed batch is active again, and its log has a version for each', async () => {
    const { id } = await addSample(owner, entityByKey('catalog/batch')!, 'Close')
    expect((await owner.put(`/catalog/batch/${id}/activate`, {})).code).toBe(200)
    const closed = await owner.put<Offered>(`/catalog/batch/${id}/close`, {})
    expect((await undo(owner, closed.data.undo?.id)).code).toBe(200)
    expect((await rowOf(entityByKey('catalog/batch')!, id)).status).toBe('active')
  })
})
