import { createHash } from 'node:crypto'
import { decodeEventLog, decodeFunctionResult, encodeFunctionData, encodeEventTopics, type Hex, parseAbi } from 'viem'

/** What the contract records of a head. */
export interface RecordedHead {
  size: number
  root: Hex
  indexRoot: Hex
  /** When the head was signed, in seconds since 1970. */
  time: number
}

/** The newest anchor of a sender and log; size 0 without any. */
export interface NewestAnchor extends RecordedHead {
  /** Number of the block that recorded it. */
  recordedIn: number
}

/** `contract/TimbermarkAnchors.sol`, as this code calls it. */
export const anchorAbi = parseAbi([
  'function record(bytes32 origin, uint64 size, bytes32 root, bytes32 indexRoot, uint64 time)',
  'function newest(address sender, bytes32 origin) view returns (uint64 size, uint64 time, uint64 recordedIn, bytes32 root, bytes32 indexRoot)',
  'event Anchored(address indexed sender, bytes32 indexed origin, uint64 size, uint64 time, bytes32 root, bytes32 indexRoot, uint64 previousBlock)',
  'error NotGrown(uint64 size)',
])

/** Name of a log as the contract knows it. */
export const originHash = (origin: string): Hex => `0x${createHash('sha256').update(origin).digest('hex')}`

export const encodeRecord = (origin: string, { size, root, indexRoot, time }: RecordedHead): Hex =>
  encodeFunctionData({
    abi: anchorAbi,
    functionName: 'record',
    args: [originHash(origin), BigInt(size), root, indexRoot, BigInt(time)],
  })

export const encodeNewest = (sender: Hex, origin: string): Hex =>
  encodeFunctionData({ abi: anchorAbi, functionName: 'newest', args: [sender, originHash(origin)] })

/** @throws Error when it is no answer of the contract */
export function decodeNewest(data: Hex): NewestAnchor {
  // Five words and nothing else: a decoder would ignore what follows.
  if (data.length !== 2 + 5 * 64) throw new Error('the contract does not answer as ours does')
  const [size, time, recordedIn, root, indexRoot] = decodeFunctionResult({
    abi: anchorAbi,
    functionName: 'newest',
    data,
  })
  return { size: safe(size), time: safe(time), recordedIn: safe(recordedIn), root, indexRoot }
}

/** A log line of a receipt, as far as it is read. */
export interface EventLine {
  address: Hex
  topics: readonly Hex[]
  data: Hex
}

/** An `Anchored` event. */
export interface AnchoredEvent extends RecordedHead {
  previousBlock: number
}

/** The topics that select the events of a sender and log. */
export const anchoredTopics = (sender: Hex, origin: string): Hex[] =>
  encodeEventTopics({
    abi: anchorAbi,
    eventName: 'Anchored',
    args: { sender, origin: originHash(origin) },
  }) as Hex[]

/** The events of this contract, sender and log among these lines; others are ignored. */
export function anchoredEvents(
  lines: readonly EventLine[],
  { contract, sender, origin }: { contract: Hex; sender: Hex; origin: string },
): AnchoredEvent[] {
  const wanted = anchoredTopics(sender, origin).join()
  return lines.flatMap(({ address, topics, data }) => {
    if (address.toLowerCase() !== contract.toLowerCase() || topics.join().toLowerCase() !== wanted.toLowerCase())
      return []
    try {
      const { args } = decodeEventLog({ abi: anchorAbi, topics: [...topics] as [Hex, ...Hex[]], data })
      if (!('previousBlock' in args)) return []
      const { size, time, root, indexRoot, previousBlock } = args
      return [{ size: safe(size), time: safe(time), root, indexRoot, previousBlock: safe(previousBlock) }]
    } catch {
      return []
    }
  })
}

function safe(value: bigint): number {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new Error('the contract answers a number that no log reaches')
  return Number(value)
}
