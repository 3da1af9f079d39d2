import { type Field, keyOf, permissionOf, type ViewInput, views } from '@timbermark/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { sheetOf } from '../sheet.ts'

/** Every declared view is what it says: served, guarded, searchable, sortable, exported. */
let world: World
let reader: Caller
let stranger: Caller

beforeAll(async () => {
  world = await makeWorld()
  reader = await world.signIn({ id: 1, deptId: null }, ['superAdmin'])
  stranger = await world.signIn(await world.makeTenant('VIEWS'), [])
})

/** A search that the field's kind can be asked for. */
function searchOf(key: string, field: Field): string {
  const name = key[0]!.toUpperCase() + key.slice(1)
  if (field.search === 'range') return `begin${name}=2020-01-01&end${name}=2030-01-01`
  if (field.kind === 'integer' || field.kind === 'ref' || (field.kind === 'dict' && field.numeric)) return `${key}=1`
  if (field.kind === 'flag') return `${key}=true`
  if (field.kind === 'choice') return `${key}=${field.options[0]}`
  return `${key}=${encodeURIComponent("O'ak%_")}`
}

/** Made from the keys of a request, and asked for by it: its own tests hold it (test/code). */
const derived = new Set(['code/qr'])
const read = (views as readonly ViewInput[]).filter(view => !derived.has(keyOf(view)))

/** Rows of one record are read with its number. */
const listOf = (key: string, { within }: ViewInput) => `/${key}/list?${within ? `${within}=1&` : ''}`

describe.each(read.map(view => [keyOf(view), view] as const))('%s', (key, view) => {
  const list = listOf(key, view)
  const has = (operation: 'list' | 'query' | 'export') => view.operations.includes(operation)

  test('its list is read by those who hold the permission, and by nobody else', async () => {
    expect(await reader.get(list)).toMatchObject({ code: 200 })
    expect((await stranger.get(list)).code).toBe(403)
    expect((await world.anonymous.get(list)).code).toBe(401)
    const calls = await world.admin.query(`select 1 from menu where perms = $1`, [permissionOf(view, 'list')])
    expect(calls.rows.length, 'somebody can be given it').toBeGreaterThan(0)
  })

  test('it can be searched by what it says, and ordered by what it says and nothing else', async () => {
    for (const [name, field] of Object.entries(view.fields)) {
      if (field.search) expect(await reader.get(`${list}${searchOf(name, field)}`), name).toMatchObject({ code: 200 })
      const ordered = await reader.get(`${list}orderBy=${name}&order=desc`)
      if (field.sortable) expect(ordered, name).toMatchObject({ code: 200 })
      else if (name !== 'createTime' && name !== 'updateTime') expect(ordered, name).toMatchObject({ error: 'invalid' })
    }
    expect(await reader.get(`${list}orderBy=constructor`)).toMatchObject({ error: 'invalid' })
  })

  if (view.within)
    test('its rows belong to one record, which has to be named', async () => {
      expect(await reader.get(`/${key}/list`)).toMatchObject({
        error: 'invalid',
        data: { issues: [{ field: view.within, error: 'required' }] },
      })
    })

  if (has('query'))
    test('one row is looked up by its number; what is not there is not found', async () => {
      expect(await reader.get(`/${key}/999999999`)).toMatchObject({ error: 'notFound' })
      expect((await stranger.get(`/${key}/999999999`)).code).toBe(403)
    })

  if (has('export'))
    test('its export has a heading for every column, in the reader’s language', async () => {
      for (const language of ['zh', 'en', 'fr']) {
        const sheet = await sheetOf((await reader.get(`/${key}/export`, { 'accept-language': language })).raw)
        expect(sheet.header.length).toBeGreaterThan(1)
        expect(sheet.header.filter(title => title.includes('.'))).toEqual([])
      }
      expect((await stranger.get(`/${key}/export`)).code).toBe(403)
    })
})
