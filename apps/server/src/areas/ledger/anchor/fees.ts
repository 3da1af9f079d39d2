import type { ChainSettings } from '../../../platform/chain-settings.ts'
import type { Block, ChainNode } from './chain-node.ts'
import { RpcRefused } from './json-rpc.ts'

/** What a unit of gas may cost, and what of it goes to the maker of the block; in wei. */
export interface Fees {
  fee: bigint
  tip: bigint
}

/** Where an endpoint names none: 1 gwei. */
const usualTip = 1_000_000_000n

/**
 * Fees for a transaction that is to be in a block soon; undefined when the chain asks for more than the limit. EIP-1559: twice
 * the base fee lasts for six full blocks.
 */
export async function currentFees(
  node: ChainNode,
  latest: Block,
  { fees, feeLimit }: Pick<ChainSettings, 'fees' | 'feeLimit'>,
  signal?: AbortSignal,
): Promise<Fees | undefined> {
  if (fees === 'zero') return { fee: 0n, tip: 0n }
  if (fees === 'legacy') {
    const fee = await node.gasPrice(signal)
    return fee > feeLimit ? undefined : { fee, tip: fee }
  }
  const base = latest.baseFeePerGas ?? 0n
  const tip = await node.tip(signal).catch((error: unknown) => {
    if (error instanceof RpcRefused) return usualTip
    throw error
  })
  if (base + tip > feeLimit) return undefined
  return { fee: smaller(base * 2n + tip, feeLimit), tip }
}

/**
 * Fees that replace a waiting transaction: networks demand ten percent more, of both. Undefined when the limit does not allow that
 * much.
 */
export function raisedFees(before: Fees, now: Fees, feeLimit: bigint): Fees | undefined {
  const least = (value: bigint) => (value * 112n) / 100n + 1n
  const fee = smaller(larger(now.fee, (before.fee * 130n) / 100n), feeLimit)
  const tip = smaller(larger(now.tip, (before.tip * 130n) / 100n), fee)
  return fee < least(before.fee) || tip < least(before.tip) ? undefined : { fee, tip }
}

const smaller = (a: bigint, b: bigint) => (a < b ? a : b)
const larger = (a: bigint, b: bigint) => (a > b ? a : b)
