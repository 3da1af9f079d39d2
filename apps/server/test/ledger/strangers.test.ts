import { appendLeaves, emptyRange, rangeRoot, toHex } from '@timbermark/ledger'
import { hashLeaves } from '@timbermark/ledger/node'
import { beforeAll, expect, test } from 'vitest'
import { resealRows } from '../../src/areas/ledger/sealing/seal-rows.ts'
import { sql } from '../../src/platform/database/sql.ts'
import { makeWorld, type World } from '../harness.ts'
import { png } from '../samples.ts'
import { type Scene, sceneIn } from '../trace/scene.ts'
import { tenantTables } from '../tenancy/tables.ts'
import { downloadLog } from './download-log.ts'

/** Anyone who downloads the whole log without having a code learns nothing about owners, destinations and products. */
let world: World
let scenes: Scene[]
let entries: string[]

/** The same steps for each enterprise, with different words. */
async function live(identification: string, mark: string): Promise<Scene> {
  const scene = await sceneIn(world, identification)
  const { batchId, codes } = scene.goods
  const { id } = scene.tenant
  await world.services.database.acrossTenants('enterprise', async db => {
    await db.execute(sql`update enterprise set name = ${`${mark} enterprise`} where id = ${id}`)
    await db.execute(
      sql`update batch set batch_number = ${`${mark} batch`} where tenant_id = ${id} and id = ${batchId}`,
    )
    await resealRows(db, world.services, id, { kind: 'enterprise', ids: [id] })
    await resealRows(db, world.services, id, { kind: 'batch', ids: [batchId] })
  })
  const picture = await scene.admin.upload<{ id: string }>('/common/upload', { name: `${mark}.png`, content: png })
  const { rows } = await world.admin.query('select product_id as id from batch where id = $1', [batchId])
  const edited = await scene.admin.put('/catalog/product', {
    id: Number(rows[0].id),
    name: `${mark} product`,
    description: `<p>${mark} description</p>`,
    images: [picture.data.id],
    changeReason: `${mark} reason`,
  })
  expect(edited.code, edited.msg).toBe(200)
  await scene.report('forestSurvey', [codes[0]!], { longitude: 9.5123, latitude: 0.2512 })
  await scene.report('felling', [codes[0]!], { operator: `${mark} operator` })
  await scene.report('productInformation', [codes[1]!])
  return scene
}

beforeAll(async () => {
  world = await makeWorld()
  scenes = [await live('CANARY-ONE', 'first canary'), await live('CANARY-2', 'the second canary, a longer one')]
  await scenes[0]!.append()
  const log = await downloadLog(world)
  entries = log.entries
  // The downloaded log matches the signed head.
  const hashes = hashLeaves(entries.map(entry => Buffer.from(entry)))
  expect(toHex(rangeRoot(appendLeaves(emptyRange(), hashes)))).toBe(toHex(log.root))
})

/** Every text of at least six characters stored for the two enterprises, except the log and its digests. */
async function storedTexts(): Promise<Set<string>> {
  const storedValues = new Set<string>()
  const collect = (value: unknown): void => {
    if (typeof value === 'string') storedValues.add(value)
    else if (Array.isArray(value)) for (const item of value) collect(item)
    else if (value !== null && typeof value === 'object')
      for (const [key, item] of Object.entries(value)) {
        storedValues.add(key)
        collect(item)
      }
  }
  const ids = scenes.map(({ tenant }) => tenant.id)
  const logged = new Set(['sealed_content', 'ledger_queue', 'ledger_refused'])
  const columns = (await tenantTables(world.admin))
    .filter(table => !logged.has(table))
    .map(table => [table, 'tenant_id'])
  for (const [table, column] of [...columns, ['enterprise', 'id']]) {
    const { rows } = await world.admin.query(`select to_jsonb(t) as row from ${table} t where ${column} = any($1)`, [
      ids,
    ])
    for (const { row } of rows) collect(Object.values(row))
  }
  const { rows } = await world.admin.query(
    'select open::jsonb as open, withheld::jsonb as withheld from sealed_content where tenant_id = any($1)',
    [ids],
  )
  for (const { open, withheld } of rows) {
    const { says: _, ...record } = open.record ?? {}
    // Subjects are random bytes, and are in the log by design.
    const { enterprise: _e, product: _p, batch: _b, records: _r, ...said } = open
    collect([{ ...said, record }, withheld])
  }
  for (const { goods } of scenes) collect(goods.codes)
  return new Set([...storedValues].filter(text => text.length >= 6))
}

test('the log contains nothing stored for an enterprise: no name, number, position, document, operator, code or file', async () => {
  const texts = await storedTexts()
  // Guards against an empty search: these texts must be among the searched ones.
  for (const { goods, tenant } of scenes) {
    const { rows } = await world.admin.query(
      `select (select array_agg(id) from file_object where tenant_id = $1) as files, (select batch_number from batch where tenant_id = $1 limit 1) as batch,
              (select identification from enterprise where id = $1) as identification`,
      [tenant.id],
    )
    const [{ files, batch, identification }] = rows
    expect(files.length).toBeGreaterThan(1)
    for (const word of [...files, batch, identification, ...goods.codes, goods.documentCode])
      expect(texts).toContain(word)
  }
  for (const word of [
    'first canary product',
    'the second canary, a longer one enterprise',
    'first canary operator',
    'felling',
  ])
    expect(texts).toContain(word)
  const log = entries.join('\n')
  expect([...texts].filter(text => log.includes(text))).toEqual([])
  for (const position of ['9.5123', '0.2512', '9.4544', '0.3901']) expect(log).not.toContain(position)
})

test('the entries of two enterprises look alike: the same members of the same lengths, except for the digits of seq', async () => {
  const shape =
    /^\{"content":"[\w-]{43}","previous":(null|"[\w-]{43}"),"seq":([1-9]\d*),"subject":"[\w-]{43}","type":"timbermark\/entry@2"\}$/
  // Between them stand the statements of the index: a hash and a time.
  const statement = /^\{"at":"[\dTZ:-]{20}","root":"[\w+/]{43}=","type":"timbermark\/index@1"\}$/
  expect(entries.filter(entry => statement.test(entry))).toHaveLength(1)
  for (const entry of entries.filter(entry => !statement.test(entry))) {
    const [, previous, seq] = shape.exec(entry) ?? []
    expect(entry).toMatch(shape)
    expect(previous === 'null').toBe(seq === '1')
  }
  const seqs = async ({ tenant }: Scene) =>
    (
      await world.admin.query(
        'select e.seq::int from ledger_entry e join sealed_content c on c.content = e.content where c.tenant_id = $1 order by 1',
        [tenant.id],
      )
    ).rows
  const [first, second] = await Promise.all(scenes.map(seqs))
  expect(first!.length).toBeGreaterThan(6)
  expect(second).toEqual(first)
  // The statement of the index is of no enterprise.
  expect(first!.length + second!.length).toBe(entries.length - 1)
})
