import { requestSubject, toBase64Url } from '@timbermark/ledger/sealed'
import type { Chain, Statement } from './evidence.ts'
import { batchFacts, enterpriseFacts, productFacts, type RequestFacts, requestFacts, sealedFile } from './kinds.ts'
import type { Of, Shape } from './shape.ts'
import { familyOf, shaped, shortChain, statementsOf, type Walked } from './walked.ts'

/** What the entries of one subject say: now, and one after the other. */
export interface Facts<T> {
  now: T
  newest: Statement
  all: readonly { statement: Statement; says: T }[]
}

export interface Goods {
  request: Facts<RequestFacts>
  enterprise: Facts<Of<typeof enterpriseFacts>>
  batch: Facts<Of<typeof batchFacts>>
  product: Facts<Of<typeof productFacts>>
}

const fixed = {
  // Goods do not move to another batch, and a batch not to other records: its product may be named anew.
  request: ['enterprise', 'batch', 'number', 'blocks'],
  batch: ['enterprise', 'records'],
  product: ['enterprise'],
  enterprise: [],
} as const

/** Fields that stay closed. Of anything else everything is open, so that nothing can be kept back unnoticed. */
const closedOf = { request: 0, batch: 0, product: 0, enterprise: 1 } as const

export type FactKind = keyof typeof closedOf

/** Request, enterprise, batch and product behind a code; undefined, with the fault noted, when one of them is not proven. */
export function readGoods(walked: Walked, number: number, serial: number): Goods | undefined {
  const request = readRequest(walked, number, serial)
  if (!request) return undefined
  const enterprise = readFacts(walked, 'enterprise', request.now.enterprise, enterpriseFacts)
  const batch = readFacts(walked, 'batch', request.now.batch, batchFacts)
  const product = batch && readFacts(walked, 'product', batch.now.product, productFacts)
  if (!enterprise || !batch || !product) return undefined
  if (batch.now.enterprise !== request.now.enterprise) return walked.fail('binding', 'batch')
  if (product.now.enterprise !== request.now.enterprise) return walked.fail('binding', 'product')
  for (const { statement } of product.all)
    if (!familyOf(statement.fields, 'image', /^(0|[1-9]\d{0,3})$/, sealedFile)) return walked.fail('field', 'product')
  return { request, enterprise, batch, product }
}

/** The request that a code names by itself. */
export function readRequest(walked: Walked, number: number, serial: number): Facts<RequestFacts> | undefined {
  const request = readFacts(walked, 'request', toBase64Url(requestSubject(number)), requestFacts)
  if (request && request.now.number !== number) return walked.fail('binding', 'request')
  if (request && serial >= request.now.count) return walked.fail('count', 'request')
  return request
}

/** What was said before is shown beside what is said since; of a long chain the newest is enough. */
function leavesOut({ entries, count }: Chain): boolean {
  if (count <= shortChain) return entries.length < count
  const newest = entries.at(-1)?.place
  return !newest || !('seq' in newest) || newest.seq < count
}

function readFacts<T extends { [name: string]: unknown }>(
  walked: Walked,
  kind: FactKind,
  subject: string,
  shape: Shape<T>,
): Facts<T> | undefined {
  const chain = walked.chain(subject, kind)
  if (!chain) return undefined
  const statements = statementsOf(chain)
  for (const statement of statements) walked.meet(statement, kind)
  if (statements.length === 0 || leavesOut(chain)) return walked.fail('missing', kind)
  if (statements.some(({ fields }) => fields.get('kind') !== kind)) return walked.fail('binding', kind)
  const all = statements.flatMap(statement => {
    const says = statement.given.closed.length <= closedOf[kind] ? shaped(statement, shape) : undefined
    return says ? [{ statement, says }] : []
  })
  if (all.length < statements.length) return walked.fail('field', kind)
  const { says: now, statement: newest } = all.at(-1)!
  if (fixed[kind].some(name => all.some(({ says }) => says[name] !== now[name]))) return walked.fail('binding', kind)
  return { now, newest, all }
}
