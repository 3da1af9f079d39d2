import { fromHex, proveConsistency, tileReader, verifyConsistency } from '@timbermark/ledger'
import { findHeadTime } from '@timbermark/ledger/sealed'
import { type Finding, FindingError, type LogFiles, type LogHead } from '@timbermark/ledger/monitor'
import type { Hex } from 'viem'
import { ChainNode, ContractWrong } from '../areas/ledger/anchor/chain-node.ts'
import type { NewestAnchor } from '../areas/ledger/anchor/anchor-contract.ts'
import { EndpointFailed, JsonRpc, RpcRefused } from '../areas/ledger/anchor/json-rpc.ts'

/** Where a log's owner says that its heads are recorded, and the endpoint that the monitor asks about it. */
export interface AnchorPlace {
  endpoint: string
  chainId: number
  contract: Hex
  /** Addresses that recorded heads of the log, one after the other. */
  senders: readonly Hex[]
  /** An anchored head may be older than the log's by so much, while the log grew. */
  withinMs: number
}

/**
 * Compares a head with the newest one that the contract has of this log. The contract is asked after the head was read, so that it
 * may have a later one: then the head is read again.
 * @param read reads the newest head
 */
export async function checkAnchors(
  head: LogHead,
  files: Pick<LogFiles, 'tiles'>,
  place: AnchorPlace,
  read: () => Promise<LogHead>,
  signal: AbortSignal,
): Promise<Finding[]> {
  const node = new ChainNode(new JsonRpc(place.endpoint))
  let bySender: NewestAnchor[]
  try {
    const chainId = await node.chainId(signal)
    if (chainId !== place.chainId)
      return [{ word: 'unreachable', text: `the endpoint ${node.name} is of chain ${chainId}, not ${place.chainId}` }]
    bySender = await Promise.all(
      place.senders.map(sender => node.newestAnchor(place.contract, sender, head.origin, signal)),
    )
  } catch (error) {
    if (!(error instanceof EndpointFailed) && !(error instanceof RpcRefused) && !(error instanceof ContractWrong))
      throw error
    return [{ word: 'unreachable', text: `the contract ${place.contract} at ${node.name}: ${error.message}` }]
  }
  const anchors = bySender.filter(({ size }) => size > 0).sort((a, b) => b.size - a.size)
  const [newest] = anchors
  if (!newest)
    return [{ word: 'unanchored', text: `the contract has no head of ${head.origin} by ${place.senders.join(', ')}` }]
  const current = newest.size > head.size ? await read() : head
  if (current.origin !== head.origin || newest.size > current.size)
    return [
      {
        word: 'replay',
        text: `the contract has a head of ${newest.size} entries, the log shows ${current.size}: an old copy, or a second history`,
        heads: [head.note],
      },
    ]
  // The last head of an earlier sender must be extended too: a change of sender begins no other history.
  for (const anchor of anchors)
    if (!(await extendsAnchor(current, anchor, files)))
      return [
        {
          word: 'fork',
          text: `the head of ${current.size} entries does not extend the one of ${anchor.size} entries that the contract has, root ${anchor.root}, recorded in block ${anchor.recordedIn}`,
          heads: [current.note],
        },
      ]
  return current.size > newest.size && isLate(current, newest, place)
    ? [{ word: 'unanchored', text: `the newest anchored head is of ${newest.size} entries, ${momentOf(newest.time)}` }]
    : []
}

async function extendsAnchor(
  head: LogHead,
  { size, root }: NewestAnchor,
  files: Pick<LogFiles, 'tiles'>,
): Promise<boolean> {
  try {
    const proof = await proveConsistency(size, head.size, tileReader(head.size, files.tiles))
    return verifyConsistency(size, head.size, fromHex(root.slice(2)), head.root, proof)
  } catch (error) {
    if (error instanceof RangeError) throw new FindingError('wrong-root', `the tiles of the log: ${error.message}`)
    throw error
  }
}

const isLate = (head: LogHead, newest: NewestAnchor, { withinMs }: AnchorPlace): boolean =>
  (findHeadTime(head.extensions)?.getTime() ?? Date.now()) - newest.time * 1000 > withinMs

const momentOf = (seconds: number) => {
  const at = new Date(seconds * 1000)
  return Number.isNaN(at.getTime()) ? 'of no time' : `of ${at.toISOString()}`
}
