import { beforeAll, beforeEach, expect, test } from 'vitest'
import { ledgerLog } from '../../src/areas/ledger/log/log.ts'
import { checkWholeLedger } from '../../src/areas/ledger/log/verify.ts'
import { checkLedgerPart } from '../../src/areas/ledger/log/verify-part.ts'
import { makeSequencer } from '../../src/areas/ledger/start.ts'
import { checkLedgerNightly, rowChecks } from '../../src/areas/trace/proof/nightly-check.ts'
import { makeWorld, type World } from '../harness.ts'
import { unguarded } from '../unguarded.ts'
import { namesOf, queueNamed } from './entries.ts'

/** The nightly check in blocks: what a night covers, where an ended run goes on, and that nothing is overlooked over the nights. */
const entries = 9000
let world: World
let tenant: { id: number; deptId: number }

beforeAll(async () => {
  world = await makeWorld()
  tenant = await world.makeTenant('BLOCKS')
  await append(entries, 'first')
})

beforeEach(() => world.admin.query('truncate ledger_check_place, ledger_fault'))

async function append(count: number, mark: string): Promise<void> {
  await queueNamed(world.services, tenant.id, namesOf(count, mark))
  const sequencer = makeSequencer(world.services)
  while ((await sequencer.append()) > 0);
}

/** A night that checks few rows of each section, in addition to what is new. */
const night = (more: { least?: number; signal?: AbortSignal; complete?: boolean } = {}) =>
  checkLedgerPart(world.services.database, ledgerLog(world.services), [], { least: 2000, ...more })
const places = async () =>
  (
    await world.admin.query<{ section: string; cursor: string; place: Record<string, unknown> | null; head: string }>(
      'select section, cursor, place, head_size as head from ledger_check_place order by 1, 2',
    )
  ).rows
const placeOf = async (section: string, cursor: string) =>
  (await places()).find(row => row.section === section && row.cursor === cursor)?.place
const stored = async () =>
  (
    await world.admin.query<{ fault: string }>(`select kind || ' ' || place as fault from ledger_fault order by id`)
  ).rows.map(row => row.fault)
/** Number of entries, the statements of the index too. */
const logSize = async () =>
  Number((await world.admin.query<{ n: string }>('select count(*) as n from ledger_entry')).rows[0]!.n)
/** Changes an entry, and returns what undoes it. */
async function damage(index: number): Promise<() => Promise<unknown>> {
  const { rows } = await world.admin.query('select text from ledger_entry where index = $1', [index])
  await unguarded(world.admin, `update ledger_entry set text = replace(text, '"seq":1', '"seq":2') where index = $1`, [
    index,
  ])
  return () => unguarded(world.admin, 'update ledger_entry set text = $2 where index = $1', [index, rows[0].text])
}

test('a small log is checked completely every night, with the same result as a check of everything', async () => {
  const everything = await checkWholeLedger(world.services.database, ledgerLog(world.services))
  const { faults, complete: _, ...counts } = await night({ least: 1_000_000 })
  expect({ ...counts, faults }).toEqual(everything)
  expect(await placeOf('entries', 'part')).toBeNull()
})

test('a large log is checked in as many nights as it has parts, each night the next part and what is new', async () => {
  const first = await night()
  expect(first).toMatchObject({ leaves: 2000, faults: [] })
  expect(await placeOf('entries', 'part')).toMatchObject({ size: 2000 })
  await append(30, 'second')
  const second = await night()
  expect(second).toMatchObject({ leaves: 2031, faults: [] })
  expect(await placeOf('entries', 'part')).toMatchObject({ size: 4000 })
  const size = await logSize()
  expect(await placeOf('entries', 'added')).toMatchObject({ size })
  for (let n = 0; n < 3; n++) await night()
  expect(await placeOf('entries', 'part'), 'the round has ended').toBeNull()
  expect((await places()).every(({ head }) => Number(head) === size)).toBe(true)
})

test('damage is found when its part is due, stays reported, and ends with its repair', async () => {
  // Of the second night's part. Its subject is among the last ones, so that the parts of the index do not come to it first.
  const { rows } = await world.admin.query<{ index: number }>(
    `select index::int from ledger_entry where index between 2500 and 3500 and subject is not null
     order by decode(translate(subject, '-_', '+/') || '=', 'base64') desc limit 1`,
  )
  const { index } = rows[0]!
  const repair = await damage(index)
  await night()
  expect(await stored()).toEqual([])
  await night()
  const before = await stored()
  expect(before).toContain(`leafChanged ${index}`)
  for (let n = 0; n < 2; n++) await night()
  expect(await stored(), 'each fault once').toEqual(before)
  await repair()
  await night()
  expect(await stored()).toEqual([])
  expect(await placeOf('entries', 'part')).toMatchObject({ size: 4000 })
})

test('damage of what was added is found in the next night, wherever the round is', async () => {
  await night()
  await append(10, `third ${Date.now()}`)
  // The last one is the statement of the index.
  const last = (await logSize()) - 2
  const repair = await damage(last)
  await night()
  expect(await stored()).toContain(`leafChanged ${last}`)
  await repair()
  await night()
  expect(await stored()).toEqual([])
})

test('a run that is ended in the middle goes on there', async () => {
  const stop = new AbortController()
  const blocks: number[] = []
  await expect(
    checkLedgerPart(world.services.database, ledgerLog(world.services), [], {
      complete: true,
      signal: stop.signal,
      progress: ({ leaves }) => {
        blocks.push(leaves!)
        if (leaves === 4000) stop.abort(new Error('ended'))
      },
    }),
  ).rejects.toThrow('ended')
  // No block has more than its rows, so no statement takes longer in a longer log.
  expect(blocks.every((leaves, n) => leaves - (blocks[n - 1] ?? 0) <= 2000)).toBe(true)
  const { size } = (await placeOf('entries', 'whole')) as { size: number }
  expect([2000, 4000]).toContain(size)
  const { rows } = await world.admin.query<{ n: string }>('select count(*) as n from ledger_entry')
  expect(await night({ complete: true })).toMatchObject({ leaves: Number(rows[0]!.n) - size, faults: [] })
  expect((await places()).filter(({ cursor }) => cursor === 'whole')).toEqual([])
})

test('an entry that the index lacks is found, and a row of which nothing is sealed', async () => {
  await world.admin.query('create table kept_page as select * from ledger_index_page')
  await unguarded(world.admin, `delete from ledger_index_page where prefix <> ''`)
  expect((await checkWholeLedger(world.services.database, ledgerLog(world.services))).faults.length).toBeGreaterThan(0)
  await world.admin.query(
    'truncate ledger_index_page; insert into ledger_index_page select * from kept_page; drop table kept_page',
  )
  expect((await checkWholeLedger(world.services.database, ledgerLog(world.services))).faults).toEqual([])
  // These entries have no contents: each section finds its own faults, in blocks too.
  const everything = await checkWholeLedger(world.services.database, ledgerLog(world.services), rowChecks)
  expect(new Set(everything.faults.map(({ kind }) => kind))).toEqual(new Set(['contentGone']))
  await checkLedgerNightly(world.services)
  expect(new Set((await stored()).map(fault => fault.split(' ')[0]))).toEqual(new Set(['contentGone']))
  await world.admin.query(`truncate ledger_fault; update ledger_checked set found = 0`)
})
