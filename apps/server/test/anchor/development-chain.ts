import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Hex, keccak256 } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { findAnvil, startAnvil } from '../../src/areas/ledger/anchor/anvil.ts'
import { anchoredEvents, anchoredTopics } from '../../src/areas/ledger/anchor/anchor-contract.ts'
import { deployContract } from '../../src/areas/ledger/anchor/deploy.ts'
import type { ChainSettings } from '../../src/platform/chain-settings.ts'
import { freePort } from '../../src/platform/free-port.ts'

/** What a front does to the answers of a method; undefined passes them on. */
export type Fault = (
  method: string,
  params: unknown[],
) => undefined | ((response: ServerResponse) => void) | { result: unknown }

/** An HTTP server between the product and the chain, which can lie. */
export interface Front {
  address: string
  fault: Fault | undefined
  calls: string[]
  stop(): Promise<void>
}

export async function startFront(target: string): Promise<Front> {
  const front: Front = { address: '', fault: undefined, calls: [], stop: async () => {} }
  const server = createServer(async (request: IncomingMessage, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const text = Buffer.concat(parts).toString()
    const { method, params } = JSON.parse(text) as { method: string; params: unknown[] }
    front.calls.push(method)
    const fault = front.fault?.(method, params)
    if (typeof fault === 'function') return fault(response)
    if (fault) return response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, ...fault }))
    const answer = await fetch(target, { method: 'POST', body: text, headers: { 'content-type': 'application/json' } })
    response.end(await answer.text())
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  front.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  front.stop = () =>
    new Promise(done => {
      server.closeAllConnections()
      server.close(() => done())
    })
  return front
}

/** A real development chain with the contract on it. */
export class TestChain {
  readonly folder = mkdtempSync(join(tmpdir(), 'timbermark-chain-'))
  readonly keyFile = join(this.folder, 'sender.key')
  address = ''
  contract: Hex = '0x'
  sender: Hex = '0x'
  #stop = () => {}

  static async start(more: readonly string[] = []): Promise<TestChain> {
    const program = findAnvil()
    if (!program)
      throw new Error(
        `There is no @foundry-rs/anvil for ${process.platform} ${process.arch}, or optional packages were left out (npm ci --include=optional)`,
      )
    const chain = new TestChain()
    const running = await startAnvil(program, await freePort(), more)
    chain.#stop = () => void running.process.kill('SIGKILL')
    chain.address = running.address
    const key: Hex = `0x${randomBytes(32).toString('hex')}`
    writeFileSync(chain.keyFile, key, { mode: 0o600 })
    chain.sender = privateKeyToAccount(key).address.toLowerCase() as Hex
    await chain.setBalance(10n ** 20n)
    chain.contract = await deployContract(chain.settings(), 20)
    return chain
  }

  settings(more: Partial<ChainSettings> = {}): ChainSettings {
    return {
      endpoints: [this.address],
      chainId: 31337,
      contract: this.contract,
      keyFile: this.keyFile,
      finality: 0,
      everyMs: 0,
      fees: 'eip1559',
      feeLimit: 100n * 10n ** 9n,
      ...more,
    }
  }

  async rpc<T = unknown>(method: string, ...params: unknown[]): Promise<T> {
    const response = await fetch(this.address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const { result, error } = (await response.json()) as { result: T; error?: { message: string } }
    if (error) throw new Error(`${method}: ${error.message}`)
    return result
  }

  setBalance = (wei: bigint) => this.rpc('anvil_setBalance', this.sender, `0x${wei.toString(16)}`)
  mine = (blocks = 1) => this.rpc('anvil_mine', `0x${blocks.toString(16)}`)

  /** Sizes of all heads of a log that the chain has recorded, in order. */
  async recorded(origin: string): Promise<number[]> {
    const lines = await this.rpc<{ address: Hex; topics: Hex[]; data: Hex }[]>('eth_getLogs', {
      address: this.contract,
      fromBlock: '0x0',
      toBlock: 'latest',
      topics: anchoredTopics(this.sender, origin),
    })
    const series = { contract: this.contract, sender: this.sender, origin }
    return anchoredEvents(lines, series).map(({ size }) => size)
  }

  /** Ends the chain; its key stays. */
  end(): void {
    this.#stop()
  }

  stop(): void {
    this.end()
    rmSync(this.folder, { recursive: true, force: true })
  }
}

export const hashOf = (raw: Uint8Array): Hex => keccak256(`0x${Buffer.from(raw).toString('hex')}`)
