import type { Hex } from 'viem'
import { type AnchoredEvent, anchoredEvents, type RecordedHead } from './anchor-contract.ts'
import { type Anchor, hexOf } from './anchor-store.ts'
import type { ChainNode, Receipt } from './chain-node.ts'

/** The head of an anchor, as the contract records it. */
export const recordedHead = ({ size, root, indexRoot, headTime }: Anchor): RecordedHead => ({
  size,
  root: hexOf(root),
  indexRoot: hexOf(indexRoot),
  time: Math.floor(headTime.getTime() / 1000),
})

export const isSameHead = (a: RecordedHead, b: RecordedHead): boolean =>
  a.size === b.size && a.root === b.root && a.indexRoot === b.indexRoot && a.time === b.time

/** Where a contract's events of a log are. */
export interface Series {
  contract: Hex
  sender: Hex
  origin: string
}

/** The event of this head in a receipt that was successful; undefined for any other receipt. */
export function eventOf(receipt: Receipt, head: RecordedHead, series: Series): AnchoredEvent | undefined {
  if (receipt.status !== 1n) return undefined
  return anchoredEvents(receipt.logs, series).find(event => isSameHead(event, head))
}

/**
 * What an endpoint says of an anchor: its block is the stored one, the transaction is in it and recorded the head, and the
 * contract has this head or a later one.
 * @returns `gone` when the block is another one now, `contradicts` when the answers do not fit together
 */
export async function confirmAnchor(
  node: ChainNode,
  anchor: Anchor & { transaction: Buffer; block: number; blockHash: Buffer },
  series: Series,
  signal?: AbortSignal,
): Promise<'confirmed' | 'gone' | 'contradicts'> {
  const head = recordedHead(anchor)
  const [block, receipt, newest] = await Promise.all([
    node.block(anchor.block, signal),
    node.receipt(hexOf(anchor.transaction), signal),
    node.newestAnchor(series.contract, series.sender, series.origin, signal),
  ])
  if (block?.hash !== hexOf(anchor.blockHash)) return 'gone'
  const isRecorded = receipt?.blockHash === block.hash && eventOf(receipt, head, series) !== undefined
  const isNewest = newest.size > head.size || isSameHead(newest, head)
  return isRecorded && isNewest ? 'confirmed' : 'contradicts'
}
