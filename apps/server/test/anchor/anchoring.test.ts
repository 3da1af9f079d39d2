import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { loadAnchoringState } from '../../src/areas/ledger/anchor/anchor-alarms.ts'
import { Anchoring, type AnchoringOptions } from '../../src/areas/ledger/anchor/anchoring.ts'
import { SenderKey } from '../../src/areas/ledger/anchor/sender-key.ts'
import { ledgerLog } from '../../src/areas/ledger/log/log.ts'
import { queueEntries } from '../../src/areas/ledger/log/queue.ts'
import { makeSequencer } from '../../src/areas/ledger/start.ts'
import type { ChainSettings } from '../../src/platform/chain-settings.ts'
import { makeWorld, type World } from '../harness.ts'
import type { AnchoringProcess } from './anchoring-process.ts'
import { type Front, hashOf, startFront, TestChain } from './development-chain.ts'

let world: World
let tenantId: number
let chain: TestChain
let front: Front
let origin: string

interface Row {
  size: number
  state: string
  transaction: Buffer | null
  block: number | null
  cost: string | null
}

const worker = (more: Partial<ChainSettings> = {}, options: AnchoringOptions = {}) =>
  new Anchoring(world.services, chain.settings(more), options)
/** A worker that ends properly after each run. */
const anchoring = (more: Partial<ChainSettings> = {}, options: AnchoringOptions = {}) => ({
  run: async () => {
    const one = worker(more, options)
    return one.run().finally(() => one.release())
  },
})
/** On a busy machine the chain makes its block a moment after the transaction came. */
const runUntilIdle = async (more: Partial<ChainSettings> = {}): Promise<void> => {
  while (await anchoring(more).run()) await delay(20)
}
const rows = async (): Promise<Row[]> =>
  (
    await world.admin.query(
      'select size::int, state, transaction, block::int, cost from chain_anchor order by size, id',
    )
  ).rows
const states = async () => (await rows()).map(({ state }) => state)
const sender = async () =>
  (await world.admin.query('select fault, balance, endpoints, nonce::int from chain_sender')).rows[0] as {
    fault: string | null
    balance: string
    nonce: number
    endpoints: { state: string }[]
  }
const attempts = async (): Promise<{ raw: Buffer; nonce: number; fee: string }[]> =>
  (await world.admin.query('select raw, nonce::int, fee from chain_attempt order by signed_at, fee')).rows

async function grow(count = 3): Promise<number> {
  const { database, secrets } = world.services
  const entries = Array.from({ length: count }, () => ({ subject: randomBytes(32), content: randomBytes(32) }))
  await database.withTenant(tenantId, db => queueEntries(db, secrets, tenantId, entries))
  await makeSequencer(world.services).append()
  return (await world.admin.query('select max(size)::int as size from ledger_checkpoint')).rows[0].size
}

/** Blocks are made by hand from now on. */
const byHand = (is: boolean) => chain.rpc('evm_setAutomine', !is)

