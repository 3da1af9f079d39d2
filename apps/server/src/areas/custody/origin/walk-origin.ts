import type { StageKey } from '@timbermark/contract'
import { mostOriginBatches, mostOriginSteps, type OriginBatch } from '@timbermark/contract/calls'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'

/** A batch of an enterprise. */
export interface BatchKey {
  tenantId: number
  batchId: number
}

/** A batch that wood went through on its way to the goods that were asked about. */
export interface OriginNode extends BatchKey {
  /** How many steps before the goods. */
  step: number
  role: OriginBatch['role']
  /** How its wood went on. */
  passed: OriginBatch['passed']
  passedAt: Date | null
  /** When wood last went on from here; null of the goods, and of a partner, whose goods stay with their holder. */
  lastPassedAt: Date | null
  /** Its wood came into the next batch after that one had passed on: it is in the goods only if a time is wrong. */
  isAfterwards: boolean
  /** Enterprises whose plots the holder of the goods may see here: an offer of theirs on the way says so. */
  sharing: ReadonlySet<number>
  /** Whether wood came into it from another batch, and whether by a handover. */
  hasBefore: boolean
  hasHandover: boolean
  /** False where the walk ended before this batch was asked about. */
  isFollowed: boolean
}

interface Edge extends BatchKey {
  /** Place of the batch that the wood came into, among those asked about. */
  n: number
  passed: NonNullable<OriginBatch['passed']>
  /** The first time and the last. */
  firstAt: Date
  passedAt: Date
  shares: boolean
}

/** Stages by which a partner may say where wood is from. */
const sourceStages: readonly StageKey[] = ['felling', 'rawMaterialPurchase']

/** Of one step; more lead to batches that are known already, or beyond what is followed. */
const mostEdges = 20_000

/** Where the wood of these batches came from: transfers within an enterprise, handovers, and partners who report for the holder. */
const loadEdges = (db: Db, batches: readonly BatchKey[]): Promise<Edge[]> =>
  db.query<Edge>(sql`
    with present as (
      select * from unnest(${batches.map((_, n) => n)}::int[], ${batches.map(({ tenantId }) => tenantId)}::bigint[],
        ${batches.map(({ batchId }) => batchId)}::bigint[]) as g (n, tenant, batch))
    select g.n, l.tenant_id as "tenantId", l.from_batch_id as "batchId", 'transfer' as passed, min(t.happened_at) as "firstAt", max(t.happened_at) as "passedAt", false as shares
    from present g join material_transfer_line l on l.tenant_id = g.tenant and l.to_batch_id = g.batch
    join material_transfer t on t.tenant_id = l.tenant_id and t.id = l.transfer_id and t.reversed_at is null
    group by 1, 2, 3
    union all
    select g.n, s.tenant_id, s.batch_id, 'handover', min(h.handed_at), max(h.handed_at), bool_or(o.shares_plots)
    from present g join code_request r on r.tenant_id = g.tenant and r.batch_id = g.batch
    join custody_handover h on h.receiver_tenant_id = r.tenant_id and h.received_request = r.request_number and h.stages is null
    join custody_offer o on o.tenant_id = h.tenant_id and o.id = h.offer_id
    join code_request s on s.tenant_id = h.tenant_id and s.request_number = h.request_number
    group by 1, 2, 3
    union all
    select g.n, s.tenant_id, s.batch_id, 'invitation', min(h.handed_at), max(h.handed_at), false
    from present g join code_request r on r.tenant_id = g.tenant and r.batch_id = g.batch
    join custody_handover h on h.tenant_id = r.tenant_id and h.request_number = r.request_number and h.stages && ${[...sourceStages]}::text[]
    join code_request s on s.tenant_id = h.receiver_tenant_id and s.request_number = h.received_request
    group by 1, 2, 3
    order by n, "tenantId", "batchId" limit ${mostEdges}`)

const keyOf = ({ tenantId, batchId }: BatchKey) => `${tenantId} ${batchId}`

