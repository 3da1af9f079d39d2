import type { SealedAnchor, SealedProof, TraceAnswer } from '@timbermark/contract/trace'
import { encodeEventTopics } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anchoredTopic, askNode } from '../../../trace/src/proof/anchor-at-node.ts'
import { anchorAbi } from '../../src/areas/ledger/anchor/anchor-contract.ts'
import { Anchoring } from '../../src/areas/ledger/anchor/anchoring.ts'
import { ledgerLog } from '../../src/areas/ledger/log/log.ts'
import { makeScene, type Scene } from '../trace/scene.ts'
import { walkServedProof } from '../trace/walk-proof.ts'
import { startFront, TestChain } from './development-chain.ts'

let chain: TestChain
let scene: Scene
let code: string

beforeAll(async () => {
  chain = await TestChain.start()
  const { endpoints, contract, keyFile } = chain.settings()
  scene = await makeScene('ANCHOR', {
    CHAIN_RPC_URLS: endpoints.join(),
    CHAIN_ID: '31337',
    CHAIN_CONTRACT: contract,
    CHAIN_KEY_FILE: keyFile,
    CHAIN_FINALITY: '0',
    CHAIN_EXPLORER_URL: 'https://explorer.example/',
  })
  code = scene.goods.codes[0]!
  await scene.report('felling', [code], {})
  await scene.append()
})
afterAll(() => chain?.stop())

const anchorNow = async () => {
  const worker = new Anchoring(scene.world.services, { ...scene.world.services.settings.chain!, everyMs: 0 })
  await worker.run().finally(() => worker.release())
}
const proofOf = async () => (await scene.world.anonymous.get<SealedProof>(`/trace/${code}/proof`)).data
const isAnchored = async () => (await scene.world.anonymous.get<TraceAnswer>(`/trace/${code}`)).data.ledger.anchored

describe('the anchor in the answers about a code', () => {
  it('is null before there is one, and the answer says that nothing is anchored', async () => {
    expect((await proofOf()).anchor).toBeNull()
    expect(await isAnchored()).toBe(false)
    expect((await walkServedProof(scene, code)).log.anchor).toBeNull()
  })

  it('is the newest one that the head extends, and the reader’s browser checks that it does', async () => {
    await anchorNow()
    expect(await isAnchored()).toBe(true)
    const { anchor } = await proofOf()
    expect(anchor).toMatchObject({ chainId: 31337, contract: chain.contract, sender: chain.sender })
    expect(anchor!.explorer).toBe('https://explorer.example')
    const receipt = await chain.rpc<{ blockHash: string }>('eth_getTransactionReceipt', anchor!.transaction)
    expect(receipt.blockHash).toBe(anchor!.blockHash)
    await scene.report('productInformation', [code], {})
    await scene.append()
    const walked = await walkServedProof(scene, code)
    expect(walked).toMatchObject({ outcome: 'proven', faults: [], log: { anchor: { size: anchor!.size } } })
    expect(walked.log.size).toBeGreaterThan(anchor!.size)
    await anchorNow()
    expect((await proofOf()).anchor!.size).toBe(walked.log.size)
  })

  it('is confirmed by a node that the reader names, and not when anything of it differs', async () => {
    const { anchor } = await proofOf()
    const { origin } = ledgerLog(scene.world.services)
    const outcomeOf = async (more: Partial<SealedAnchor> = {}, node = chain.address, log = origin) =>
      (await askNode(new URL(node), { anchor: { ...anchor!, ...more }, origin: log })).outcome
    expect(encodeEventTopics({ abi: anchorAbi, eventName: 'Anchored' })[0]).toBe(anchoredTopic)
    expect(await outcomeOf()).toBe('confirmed')
    expect(await outcomeOf({ chainId: 1 })).toBe('otherChain')
    expect(await outcomeOf({ transaction: `0x${'12'.repeat(32)}` })).toBe('missing')
    expect(await outcomeOf({ block: anchor!.block + 1_000_000 })).toBe('missing')
    const wrong: Partial<SealedAnchor>[] = [
      { size: anchor!.size + 1 },
      { root: Buffer.alloc(32, 7).toString('base64') },
      { sender: `0x${'12'.repeat(20)}` },
      { contract: `0x${'12'.repeat(20)}` },
      { block: anchor!.block - 1 },
      { blockHash: `0x${'12'.repeat(32)}` },
    ]
    for (const more of wrong) expect(await outcomeOf(more), JSON.stringify(more)).toBe('differs')
    expect(await outcomeOf({}, chain.address, 'another.example/ledger')).toBe('differs')
    const front = await startFront(chain.address)
    try {
      front.fault = () => response => response.end('<html>maintenance</html>')
      expect(await outcomeOf({}, front.address)).toBe('silent')
      front.fault = method => (method === 'eth_getTransactionReceipt' ? { result: null } : undefined)
      expect(await outcomeOf({}, front.address)).toBe('missing')
      const other = { hash: `0x${'34'.repeat(32)}`, number: '0x1' }
      front.fault = method => (method === 'eth_getBlockByNumber' ? { result: other } : undefined)
      expect(await outcomeOf({}, front.address), 'a receipt outlived its block').toBe('differs')
    } finally {
      await front.stop()
    }
    expect(await outcomeOf({}, front.address)).toBe('silent')
  })

  it('costs readers and appending nothing when the chain is gone', async () => {
    chain.end()
    await scene.report('productSales', [code], {})
    await scene.append()
    expect(await walkServedProof(scene, code)).toMatchObject({ outcome: 'proven', faults: [] })
    await expect(anchorNow()).rejects.toThrow(/no endpoint/)
    expect(await isAnchored()).toBe(true)
  })
})
