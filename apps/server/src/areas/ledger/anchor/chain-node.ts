import type { Hex } from 'viem'
import { z } from 'zod'
import { type EventLine, decodeNewest, encodeNewest, type NewestAnchor } from './anchor-contract.ts'
import { EndpointFailed, type JsonRpc } from './json-rpc.ts'
import { errorMessage } from '../../../platform/error-facts.ts'

const hex = z.string().regex(/^0x[0-9a-fA-F]*$/) as unknown as z.ZodType<Hex>
const hash = z
  .string()
  .regex(/^0x[0-9a-fA-F]{64}$/)
  .transform(text => text.toLowerCase() as Hex)
const quantity = z
  .string()
  .regex(/^0x[0-9a-fA-F]{1,64}$/)
  .transform(BigInt)
const safeQuantity = quantity.refine(value => value <= BigInt(Number.MAX_SAFE_INTEGER)).transform(Number)

const block = z.object({
  number: safeQuantity,
  hash,
  timestamp: safeQuantity,
  baseFeePerGas: quantity.nullish(),
})
export type Block = z.output<typeof block>

const eventLine = z.object({ address: hex, topics: z.array(hash).max(4), data: hex, transactionHash: hash })
export type FoundEvent = EventLine & { transactionHash: Hex }

const receipt = z.object({
  transactionHash: hash,
  blockHash: hash,
  blockNumber: safeQuantity,
  status: quantity,
  gasUsed: quantity,
  effectiveGasPrice: quantity.nullish(),
  to: hex.nullish(),
  logs: z.array(eventLine),
})
export type Receipt = z.output<typeof receipt>

/** What an endpoint says of a chain. Every method @throws EndpointFailed, and RpcRefused where the endpoint refuses. */
export class ChainNode {
  readonly name: string
  readonly #rpc: JsonRpc

  constructor(rpc: JsonRpc) {
    this.#rpc = rpc
    this.name = rpc.name
  }

  chainId = (signal?: AbortSignal) => this.#ask('eth_chainId', [], safeQuantity, signal)

  /** The newest block, one by its number, or the newest final one; undefined for one that there is not. */
  async block(at: number | 'latest' | 'finalized', signal?: AbortSignal): Promise<Block | undefined> {
    const name = typeof at === 'number' ? toHex(at) : at
    return (await this.#ask('eth_getBlockByNumber', [name, false], block.nullable(), signal)) ?? undefined
  }

  /** The receipt of a transaction in a block; undefined when it is in none. */
  async receipt(transaction: Hex, signal?: AbortSignal): Promise<Receipt | undefined> {
    const receiptOf = await this.#ask('eth_getTransactionReceipt', [transaction], receipt.nullable(), signal)
    return receiptOf?.transactionHash === transaction ? receiptOf : undefined
  }

  /** Whether the endpoint knows the transaction, mined or waiting. */
  async knows(transaction: Hex, signal?: AbortSignal): Promise<boolean> {
    return (await this.#ask('eth_getTransactionByHash', [transaction], z.unknown(), signal)) != null
  }

  /** How many transactions of the sender are in blocks: the nonce of the next one. */
  nonce = (sender: Hex, signal?: AbortSignal) =>
    this.#ask('eth_getTransactionCount', [sender, 'latest'], safeQuantity, signal)

  balance = (sender: Hex, signal?: AbortSignal) => this.#ask('eth_getBalance', [sender, 'latest'], quantity, signal)
  gasPrice = (signal?: AbortSignal) => this.#ask('eth_gasPrice', [], quantity, signal)
  tip = (signal?: AbortSignal) => this.#ask('eth_maxPriorityFeePerGas', [], quantity, signal)

  estimateGas = (call: { from: Hex; to?: Hex; data: Hex }, signal?: AbortSignal) =>
    this.#ask('eth_estimateGas', [call], quantity, signal)

  async hasCode(address: Hex, signal?: AbortSignal): Promise<boolean> {
    return (await this.#ask('eth_getCode', [address, 'latest'], hex, signal)).length > 2
  }

  /** @throws ContractWrong when another contract is there */
  async newestAnchor(contract: Hex, sender: Hex, origin: string, signal?: AbortSignal): Promise<NewestAnchor> {
    const data = await this.#ask(
      'eth_call',
      [{ to: contract, data: encodeNewest(sender, origin) }, 'latest'],
      hex,
      signal,
    )
    try {
      return decodeNewest(data)
    } catch (error) {
      throw new ContractWrong(errorMessage(error))
    }
  }

  /** Events of the contract in one block. */
  events(contract: Hex, at: number, topics: readonly Hex[], signal?: AbortSignal): Promise<FoundEvent[]> {
    const filter = { address: contract, fromBlock: toHex(at), toBlock: toHex(at), topics }
    return this.#ask('eth_getLogs', [filter], z.array(eventLine), signal)
  }

  send = (raw: Hex, signal?: AbortSignal) => this.#ask('eth_sendRawTransaction', [raw], hash, signal)

  async #ask<T>(method: string, params: readonly unknown[], shape: z.ZodType<T>, signal?: AbortSignal): Promise<T> {
    const parsed = shape.safeParse(await this.#rpc.call(method, params, signal))
    if (!parsed.success) throw new EndpointFailed(`${this.name} answers ${method} in another form than it has`)
    return parsed.data
  }
}

/** The address of the contract has another contract. */
export class ContractWrong extends Error {}

const toHex = (value: number): Hex => `0x${value.toString(16)}`