describe('anchoring heads of the ledger', () => {
  beforeAll(async () => {
    world = await makeWorld()
    tenantId = (await world.makeTenant('ANCHORED')).id
    origin = ledgerLog(world.services).origin
    await makeSequencer(world.services).append()
  })
  beforeEach(async () => {
    await world.admin.query('delete from chain_attempt')
    await world.admin.query('delete from chain_anchor')
    await world.admin.query('delete from chain_sender')
    chain?.stop()
    await front?.stop()
    chain = await TestChain.start()
    front = await startFront(chain.address)
  })
  afterAll(async () => {
    chain?.stop()
    await front?.stop()
  })

  it('brings each head into the contract once, and reads it back', async () => {
    const sizes: number[] = []
    for (let round = 0; round < 3; round++) {
      sizes.push(await grow())
      expect(await anchoring().run()).toBe(false)
      expect(await anchoring().run()).toBe(false)
    }
    expect(await chain.recorded(origin)).toEqual(sizes)
    expect(await states()).toEqual(['verified', 'verified', 'verified'])
    expect((await rows()).every(({ cost }) => BigInt(cost!) > 0n)).toBe(true)
  })

  it.each(['queued', 'beforeSign', 'signed', 'handedOver', 'sent', 'mined', 'final', 'verified'] as const)(
    'killed when %s, another goes on, and the head is in the contract once',
    async point => {
      const size = await grow()
      const cluster = inject('cluster')
      const at = (url: string) =>
        Object.assign(new URL(url), { pathname: new URL(world.databaseUrl).pathname }).toString()
      const { feeLimit, ...settings } = chain.settings()
      const work: AnchoringProcess = {
        dataDir: world.services.settings.dataDir,
        urls: { serverUrl: at(cluster.serverUrl), workerUrl: at(cluster.workerUrl) },
        chain: { ...settings, feeLimit: String(feeLimit) },
        point,
      }
      const script = join(import.meta.dirname, 'anchoring-process.ts')
      const child = spawn(process.execPath, [script, JSON.stringify(work)], { stdio: ['ignore', 'ignore', 'inherit'] })
      const [code, signal] = await once(child, 'exit')
      expect([code, signal]).toEqual([null, 'SIGKILL'])
      // Nobody else goes on before the hold of the killed one ends.
      expect(await anchoring().run()).toBe(point !== 'verified')
      await world.admin.query(`update chain_sender set held_until = now() - interval '1 second'`)
      await runUntilIdle()
      expect(await states()).toEqual(['verified'])
      expect(await chain.recorded(origin)).toEqual([size])
      expect((await attempts()).length).toBe(1)
    },
  )

  it('waits for the interval between two anchors', async () => {
    await grow()
    await runUntilIdle({ everyMs: 600_000 })
    await grow()
    await runUntilIdle({ everyMs: 600_000 })
    expect(await states()).toEqual(['verified'])
    await world.admin.query(`update chain_anchor set queued_at = queued_at - interval '11 minutes'`)
    await runUntilIdle({ everyMs: 600_000 })
    expect(await states()).toEqual(['verified', 'verified'])
  })

  it.each(['legacy', 'zero'] as const)('pays with %s fees', async fees => {
    if (fees === 'zero') {
      chain.stop()
      chain = await TestChain.start(['--gas-price', '0', '--base-fee', '0'])
      await chain.setBalance(0n)
    }
    await grow()
    await anchoring({ fees }).run()
    expect(await states()).toEqual(['verified'])
    expect((await rows())[0]!.cost === '0').toBe(fees === 'zero')
  })

  it('calls nothing anchored before its block is final', async () => {
    await grow()
    expect(await anchoring({ finality: 3 }).run()).toBe(true)
    expect(await states()).toEqual(['mined'])
    await chain.mine(2)
    await anchoring({ finality: 3 }).run()
    expect(await states()).toEqual(['mined'])
    await chain.mine(1)
    await anchoring({ finality: 3 }).run()
    expect(await states()).toEqual(['verified'])
  })

  it('takes the tag of the chain for final', async () => {
    await grow()
    await anchoring({ finality: 'finalized' }).run()
    expect(await states()).toEqual(['mined'])
    await chain.mine(100)
    await anchoring({ finality: 'finalized' }).run()
    expect(await states()).toEqual(['verified'])
  })

  it('sends the same bytes again when the chain drops them', async () => {
    await byHand(true)
    await grow()
    await anchoring().run()
    expect(await states()).toEqual(['sent'])
    const [only] = await attempts()
    await chain.rpc('anvil_dropTransaction', hashOf(only!.raw))
    await chain.mine()
    await anchoring().run()
    await chain.mine()
    await anchoring().run()
    expect(await states()).toEqual(['verified'])
    expect(await attempts()).toHaveLength(1)
    expect((await rows())[0]!.transaction!.toString('hex')).toBe(hashOf(only!.raw).slice(2))
  })

  it('replaces a stuck transaction by one with a higher fee, within the limit, and only one is recorded', async () => {
    await byHand(true)
    const size = await grow()
    await anchoring().run()
    for (let round = 0; round < 2; round++) await anchoring({}, { stuckAfter: 0 }).run()
    const all = await attempts()
    expect(all.length).toBe(3)
    expect(new Set(all.map(({ nonce }) => nonce)).size).toBe(1)
    expect(BigInt(all[1]!.fee) * 10n).toBeGreaterThanOrEqual(BigInt(all[0]!.fee) * 11n)
    const limit = { feeLimit: BigInt(all[2]!.fee) }
    await expect(anchoring(limit, { stuckAfter: 0 }).run()).rejects.toThrow(/limit of fees/)
    expect((await sender()).fault).toBe('feeLimit')
    await byHand(false)
    await chain.mine()
    await anchoring().run()
    expect(await states()).toEqual(['verified'])
    expect(await chain.recorded(origin)).toEqual([size])
  })

  it('replaces at once when an operator wants it', async () => {
    await byHand(true)
    await grow()
    await anchoring().run()
    await world.admin.query('update chain_sender set replace = true')
    await anchoring().run()
    await anchoring().run()
    expect(await attempts()).toHaveLength(2)
  })

  it('does not begin while the chain asks for more than the limit', async () => {
    await grow()
    await chain.rpc('anvil_setNextBlockBaseFeePerGas', `0x${(200n * 10n ** 9n).toString(16)}`)
    await chain.mine()
    await expect(anchoring().run()).rejects.toThrow(/more than the limit/)
    expect([await states(), (await sender()).fault]).toEqual([['queued'], 'feeLimit'])
    await anchoring({ feeLimit: 1000n * 10n ** 9n }).run()
    expect([await states(), (await sender()).fault]).toEqual([['verified'], null])
  })

  it('follows a reorganisation: of a block that is not final, and of one that was', async () => {
    await chain.mine(20)
    const size = await grow()
    await anchoring({ finality: 12 }).run()
    expect(await states()).toEqual(['mined'])
    await chain.rpc('anvil_reorg', 12, [])
    await anchoring({ finality: 12 }).run()
    await anchoring({ finality: 12 }).run()
    await chain.mine(12)
    await anchoring({ finality: 12 }).run()
    expect(await states()).toEqual(['verified'])
    expect(await chain.recorded(origin)).toEqual([size])
    const [{ block }] = (await rows()) as [Row]
    await chain.rpc('anvil_reorg', 15, [])
    expect(await chain.recorded(origin)).toEqual([])
    const later = await grow()
    await anchoring({ finality: 0 }).run()
    await anchoring({ finality: 0 }).run()
    expect(await states()).toEqual(['verified', 'verified'])
    expect(await chain.recorded(origin)).toEqual([size, later])
    expect((await rows())[0]!.block).not.toBe(block)
  })

  it('goes on when another program used the number of its transaction', async () => {
    await byHand(true)
    const size = await grow()
    await anchoring().run()
    const [only] = await attempts()
    await chain.rpc('anvil_dropTransaction', hashOf(only!.raw))
    await chain.rpc('anvil_setNonce', chain.sender, `0x${(only!.nonce + 5).toString(16)}`)
    await byHand(false)
    await chain.mine()
    await anchoring().run()
    expect(await states()).toEqual(['verified'])
    expect((await attempts()).map(({ nonce }) => nonce)).toEqual([only!.nonce, only!.nonce + 5])
    expect(await chain.recorded(origin)).toEqual([size])
  })

  it('signs anew when the chain has lost the transactions before', async () => {
    await byHand(true)
    await chain.rpc('anvil_setNonce', chain.sender, '0x30')
    const size = await grow()
    await anchoring().run()
    const [only] = await attempts()
    await chain.rpc('anvil_dropTransaction', hashOf(only!.raw))
    await chain.rpc('anvil_setNonce', chain.sender, '0x20')
    await byHand(false)
    await anchoring().run()
    expect(await states()).toEqual(['verified'])
    expect(await chain.recorded(origin)).toEqual([size])
  })

  it('waits for funds, also in the middle of a replacement', async () => {
    await grow()
    await chain.setBalance(1000n)
    await expect(anchoring().run()).rejects.toThrow(/needs/)
    expect([await states(), (await sender()).fault, (await sender()).balance]).toEqual([['queued'], 'funds', '1000'])
    await chain.setBalance(10n ** 20n)
    await byHand(true)
    await anchoring().run()
    await chain.setBalance(0n)
    await expect(anchoring({}, { stuckAfter: 0 }).run()).rejects.toThrow(/needs/)
    expect(await states()).toEqual(['sent'])
    await chain.setBalance(10n ** 20n)
    await anchoring({}, { stuckAfter: 0 }).run()
    await chain.mine()
    await anchoring().run()
    expect(await states()).toEqual(['verified'])
  })

  it('lets one process work at a time; two with one key and two databases’ worth of rows record each head once', async () => {
    const size = await grow()
    const [first, second] = [worker(), worker()]
    await Promise.all([first.run(), second.run()])
    await first.release()
    await second.release()
    await anchoring().run()
    expect(await chain.recorded(origin)).toEqual([size])
    expect(await attempts()).toHaveLength(1)
    // The same key elsewhere: this database knows nothing of what that one sends.
    const later = await grow()
    await world.admin.query('delete from chain_attempt; delete from chain_anchor; delete from chain_sender')
    await Promise.all([worker().run(), worker().run()])
    await world.admin.query('update chain_sender set held_until = now()')
    await world.admin.query('select pg_sleep(0.01)')
    await anchoring().run()
    await anchoring().run()
    expect(await chain.recorded(origin)).toEqual([size, later])
  })

  it('finds in the contract what a restored database has forgotten', async () => {
    const size = await grow()
    await anchoring().run()
    const [before] = await rows()
    await world.admin.query('delete from chain_attempt; delete from chain_anchor; delete from chain_sender')
    const later = await grow()
    await anchoring().run()
    expect(await states()).toEqual(['verified', 'verified'])
    expect((await rows())[0]).toEqual(before)
    expect(await chain.recorded(origin)).toEqual([size, later])
  })

  it('finds it too when the forgotten one was on its way, and when a later one overtook it', async () => {
    const size = await grow()
    await anchoring().run()
    await world.admin.query(
      `update chain_anchor set state = 'queued', nonce = null, transaction = null, block = null, block_hash = null, block_time = null, cost = null, verified_at = null`,
    )
    await world.admin.query('delete from chain_attempt')
    await anchoring().run()
    expect(await states()).toEqual(['verified'])
    await world.admin.query(
      `update chain_anchor set state = 'queued', size = ${size - 1}, nonce = null, transaction = null, block = null, block_hash = null, block_time = null, cost = null, verified_at = null`,
    )
    await anchoring().run()
    await anchoring().run()
    expect(await states()).toEqual(['overtaken', 'verified'])
    expect(await chain.recorded(origin)).toEqual([size])
  })

  it('never goes on over a head that the log does not extend, or has not reached', async () => {
    await grow()
    const other = anchoring()
    const { queueAnchor, ensureSender } = await import('../../src/areas/ledger/anchor/anchor-store.ts')
    const put = (size: number, root: Buffer) =>
      world.services.database.acrossTenants('ledger', async db => {
        const id = await ensureSender(db, chain.settings(), chain.sender)
        await queueAnchor(db, id, { origin, size, root, indexRoot: Buffer.alloc(32), time: new Date() })
      })
    await put(2, Buffer.alloc(32, 7))
    await expect(other.run()).rejects.toThrow(/another head of 2 entries/)
    expect(await states()).toEqual(['verified'])
    await world.admin.query('delete from chain_attempt; delete from chain_anchor')
    await expect(other.run()).rejects.toThrow(/another head of 2 entries/)
    expect((await sender()).fault).toBe('fork')
    await put(1_000_000, Buffer.alloc(32, 7))
    await other.run()
    expect(await states()).toEqual(['verified'])
    await world.admin.query('delete from chain_attempt; delete from chain_anchor')
    await expect(other.run()).rejects.toThrow(/1000000 entries, the log has/)
    expect((await sender()).fault).toBe('ahead')
  })

  describe('a change of the sender', () => {
    /** Another key, with funds. */
    async function rotate(): Promise<Partial<ChainSettings>> {
      const keyFile = join(chain.folder, `sender-${randomBytes(4).toString('hex')}.key`)
      writeFileSync(keyFile, randomBytes(32).toString('hex'), { mode: 0o600 })
      const { address } = new SenderKey(chain.settings({ keyFile }))
      await chain.rpc('anvil_setBalance', address, `0x${(10n ** 20n).toString(16)}`)
      return { keyFile }
    }
    const lagOf = async (more: Partial<ChainSettings>) => {
      const { address } = new SenderKey(chain.settings(more))
      return world.services.database.acrossTenants('ledger', db => loadAnchoringState(db, chain.settings(), address))
    }

    it('goes on with the log, raises no alarm, and ends what the one before had on the way', async () => {
      const size = await grow()
      await anchoring().run()
      await byHand(true)
      const waiting = await grow()
      await anchoring().run()
      expect(await states()).toEqual(['verified', 'sent'])
      const [, lost] = await attempts()
      await chain.rpc('anvil_dropTransaction', hashOf(lost!.raw))
      await byHand(false)
      const next = await rotate()
      const before = (await lagOf({})).lag
      expect((await lagOf(next)).lag).toBeCloseTo(before, -1)
      await anchoring(next).run()
      expect((await rows()).map(row => [row.size, row.state])).toEqual([
        [size, 'verified'],
        [waiting, 'overtaken'],
        [waiting, 'verified'],
      ])
      expect((await lagOf(next)).lag).toBe(0)
      const later = await grow()
      await anchoring(next).run()
      expect(await chain.recorded(origin)).toEqual([size])
      expect((await rows()).at(-1)).toMatchObject({ size: later, state: 'verified' })
    })

    it('begins no other history than the one before recorded', async () => {
      await grow()
      const { queueAnchor, ensureSender } = await import('../../src/areas/ledger/anchor/anchor-store.ts')
      await world.services.database.acrossTenants('ledger', async db => {
        const id = await ensureSender(db, chain.settings(), chain.sender)
        const head = { origin, size: 2, root: Buffer.alloc(32, 7), indexRoot: Buffer.alloc(32), time: new Date() }
        await queueAnchor(db, id, head)
      })
      await anchoring()
        .run()
        .catch(() => {})
      const next = await rotate()
      await expect(anchoring(next).run()).rejects.toThrow(/another head of 2 entries than the log/)
      expect((await rows()).map(({ size }) => size)).toEqual([2])
    })
  })

  describe('with endpoints that fail or lie', () => {
    const asHtml: ReturnType<typeof faultOf> = faultOf(response => response.end('<html>maintenance</html>'))
    function faultOf(answer: (response: import('node:http').ServerResponse) => void) {
      return () => answer
    }
    const large = faultOf(response => {
      const part = Buffer.alloc(1_000_000, 0x20)
      let left = 100
      const more = () => {
        while (left-- > 0) if (!response.write(part)) return void response.once('drain', more)
        response.end('{}')
      }
      more()
    })
    const silent = faultOf(() => {})

    it.each([
      ['HTML', asHtml],
      ['100 MB', large],
      ['nothing', silent],
      ['a redirect', faultOf(response => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end())],
    ])('waits while the only one answers %s', async (_, fault) => {
      await grow()
      front.fault = fault
      const only = anchoring({ endpoints: [front.address] }, { patienceMs: 500 })
      await expect(only.run()).rejects.toThrow(/no endpoint of the chain answers/)
      expect([(await sender()).fault, await rows()]).toEqual(['endpointsDown', []])
      front.fault = undefined
      await only.run()
      expect([(await sender()).fault, await states()]).toEqual([null, ['verified']])
    })

    it('sends nothing to another chain', async () => {
      await grow()
      front.fault = method => (method === 'eth_chainId' ? { result: '0x1' } : undefined)
      await expect(anchoring({ endpoints: [front.address] }).run()).rejects.toThrow(/not of chain 31337/)
      expect((await sender()).fault).toBe('wrongChain')
      expect(front.calls).not.toContain('eth_sendRawTransaction')
    })

    it('asks the second while the first is down, and calls nothing anchored that no second confirms', async () => {
      await grow()
      front.fault = asHtml
      const both = anchoring({ endpoints: [front.address, chain.address] })
      await expect(both.run()).rejects.toThrow(/no second endpoint/)
      expect([await states(), (await sender()).fault]).toEqual([['final'], 'unconfirmed'])
      expect((await sender()).endpoints.map(({ state }) => state)).toEqual(['down', 'ok'])
      front.fault = undefined
      await both.run()
      expect(await states()).toEqual(['verified'])
    })

    it('does not believe an invented receipt, nor a contract that answers what it was not told', async () => {
      await byHand(true)
      const size = await grow()
      const lying = anchoring({ endpoints: [front.address, chain.address] })
      await lying.run()
      expect(await states()).toEqual(['sent'])
      const [only] = await attempts()
      const block = await chain.rpc<{ number: string; hash: string }>('eth_getBlockByNumber', 'latest', false)
      const { encodeRecord: _, ...contract } = await import('../../src/areas/ledger/anchor/anchor-contract.ts')
      const { encodeAbiParameters } = await import('viem')
      const row = (await world.admin.query('select * from chain_anchor')).rows[0]
      const words = ['uint64', 'uint64', 'bytes32', 'bytes32', 'uint64'].map(type => ({ type }))
      const time = BigInt(row.head_time.getTime() / 1000)
      const [root, index] = [row.root, row.index_root].map(bytes => `0x${bytes.toString('hex')}` as const)
      const invented = {
        transactionHash: hashOf(only!.raw),
        blockHash: block.hash,
        blockNumber: block.number,
        status: '0x1',
        gasUsed: '0x1',
        logs: [
          {
            address: chain.contract,
            topics: contract.anchoredTopics(chain.sender, origin),
            data: encodeAbiParameters(words, [BigInt(size), time, root, index, 0n]),
            transactionHash: hashOf(only!.raw),
          },
        ],
      }
      front.fault = method => (method === 'eth_getTransactionReceipt' ? { result: invented } : undefined)
      await expect(lying.run()).rejects.toThrow(/do not agree/)
      expect([await states(), (await sender()).fault]).toEqual([['final'], 'disagreement'])
    })

    it.each([
      ['an address without code', '0x'],
      ['too short an answer', '0x01'],
      ['an answer of another contract', `0x${'ff'.repeat(160)}`],
    ])('sends nothing to %s', async (what, result) => {
      await grow()
      if (what === 'an address without code') {
        const nowhere = anchoring({ contract: `0x${'12'.repeat(20)}` })
        await expect(nowhere.run()).rejects.toThrow(/no contract at/)
        expect((await sender()).fault).toBe('noContract')
      } else {
        front.fault = method => (method === 'eth_call' ? { result } : undefined)
        await expect(anchoring({ endpoints: [front.address] }).run()).rejects.toThrow()
        expect((await sender()).fault).toBe('wrongContract')
      }
      expect(front.calls).not.toContain('eth_sendRawTransaction')
      expect(await attempts()).toEqual([])
    })

    it('leaves an endpoint alone that shows the past', async () => {
      await chain.mine(100)
      front.fault = (method, [name]) =>
        method === 'eth_getBlockByNumber' && name === 'latest'
          ? { result: { number: '0x1', hash: `0x${'11'.repeat(32)}`, timestamp: '0x1' } }
          : undefined
      await grow()
      await expect(anchoring({ endpoints: [front.address, chain.address] }).run()).rejects.toThrow(/no second/)
      expect((await sender()).endpoints.map(({ state }) => state)).toEqual(['behind', 'ok'])
    })
  })
})
