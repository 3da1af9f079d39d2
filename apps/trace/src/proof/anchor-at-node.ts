import type { SealedAnchor } from '@timbermark/contract/trace'
import { fromBase64, sha256, toHex } from '@timbermark/ledger'

/**
 * What a node says of an anchor. `confirmed`: its chain has the transaction in this block, and the event names this head; `otherChain`;
 * `missing`: it does not know the transaction; `differs`: block or event are others; `silent`: no usable answer.
 */
export type NodeOutcome = 'confirmed' | 'otherChain' | 'missing' | 'differs' | 'silent'

export interface NodeAnswer {
  host: string
  outcome: NodeOutcome
}

/** Topic of the event `Anchored` of `TimbermarkAnchors.sol`: the Keccak-256 hash of its signature. */
export const anchoredTopic = '0x5750d9ec9f77d500bcbeacf849c5f2d7dcc4333e2857218998cd92d22a638d96'

/** An answer takes no longer than this, milliseconds, and has at most so many characters. */
const patienceMs = 10_000
const mostText = 2_000_000

/**
 * Asks a node whether its chain has an anchor of the log `origin`: transaction, block and event as the anchor names them. The reader
 * chooses the node, so that neither the platform nor its endpoints can answer. Never rejects.
 */
export async function askNode(
  node: URL,
  { anchor, origin }: { anchor: SealedAnchor; origin: string },
  ask: typeof fetch = fetch,
): Promise<NodeAnswer> {
  const { host } = node
  const call = (method: string, ...params: unknown[]) => callNode(ask, node, method, params)
  try {
    if (numberOf(await call('eth_chainId')) !== anchor.chainId) return { host, outcome: 'otherChain' }
    const [receipt, block] = await Promise.all([
      call('eth_getTransactionReceipt', anchor.transaction),
      call('eth_getBlockByNumber', `0x${anchor.block.toString(16)}`, false),
    ])
    if (receipt === null || block === null) return { host, outcome: 'missing' }
    // A receipt may outlive its block: the chain must still have that one.
    const isThere =
      textOf(block, 'hash') === anchor.blockHash &&
      textOf(receipt, 'blockHash') === anchor.blockHash &&
      textOf(receipt, 'transactionHash') === anchor.transaction &&
      textOf(receipt, 'status') === '0x1'
    const logs = membersOf(receipt).logs
    const isRecorded = isThere && Array.isArray(logs) && logs.some(line => isEventOf(line, anchor, origin))
    return { host, outcome: isRecorded ? 'confirmed' : 'differs' }
  } catch {
    return { host, outcome: 'silent' }
  }
}

/** Whether a line is the event of this head: five words, of which the first is the size and the third the root. */
function isEventOf(line: unknown, { contract, sender, size, root }: SealedAnchor, origin: string): boolean {
  const { topics } = membersOf(line)
  if (textOf(line, 'address') !== contract || !Array.isArray(topics)) return false
  const wanted = [anchoredTopic, `0x${sender.slice(2).padStart(64, '0')}`, `0x${toHex(sha256(utf8.encode(origin)))}`]
  if (topics.map(topic => String(topic).toLowerCase()).join() !== wanted.join()) return false
  const data = textOf(line, 'data')
  const word = (at: number) => data.slice(2 + 64 * at, 66 + 64 * at)
  return (
    data.length === 2 + 5 * 64 && word(0) === size.toString(16).padStart(64, '0') && word(2) === toHex(fromBase64(root))
  )
}

async function callNode(ask: typeof fetch, node: URL, method: string, params: readonly unknown[]): Promise<unknown> {
  const response = await ask(node, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    redirect: 'error',
    signal: AbortSignal.timeout(patienceMs),
  })
  const text = await response.text()
  if (text.length > mostText) throw new Error('too long an answer')
  const answer = membersOf(JSON.parse(text))
  if (answer.result === undefined) throw new Error('no answer of a node')
  return answer.result
}

const utf8 = new TextEncoder()
const membersOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
const textOf = (value: unknown, name: string): string => String(membersOf(value)[name] ?? '').toLowerCase()
const numberOf = (value: unknown): number => (/^0x[0-9a-f]{1,13}$/i.test(String(value)) ? Number(value) : Number.NaN)
