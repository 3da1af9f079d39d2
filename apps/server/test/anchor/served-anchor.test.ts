import type { SealedProof, TraceAnswer } from '@timbermark/contract/trace'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Anchoring } from '../../src/areas/ledger/anchor/anchoring.ts'
import { makeScene, type Scene } from '../trace/scene.ts'
import { walkServedProof } from '../trace/walk-proof.ts'
import { TestChain } from './development-chain.ts'

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

  it('costs readers and appending nothing when the chain is gone', async () => {
    chain.end()
    await scene.report('productSales', [code], {})
    await scene.append()
    expect(await walkServedProof(scene, code)).toMatchObject({ outcome: 'proven', faults: [] })
    await expect(anchorNow()).rejects.toThrow(/no endpoint/)
    expect(await isAnchored()).toBe(true)
  })
})
