import { rmSync } from 'node:fs'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LedgerView } from '../../src/areas/ledger/log/proofs.ts'
import { ServedHeads } from '../../src/areas/ledger/log/served-heads.ts'
import { LedgerBehind } from '../../src/areas/ledger/log/sequencer.ts'
import { promotionGraceSeconds } from '../../src/areas/ledger/log/timeline.ts'
import { makeSequencer } from '../../src/areas/ledger/start.ts'
import { openRollbackGuard } from '../../src/platform/installation/open-rollback-guard.ts'
import { makeWorld, type World } from '../harness.ts'
import { unguarded } from '../unguarded.ts'
import { emptyLedger, namesOf, queueNamed } from './entries.ts'

/** Two machines: the signer's, and another one whose processes only serve what the signer signed. */
let world: World
let tenant: { id: number }
let heads: ServedHeads
/** Messages of the other machine. */
let reports: string[]

beforeAll(async () => {
  world = await makeWorld()
  tenant = await world.makeTenant('HEADS')
})

beforeEach(async () => {
  await emptyLedger(world.admin)
  await unguarded(world.admin, 'truncate ledger_timeline')
  await forget()
  reports = []
  const log = { ...world.services.log, fatal: (message: string) => reports.push(message) } as never
  heads = new ServedHeads({ ...world.services, log })
})

afterEach(() => heads.stop())

/** The signer's machine is gone, and everything that it remembered. */
async function forget(): Promise<void> {
  const { database, settings, log, rollbackGuard: guard } = world.services
  for (const path of guard.paths) rmSync(path, { force: true })
  world.services.rollbackGuard = await openRollbackGuard(database, settings, log)
}

const queue = (count: number, name: string) => queueNamed(world.services, tenant.id, namesOf(count, name))
const remembered = async () => {
  const { database, settings, log } = world.services
  return (await openRollbackGuard(database, settings, log)).heads.map(({ size }) => size)
}
const behind = async () =>
  (await world.admin.query<{ size: string }>('select size from ledger_behind')).rows.map(({ size }) => Number(size))

/** The standby that was promoted has not got the newest heads. */
const lose = (size: number) =>
  unguarded(
    world.admin,
    `delete from ledger_checkpoint where size > ${size}; delete from ledger_entry where index >= ${size}; truncate ledger_tile, ledger_index_page`,
  )

describe('a process that serves heads', () => {
  it('remembers the head that a reader was given, in the rollback guard', async () => {
    const { rows } = await world.admin.query<{ number: string }>(`select nextval('code_request_number') as number`)
    await queue(3, 'served')
    await makeSequencer(world.services).append()
    await forget()
    expect(await remembered()).toEqual([])
    heads = new ServedHeads(world.services)
    heads.listen()
    const answer = await world.app.inject('/ledger/checkpoint')
    expect(answer.statusCode).toBe(200)
    await heads.stop()
    expect(await remembered()).toEqual([4])
    // With it the highest request number, so that none is given again.
    expect(world.services.rollbackGuard.requests).toBe(Number(rows[0]!.number))
  })

  it('remembers the head that a proof was made under', async () => {
    await queue(4, 'proven')
    await makeSequencer(world.services).append()
    await forget()
    heads = new ServedHeads(world.services)
    heads.listen()
    await world.services.database.withoutTenant(db => LedgerView.open(db))
    await heads.stop()
    expect(await remembered()).toEqual([5])
  })

  it('writes only when the log has grown', async () => {
    await queue(2, 'grown')
    await makeSequencer(world.services).append()
    await forget()
    heads = new ServedHeads(world.services)
    let writes = 0
    const { rollbackGuard: guard } = world.services
    const noteHead = guard.noteHead.bind(guard)
    guard.noteHead = (...args) => {
      writes++
      return noteHead(...args)
    }
    // The first comparison reads the head, the second stores it.
    for (let time = 0; time < 5; time++) await heads.compare()
    expect(writes).toBe(1)
    await queue(1, 'grown on')
    await makeSequencer({ ...world.services, rollbackGuard: guard }).append()
    for (let time = 0; time < 5; time++) await heads.compare()
    // The signer stored it itself.
    expect(writes).toBe(2)
  })

  it('reports a head that the database lost, so that no process signs', async () => {
    await queue(3, 'first')
    await makeSequencer(world.services).append()
    await queue(4, 'lost')
    await makeSequencer(world.services).append()
    await forget()
    heads = new ServedHeads({ ...world.services, log: world.services.log })
    await heads.compare()
    await heads.compare()
    expect(await remembered()).toEqual([9])
    await lose(4)
    await heads.compare()
    expect(await behind()).toEqual([9])
    // A signer on another machine, which remembers nothing itself.
    const { database, settings, log } = world.services
    const other = await openRollbackGuard(
      database,
      { ...settings, dataDir: `${settings.dataDir}/none`, memoryDir: undefined },
      log,
    )
    await queue(2, 'after')
    await expect(makeSequencer({ ...world.services, rollbackGuard: other }).append()).rejects.toThrow(LedgerBehind)
    expect((await world.admin.query('select 1 from ledger_queue')).rows).toHaveLength(2)
  })

  it('says once what is missing', async () => {
    await queue(5, 'said')
    await makeSequencer(world.services).append()
    await heads.compare()
    await lose(0)
    for (let time = 0; time < 3; time++) await heads.compare()
    expect(reports).toHaveLength(1)
    expect(reports[0]).toContain('head of 6 leaves')
  })

  it('does not remember a head that this log did not sign', async () => {
    await queue(2, 'signed')
    await makeSequencer(world.services).append()
    await heads.compare()
    await unguarded(
      world.admin,
      `insert into ledger_checkpoint (size, root, note) select 1000, root, replace(note, e'\\n3\\n', e'\\n1000\\n') from ledger_checkpoint where size = 3`,
    )
    for (let time = 0; time < 3; time++) await heads.compare()
    expect(await remembered()).toEqual([3])
    expect(await behind()).toEqual([])
  })
})

describe('after a promotion', () => {
  const timeline = async () =>
    (await world.admin.query<{ timeline: string }>('select timeline from ledger_timeline')).rows[0]?.timeline

  it('nothing is signed until every process had time to report what it remembers', async () => {
    const sequencer = makeSequencer(world.services)
    await queue(1, 'before')
    // The first timeline that an installation sees is no promotion.
    expect(await sequencer.append()).toBe(1)
    expect(await timeline()).toBe('00000001')
    await world.admin.query(`update ledger_timeline set timeline = '0000000A'`)
    await queue(2, 'after')
    expect(await sequencer.append()).toBe(0)
    expect(await timeline()).toBe('00000001')
    expect(await sequencer.append()).toBe(0)
    expect((await world.admin.query('select 1 from ledger_queue')).rows).toHaveLength(2)
    await world.admin.query(
      `update ledger_timeline set since = since - make_interval(secs => ${promotionGraceSeconds + 1})`,
    )
    expect(await sequencer.append()).toBe(2)
  })
})
