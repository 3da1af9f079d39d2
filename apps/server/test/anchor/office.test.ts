import type { AnswerOf } from '@timbermark/contract'
import type { anchoringState } from '@timbermark/contract/calls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { updateAnchorAlarms } from '../../src/areas/ledger/anchor/anchor-alarms.ts'
import { Anchoring } from '../../src/areas/ledger/anchor/anchoring.ts'
import { startAnchoring } from '../../src/areas/ledger/anchor/start.ts'
import { queueEntries } from '../../src/areas/ledger/log/queue.ts'
import { makeSequencer } from '../../src/areas/ledger/start.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { TestChain } from './development-chain.ts'

let chain: TestChain
let world: World
let root: Caller
let stranger: Caller

beforeAll(async () => {
  chain = await TestChain.start()
  const { endpoints, contract, keyFile } = chain.settings()
  world = await makeWorld({
    environment: {
      CHAIN_RPC_URLS: endpoints.join(),
      CHAIN_ID: '31337',
      CHAIN_CONTRACT: contract,
      CHAIN_KEY_FILE: keyFile,
      CHAIN_FINALITY: '0',
    },
  })
  root = await world.signIn({ id: 1, deptId: null }, ['superAdmin'])
  stranger = await world.signIn(await world.makeTenant('ANCHORS'), ['enterpriseAdmin'])
  await makeSequencer(world.services).append()
})
afterAll(() => chain?.stop())

const state = async () => (await root.get<AnswerOf<typeof anchoringState>>('/monitor/anchor/state')).data.chain!
const alarmsAfter = async () => {
  const settings = world.services.settings.chain!
  await world.services.database.acrossTenants('ledger', db => updateAnchorAlarms(db, settings, chain.sender))
  const { rows } = await world.admin.query(`select key from standing_alarm where key like 'anchor%' order by key`)
  return rows.map(({ key }) => key)
}
const anchorOnce = async () => {
  const worker = new Anchoring(world.services, { ...world.services.settings.chain!, everyMs: 0 })
  await worker.run().finally(() => worker.release())
}

describe('the screen of anchors', () => {
  it('is the operator’s only', async () => {
    for (const path of ['/monitor/anchor/list', '/monitor/anchor/state'])
      expect((await stranger.get(path)).code).toBe(403)
    expect((await stranger.post('/monitor/anchor/retry', {})).code).toBe(403)
  })

  it('shows what the running server does: state, cost, balance, sender, endpoints', async () => {
    expect(await state()).toMatchObject({ sender: null, cost: null, lag: 0 })
    const running = startAnchoring(world.services, 50)
    try {
      await expect
        .poll(async () => (await root.get('/monitor/anchor/list')).rows.map(({ state }) => state))
        .toEqual(['verified'])
    } finally {
      await running.stop()
    }
    const { rows } = await root.get('/monitor/anchor/list')
    expect(rows[0]).toMatchObject({
      transactionHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      cost: expect.stringMatching(/^0\.\d+$/),
      chainId: 31337,
      contract: chain.contract,
    })
    const { host } = new URL(chain.address)
    expect(await state()).toMatchObject({
      sender: chain.sender,
      demonstration: true,
      fault: null,
      lag: 0,
      balance: expect.stringMatching(/^99\.\d+$/),
      endpoints: [{ name: host, state: 'ok' }],
    })
    expect(Number((await state()).yearCost) / Number((await state()).cost)).toBeCloseTo(52_560, 0)
    expect(await alarmsAfter()).toEqual([])
  })

  it('replaces a waiting transaction when the operator wants it', async () => {
    expect((await root.post('/monitor/anchor/retry', {})).error).toBe('monitor.anchor.nothing')
    await chain.rpc('evm_setAutomine', false)
    const { database, secrets } = world.services
    const entry = { subject: Buffer.alloc(32, 3), content: Buffer.alloc(32, 4) }
    await database.withTenant(1, db => queueEntries(db, secrets, 1, [entry]))
    await makeSequencer(world.services).append()
    await anchorOnce()
    expect((await root.get('/monitor/anchor/list')).rows[0]).toMatchObject({ state: 'sent' })
    expect((await root.post('/monitor/anchor/retry', {})).code).toBe(200)
    await anchorOnce()
    expect((await world.admin.query('select count(*)::int as n from chain_attempt')).rows[0].n).toBe(3)
    await chain.rpc('evm_setAutomine', true)
    await chain.mine()
    await anchorOnce()
    expect((await root.get('/monitor/anchor/list')).rows[0]).toMatchObject({ state: 'verified' })
  })

  it('raises alarms for lag, funds and contradictions, and clears them', async () => {
    const { rows } = await world.admin.query(`select id from chain_anchor where state = 'verified' order by size`)
    expect(rows).toHaveLength(2)
    await chain.setBalance(1000n)
    await world.admin.query(`update chain_sender set balance = 1000`)
    expect(await alarmsAfter()).toEqual(['anchorFunds'])
    await world.admin.query(`update chain_sender set balance = 1e20, fault = 'fork', fault_at = now()`)
    expect(await alarmsAfter()).toEqual(['anchorDisagreement'])
    await world.admin.query(`update chain_sender set fault = null, fault_at = null`)
    expect(await alarmsAfter()).toEqual([])
    // Nothing was anchored, and the first head is two hours old.
    await world.admin.query('delete from chain_attempt; delete from chain_anchor')
    await world.admin.query('alter table ledger_checkpoint disable trigger user')
    await world.admin.query(`update ledger_checkpoint set signed_at = now() - interval '2 hours'`)
    await world.admin.query('alter table ledger_checkpoint enable trigger user')
    expect(await alarmsAfter()).toEqual(['anchorLag'])
    expect((await state()).lag).toBeGreaterThan(7000)
  })
})