type Node = Omit<OriginNode, 'sharing'> & {
  sharing: Set<number>
  before: { node: Node; shares: boolean }[]
  /** The batches that its wood went into, and when first; null of a partner. */
  after: { node: Node; firstAt: Date | null }[]
}

/**
 * An offer that shares plots opens those of its giver to everybody who has the goods after it. Each batch learns from those after it
 * who shares, until nobody learns more: wood may come back to a batch.
 */
function spreadSharing(nodes: Iterable<Node>): void {
  const waiting = [...nodes]
  for (let node = waiting.pop(); node; node = waiting.pop())
    for (const { node: before, shares } of node.before) {
      const known = before.sharing.size
      for (const tenantId of node.sharing) before.sharing.add(tenantId)
      if (shares) before.sharing.add(before.tenantId)
      if (before.sharing.size > known) waiting.push(before)
    }
}

/**
 * Walks from batches back to all batches that their wood may come from, one statement for each step. Wood is counted by batch: what
 * came into a batch may be in all that left it.
 * @param db may read across tenants
 * @returns the batches in the order of their steps; `isCut` when there are more steps or batches than are followed
 */
export async function walkOrigin(db: Db, goods: readonly BatchKey[]): Promise<{ nodes: OriginNode[]; isCut: boolean }> {
  const nodes = new Map<string, Node>()
  const add = (batch: BatchKey, more: Pick<Node, 'step' | 'role' | 'passed' | 'passedAt'>): Node => {
    const node: Node = {
      tenantId: batch.tenantId,
      batchId: batch.batchId,
      ...more,
      sharing: new Set(),
      before: [],
      after: [],
      lastPassedAt: null,
      isAfterwards: false,
      hasBefore: false,
      hasHandover: false,
      isFollowed: false,
    }
    nodes.set(keyOf(batch), node)
    return node
  }
  const first = goods
    .slice(0, mostOriginBatches)
    .map(batch => add(batch, { step: 0, role: 'holder', passed: null, passedAt: null }))
  let present = first
  let isCut = goods.length > first.length
  for (let step = 1; present.length > 0; step++) {
    if (step > mostOriginSteps) return { nodes: finish(nodes), isCut: true }
    const edges = await loadEdges(db, present)
    const left = new Set<Node>()
    const next: Node[] = []
    for (const { n, passed, firstAt, passedAt, shares, ...batch } of edges) {
      const after = present[n]!
      let node = nodes.get(keyOf(batch))
      if (!node && nodes.size < mostOriginBatches) {
        node = add(batch, { step, passed, passedAt, role: passed === 'invitation' ? 'partner' : 'holder' })
        // The goods of a partner are the holder's: nothing came to it.
        if (passed !== 'invitation') next.push(node)
        else node.isFollowed = true
      }
      after.hasBefore ||= passed !== 'invitation'
      after.hasHandover ||= passed === 'handover'
      if (node) {
        after.before.push({ node, shares })
        const hasPassed = passed !== 'invitation'
        node.after.push({ node: after, firstAt: hasPassed ? firstAt : null })
        if (hasPassed && passedAt > (node.lastPassedAt ?? new Date(0))) node.lastPassedAt = passedAt
      } else left.add(after)
    }
    for (const node of present) node.isFollowed = !left.has(node) && edges.length < mostEdges
    isCut ||= left.size > 0 || edges.length === mostEdges
    present = next
  }
  return { nodes: finish(nodes), isCut }
}

function finish(nodes: ReadonlyMap<string, Node>): OriginNode[] {
  spreadSharing(nodes.values())
  // In the order of the walk: what lies between a batch and the goods is judged before it.
  for (const node of nodes.values())
    node.isAfterwards =
      node.after.length > 0 &&
      node.after.every(
        ({ node: after, firstAt }) =>
          after.isAfterwards || (firstAt !== null && after.lastPassedAt !== null && firstAt > after.lastPassedAt),
      )
  return [...nodes.values()].map(({ before: _, after: __, ...node }) => node)
}
