import { beforeAll, beforeEach, expect, test } from 'vitest'
import { LedgerDamaged } from '../../src/areas/ledger/log/append.ts'
import { IndexDamaged } from '../../src/areas/ledger/log/damage.ts'
import { ledgerLog } from '../../src/areas/ledger/log/log.ts'
import { LedgerView } from '../../src/areas/ledger/log/proofs.ts'
import { makeSequencer } from '../../src/areas/ledger/start.ts'
import { checkWholeLedger } from '../../src/areas/ledger/log/verify.ts'
import { makeWorld, type World } from '../harness.ts'
import { unguarded } from '../unguarded.ts'
import { bytesNamed, namesOf, queueContents, queueNamed } from './entries.ts'

/** The stored index is only trusted as far as the signed head vouches for it. */
let world: World
let tenant: { id: number; deptId: number }
const subject = 'entry/7'
const below = bytesNamed(subject).toString('hex')[0]!

beforeAll(async () => {
  world = await makeWorld()
  tenant = await world.makeTenant('INDEXED')
  await queueNamed(world.services, tenant.id, namesOf(300, 'entry'))
  await makeSequencer(world.services).append()
  await world.admin.query('create table kept as select * from ledger_index_page')
})

beforeEach(async () => {
  await world.admin.query('truncate ledger_index_page; insert into ledger_index_page select * from kept')
})

const signed = async () =>
  (await world.admin.query('select size, note from ledger_checkpoint order by size desc limit 1')).rows[0]
const check = () => checkWholeLedger(world.services.database, ledgerLog(world.services))
/** Flips one bit in the last byte of a page. */
const spoil = (prefix: string) =>
  world.admin.query(
    'update ledger_index_page set page = set_byte(page, length(page) - 1, get_byte(page, length(page) - 1) # 1) where prefix = $1',
    [prefix],
  )

test.each([
  ['the top page', ''],
  ['a page below', below],
])('%s damaged: nothing is signed, the alarm is raised and the night names it', async (_what, prefix) => {
  const before = await signed()
  expect((await spoil(prefix)).rowCount).toBe(1)
  await queueContents(world.services, tenant.id, subject, [`after ${prefix}`])
  // Holds for the process that signed the head and for one that has just started.
  const sequencer = makeSequencer(world.services)
  await expect(sequencer.append()).rejects.toThrow(IndexDamaged)
  await expect(sequencer.append()).rejects.toThrow(IndexDamaged)
  expect(await signed()).toEqual(before)
  expect((await world.admin.query('select count(*)::int as n from ledger_queue')).rows[0].n).toBe(1)
  expect(await world.services.alarms.all()).toMatchObject([{ key: 'ledgerFaults' }])
  expect((await check()).faults).toContainEqual({ kind: 'indexWrong', place: prefix })
  // After the page is restored, it continues.
  await world.admin.query('truncate ledger_index_page; insert into ledger_index_page select * from kept')
  expect(await sequencer.append()).toBe(1)
  expect((await check()).faults).toEqual([])
  expect(await world.services.alarms.all()).toEqual([])
  await world.admin.query('truncate kept; insert into kept select * from ledger_index_page')
})

test.each([
  ['the top page', ''],
  ['a page below', below],
])(
  '%s damaged under the process that wrote it last: the process signs nothing, and continues once the page is restored',
  async (_what, prefix) => {
    const sequencer = makeSequencer(world.services)
    for (const round of ['first', 'second']) {
      await queueContents(world.services, tenant.id, subject, [`${round} by one process ${prefix}`])
      expect(await sequencer.append()).toBe(1)
    }
    await world.admin.query('truncate kept; insert into kept select * from ledger_index_page')
    const before = await signed()
    await spoil(prefix)
    await queueContents(world.services, tenant.id, subject, [`damaged since ${prefix}`])
    await expect(sequencer.append()).rejects.toThrow(IndexDamaged)
    expect(await signed()).toEqual(before)
    await world.admin.query('truncate ledger_index_page; insert into ledger_index_page select * from kept')
    expect(await sequencer.append()).toBe(1)
    // Another process writes in between, so that the pages of the first one are outdated.
    await queueContents(world.services, tenant.id, 'entry/8', [`by another process ${prefix}`])
    expect(await makeSequencer(world.services).append()).toBe(1)
    await queueContents(world.services, tenant.id, subject, [`after another process ${prefix}`])
    expect(await sequencer.append()).toBe(1)
    expect((await check()).faults).toEqual([])
    await world.admin.query('truncate kept; insert into kept select * from ledger_index_page')
  },
)

test('a missing page does not count as an empty one', async () => {
  await world.admin.query('delete from ledger_index_page where prefix = $1', [below])
  await queueContents(world.services, tenant.id, subject, ['missing'])
  await expect(makeSequencer(world.services).append()).rejects.toThrow(IndexDamaged)
  expect((await check()).faults).toContainEqual({ kind: 'indexMissing', place: below })
  await world.admin.query('delete from ledger_queue')
})

test('a head with another index root and matching pages is not continued', async () => {
  await world.admin.query('create table older as select * from ledger_index_page')
  const before = await signed()
  await queueContents(world.services, tenant.id, subject, ['hidden'])
  await makeSequencer(world.services).append()
  await world.admin.query('truncate kept; insert into kept select * from ledger_index_page')
  const now = await signed()
  const indexOf = ({ note }: { note: string }) => /^timbermark\/index .*$/m.exec(note)![0]
  // Only the signature shows that the newest entry of the subject was left out.
  await world.admin.query(
    'truncate ledger_index_page; insert into ledger_index_page select * from older; drop table older',
  )
  const put = (note: string) =>
    unguarded(world.admin, 'update ledger_checkpoint set note = $1 where size = $2', [note, now.size])
  await put(now.note.replace(indexOf(now), indexOf(before)))
  await queueContents(world.services, tenant.id, subject, ['after it'])
  await expect(makeSequencer(world.services).append()).rejects.toThrow(LedgerDamaged)
  expect(await world.services.alarms.all()).toMatchObject([{ key: 'ledgerFaults' }])
  expect((await check()).faults).toContainEqual({ kind: 'headUnsigned', place: String(now.size) })
  await put(now.note)
  await world.admin.query('truncate ledger_index_page; insert into ledger_index_page select * from kept')
  expect(await makeSequencer(world.services).append()).toBe(1)
  await world.admin.query('truncate kept; insert into kept select * from ledger_index_page')
})

test('an older page that matches the pages below it is refused as well: no entry can be removed', async () => {
  await world.admin.query('create table older as select * from ledger_index_page')
  await queueContents(world.services, tenant.id, subject, ['taken back'])
  await makeSequencer(world.services).append()
  await world.admin.query('truncate kept; insert into kept select * from ledger_index_page')
  await world.admin.query(
    'truncate ledger_index_page; insert into ledger_index_page select * from older; drop table older',
  )
  await queueContents(world.services, tenant.id, subject, ['again'])
  await expect(makeSequencer(world.services).append()).rejects.toThrow(IndexDamaged)
  const { database } = world.services
  const prove = () =>
    database.withTenant(tenant.id, async db =>
      (await LedgerView.open(db)).indexProofs([bytesNamed(subject).toString('base64url')]),
    )
  await expect(prove()).rejects.toThrow(IndexDamaged)
})
