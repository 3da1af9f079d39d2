import { toBase64Url } from '@timbermark/ledger/sealed'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { ledgerLog } from '../../src/areas/ledger/log/log.ts'
import { makeSequencer } from '../../src/areas/ledger/start.ts'
import { groupSize } from '../../src/areas/ledger/log/sequencer.ts'
import { checkWholeLedger } from '../../src/areas/ledger/log/verify.ts'
import { checkLedgerNightly } from '../../src/areas/trace/proof/nightly-check.ts'
import { clearStandingAlarm, loadStandingAlarms } from '../../src/platform/alarms/standing-alarms.ts'
import { sql } from '../../src/platform/database/sql.ts'
import { openRollbackGuard } from '../../src/platform/installation/open-rollback-guard.ts'
import { rmSync } from 'node:fs'
import { makeWorld, type World } from '../harness.ts'
import { bytesNamed, contentNamed, emptyLedger, queueNamed } from './entries.ts'

/** Write access to the database without the key of the queue is not enough to enter anything into the ledger. */
let world: World
let tenant: { id: number; deptId: number }
let other: { id: number; deptId: number }

beforeAll(async () => {
  world = await makeWorld()
  tenant = await world.makeTenant('QUEUED')
  other = await world.makeTenant('OTHER')
})

beforeEach(async () => {
  const { database, settings, log, rollbackGuard: memory } = world.services
  await emptyLedger(world.admin)
  await database.acrossTenants('ledger', db => clearStandingAlarm(db, 'ledgerRefused'))
  for (const path of memory.paths) rmSync(path, { force: true })
  world.services.rollbackGuard = await openRollbackGuard(database, settings, log)
})

const queue = (...names: string[]) => queueNamed(world.services, tenant.id, names)
const contents = async () =>
  (
    await world.admin.query<{ content: string }>(
      'select content from ledger_entry where content is not null order by index',
    )
  ).rows
    .map(row => row.content)
    .toSorted()
/** The contents of these names; within a group the order is random. */
const written = (...names: string[]) => names.map(name => toBase64Url(contentNamed(name))).toSorted()
const refused = async () =>
  (
    await world.admin.query<{ tenant_id: number; subject: Buffer; content: Buffer; why: string }>(
      'select tenant_id, subject, content, why from ledger_refused order by id',
    )
  ).rows
const waiting = async () => (await world.admin.query('select count(*)::int as n from ledger_queue')).rows[0].n

/** Writes to the queue as the server's role, with any MAC. */
const forge = (name: string, mac: Buffer | null, tenantId = tenant.id) =>
  world.services.database.withTenant(tenantId, db =>
    db.execute(sql`
      insert into ledger_queue (tenant_id, subject, content, mac)
      values (${tenantId}, ${bytesNamed(name)}, ${contentNamed(name)}, ${mac})`),
  )

/** Inserts a changed copy of every row of the queue. */
const copyQueue = (change: { tenant?: string; subject?: string } = {}) =>
  world.admin.query(
    `insert into ledger_queue (tenant_id, subject, content, mac)
     select ${change.tenant ?? 'tenant_id'}, ${change.subject ?? 'subject'}, content, mac from ledger_queue`,
  )

test('a row without a MAC cannot be queued', async () => {
  await expect(forge('forged', null)).rejects.toThrow('mac')
  await expect(forge('forged', Buffer.alloc(0))).rejects.toThrow('mac')
  await expect(forge('forged', Buffer.alloc(31))).rejects.toThrow('mac')
})

test('a row with a wrong MAC is refused and reported; the rows before and after it get their places', async () => {
  await queue('before')
  await forge('forged', Buffer.alloc(32))
  await queue('after')
  expect(await makeSequencer(world.services).append()).toBe(2)
  expect(await contents()).toEqual(written('before', 'after'))
  expect(await waiting()).toBe(0)
  expect(await refused()).toEqual([
    { tenant_id: tenant.id, subject: bytesNamed('forged'), content: contentNamed('forged'), why: 'mac' },
  ])
  expect(await loadStandingAlarms(world.services.database)).toMatchObject([
    { key: 'ledgerRefused', detail: { found: 1 } },
  ])
  expect((await checkWholeLedger(world.services.database, ledgerLog(world.services))).faults).toEqual([])
})

test('a full group of refused rows does not block the rows after it', async () => {
  await queue('first')
  const sequencer = makeSequencer(world.services)
  await sequencer.append()
  await world.admin.query(
    `insert into ledger_queue (tenant_id, subject, content, mac)
     select $1, sha256(n::text::bytea), sha256(('c' || n)::bytea), sha256(('m' || n)::bytea) from generate_series(1, ${groupSize}) n`,
    [tenant.id],
  )
  await queue('behind')
  expect(await sequencer.append()).toBe(0)
  expect(await sequencer.append()).toBe(1)
  expect(await contents()).toEqual(written('first', 'behind'))
  expect(await refused()).toHaveLength(groupSize)
})

test.each([
  ['of another enterprise', { tenant: 'OTHER' }],
  ['under another subject', { subject: "sha256('elsewhere')" }],
])('a row that the server queued is refused when it is repeated %s', async (_what, change) => {
  await queue('own')
  await copyQueue({ ...change, ...('tenant' in change ? { tenant: String(other.id) } : {}) })
  expect(await makeSequencer(world.services).append()).toBe(1)
  expect(await contents()).toEqual(written('own'))
  expect((await refused()).map(({ why }) => why)).toEqual(['mac'])
})

test('a content changed in the queue is refused: the log only contains what the server queued', async () => {
  await queue('true', 'other')
  await world.admin.query('update ledger_queue set content = $1 where subject = $2', [
    contentNamed('false'),
    bytesNamed('true'),
  ])
  expect(await makeSequencer(world.services).append()).toBe(1)
  expect(await contents()).toEqual(written('other'))
  expect((await refused()).map(({ subject }) => subject)).toEqual([bytesNamed('true')])
})

test('a replayed row is entered once, within a group and across groups', async () => {
  await queue('once')
  await world.admin.query('create table recorded as select tenant_id, subject, content, mac from ledger_queue')
  await copyQueue()
  const sequencer = makeSequencer(world.services)
  expect(await sequencer.append()).toBe(1)
  await world.admin.query('insert into ledger_queue (tenant_id, subject, content, mac) select * from recorded')
  await queue('next')
  expect(await sequencer.append()).toBe(1)
  await world.admin.query('drop table recorded')
  expect(await contents()).toEqual(written('once', 'next'))
  expect((await refused()).map(({ why }) => why)).toEqual(['again', 'again'])
  expect(await loadStandingAlarms(world.services.database)).toMatchObject([{ key: 'ledgerRefused' }])
})

test('the alarm stays for a week, and ends when nothing else is refused', async () => {
  await queue('own')
  await forge('forged', Buffer.alloc(32))
  await makeSequencer(world.services).append()
  const raisedAlarms = async () => {
    await checkLedgerNightly(world.services)
    return (await loadStandingAlarms(world.services.database)).map(({ key }) => key)
  }
  // The entries of these tests have no contents, which the nightly check reports as well.
  expect(await raisedAlarms()).toContain('ledgerRefused')
  await world.admin.query("update ledger_refused set refused_at = refused_at - interval '8 days'")
  expect(await raisedAlarms()).not.toContain('ledgerRefused')
})
