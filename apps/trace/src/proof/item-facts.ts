import { type CodeParts, statedSerial } from '@timbermark/codes'
import type { Chain, OpenedEntry } from './evidence.ts'
import { batchFacts, enterpriseFacts, productFacts, type RequestFacts, requestFacts, sealedFile } from './kinds.ts'
import type { TypeOf, Shape } from './shape.ts'
import { parseFieldFamily, parseFields, maxCompleteChain, type ProofWalk } from './proof-walk.ts'

/** The facts of one subject: the current ones and every version. */
export interface FactHistory<T> {
  current: T
  newest: OpenedEntry
  versions: readonly { entry: OpenedEntry; facts: T }[]
}

/** The four subjects behind a code. */
export interface ItemFacts {
  request: FactHistory<RequestFacts>
  enterprise: FactHistory<TypeOf<typeof enterpriseFacts>>
  batch: FactHistory<TypeOf<typeof batchFacts>>
  product: FactHistory<TypeOf<typeof productFacts>>
}

const immutableFields = {
  // Codes never move to another batch, and a batch never to another chain of records; its product may change.
  request: ['enterprise', 'batch', 'number', 'codeFormat', 'blocks'],
  batch: ['enterprise', 'records'],
  product: ['enterprise'],
  enterprise: [],
} as const

/** How many fields may be closed. Otherwise all fields are open, so that nothing can be withheld unnoticed. */
const maxClosedFields = { request: 0, batch: 0, product: 0, enterprise: 1 } as const

export type FactKind = keyof typeof maxClosedFields

/**
 * Proves request, enterprise, batch and product of a code; undefined, with the fault recorded, when one of them is not proven.
 * @param serial of the code, as the answers state it
 */
export function proveItemFacts(walk: ProofWalk, code: CodeParts, serial: number): ItemFacts | undefined {
  const request = proveRequest(walk, code.request)
  if (!request) return undefined
  if (request.current.codeFormat === 2 && statedSerial(code) !== serial) return walk.fail('serial', 'request')
  if (serial >= request.current.count) return walk.fail('count', 'request')
  const enterprise = proveFacts(walk, 'enterprise', request.current.enterprise, enterpriseFacts)
  const batch = proveFacts(walk, 'batch', request.current.batch, batchFacts)
  const product = batch && proveFacts(walk, 'product', batch.current.product, productFacts)
  if (!enterprise || !batch || !product) return undefined
  if (batch.current.enterprise !== request.current.enterprise) return walk.fail('binding', 'batch')
  if (product.current.enterprise !== request.current.enterprise) return walk.fail('binding', 'product')
  for (const { entry } of product.versions)
    if (!parseFieldFamily(entry.fields, 'image', /^(0|[1-9]\d{0,3})$/, sealedFile)) return walk.fail('field', 'product')
  return { request, enterprise, batch, product }
}

/** Proves the request of a code whose serial is sealed: of a package around the item. */
export function proveParentRequest(
  walk: ProofWalk,
  number: number,
  serial: number,
): FactHistory<RequestFacts> | undefined {
  const request = proveRequest(walk, number)
  if (request && serial >= request.current.count) return walk.fail('count', 'request')
  return request
}

/** Proves the request with this number. */
function proveRequest(walk: ProofWalk, number: number): FactHistory<RequestFacts> | undefined {
  const subject = walk.requireRequestSubject(number)
  if (subject === undefined) return undefined
  const request = proveFacts(walk, 'request', subject, requestFacts)
  if (request && request.current.number !== number) return walk.fail('binding', 'request')
  return request
}

/** Whether needed entries are missing. The page shows earlier versions too; of a long chain the newest entry is enough. */
function isIncomplete({ entries, count }: Chain): boolean {
  if (count <= maxCompleteChain) return entries.length < count
  const newest = entries.at(-1)?.place
  return !newest || !('seq' in newest) || newest.seq < count
}

function proveFacts<T extends { [name: string]: unknown }>(
  walk: ProofWalk,
  kind: FactKind,
  subject: string,
  shape: Shape<T>,
): FactHistory<T> | undefined {
  const chain = walk.requireChain(subject, kind)
  if (!chain) return undefined
  for (const entry of chain.waiting) walk.addPending(entry, kind, { of: kind })
  const entries = walk.entriesOf(chain)
  for (const entry of entries) walk.compareWithDatabase(entry, kind)
  if (chain.count === 0 && entries.length === 0 && (kind === 'request' || chain.waiting.length > 0)) {
    walk.isUnsealed = true
    return undefined
  }
  if (entries.length === 0 || isIncomplete(chain)) return walk.fail('missing', kind)
  if (entries.some(({ fields }) => fields.get('kind') !== kind)) return walk.fail('binding', kind)
  const versions = entries.flatMap(entry => {
    const facts = entry.opening.closed.length <= maxClosedFields[kind] ? parseFields(entry, shape) : undefined
    return facts ? [{ entry, facts }] : []
  })
  if (versions.length < entries.length) return walk.fail('field', kind)
  const { facts: current, entry: newest } = versions.at(-1)!
  if (immutableFields[kind].some(name => versions.some(({ facts }) => facts[name] !== current[name])))
    return walk.fail('binding', kind)
  return { current, newest, versions }
}
