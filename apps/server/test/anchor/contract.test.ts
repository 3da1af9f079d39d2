import { setTimeout } from 'node:timers/promises'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Hex, toFunctionSelector } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anchorAbi, decodeNewest, encodeNewest, encodeRecord } from '../../src/areas/ledger/anchor/anchor-contract.ts'
import type { Artifact } from './compile-contract.ts'
import { TestChain } from './development-chain.ts'

const artifactFile = join(import.meta.dirname, '../../src/areas/ledger/anchor/contract/artifact.json')
const artifact = JSON.parse(readFileSync(artifactFile, 'utf8')) as Artifact
const origin = 'trace.example/ledger'
const root = (byte: string): Hex => `0x${byte.repeat(32)}`

let chain: TestChain
beforeAll(async () => {
  chain = await TestChain.start()
})
afterAll(() => chain?.stop())

const send = (from: Hex, data: Hex) =>
  chain.rpc<Hex>('eth_sendTransaction', { from, to: chain.contract, data, gas: '0x40000' })
const newest = async (sender: Hex, log = origin) =>
  decodeNewest(await chain.rpc<Hex>('eth_call', { to: chain.contract, data: encodeNewest(sender, log) }, 'latest'))
/** The chain mines a moment after it took a transaction. */
async function succeeded(transaction: Hex): Promise<boolean> {
  for (;;) {
    const receipt = await chain.rpc<{ status: Hex } | null>('eth_getTransactionReceipt', transaction)
    if (receipt) return receipt.status === '0x1'
    await setTimeout(10)
  }
}

describe('the contract of the anchors', () => {
  it('is what the pinned compiler makes of the source, to the byte', () => {
    // In a process of its own: the compiler listens for failures of the whole process.
    const compiled = execFileSync(process.execPath, [join(import.meta.dirname, 'compile-contract.ts'), 'print'])
    expect(compiled.toString()).toBe(readFileSync(artifactFile, 'utf8'))
  })

  it('is on the chain as compiled, and is called as compiled', async () => {
    expect(await chain.rpc('eth_getCode', chain.contract, 'latest')).toBe(artifact.deployedBytecode)
    const [record] = artifact.abi.filter(item => (item as { name?: string }).name === 'record')
    expect(encodeRecord(origin, { size: 1, root: root('aa'), indexRoot: root('bb'), time: 1 }).slice(0, 10)).toBe(
      toFunctionSelector(record as never),
    )
    expect(artifact.abi.map(item => (item as { type: string }).type).sort()).toEqual(
      anchorAbi.map(({ type }) => type).sort(),
    )
  })

  it('records what grows, for each sender and log alone, and refuses the rest', async () => {
    const [first, second] = await chain.rpc<Hex[]>('eth_accounts')
    const head = { size: 10, root: root('aa'), indexRoot: root('bb'), time: 1_800_000_000 }
    expect(await succeeded(await send(first!, encodeRecord(origin, head)))).toBe(true)
    expect(await newest(first!)).toMatchObject(head)
    for (const size of [10, 9, 0])
      expect(await succeeded(await send(first!, encodeRecord(origin, { ...head, size, root: root('cc') })))).toBe(false)
    expect(await newest(first!)).toMatchObject(head)
    expect(await newest(second!)).toMatchObject({ size: 0 })
    expect(await newest(first!, 'other/ledger')).toMatchObject({ size: 0 })
    expect(await succeeded(await send(first!, encodeRecord(origin, { ...head, size: 11 })))).toBe(true)
    expect((await newest(first!)).size).toBe(11)
  })

  it('takes no funds, and has no function but these two', async () => {
    const [first] = await chain.rpc<Hex[]>('eth_accounts')
    await expect(chain.rpc('eth_estimateGas', { from: first, to: chain.contract, value: '0x1' })).rejects.toThrow(
      /revert/,
    )
    const named = artifact.abi.flatMap(item => {
      const { type, name } = item as { type: string; name?: string }
      return type === 'function' ? [name] : []
    })
    expect(named.sort()).toEqual(['newest', 'record'])
  })

  it('has an answer of exactly five words', () => {
    const words = (count: number): Hex => `0x${'00'.repeat(32 * count)}`
    expect(decodeNewest(words(5)).size).toBe(0)
    for (const count of [0, 1, 4, 6]) expect(() => decodeNewest(words(count))).toThrow()
  })
})
