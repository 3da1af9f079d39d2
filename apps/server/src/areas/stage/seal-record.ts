import { BLOCK_SIZE, blockSubject } from '@timbermark/ledger/sealed'
import { sha256 } from '@timbermark/ledger/node'
import { stageByKey } from '@timbermark/contract/stages'
import type { StageKey } from '@timbermark/contract'
import type { Db } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/installation/secrets.ts'
import { queueEntries } from '../ledger/queue.ts'
import { keepContents } from '../seal/contents.ts'
import { blocksKeys, recordsSubjects } from '../seal/subjects.ts'
import { loadFacts, type RecordFacts } from './record-facts.ts'
import { loadWording, mentionStatement, placeWords, recordStatement } from './record-statement.ts'

/** A block of codes with what of it a record speaks of. */
export interface Block {
  request: number
  block: number
  /** Serials, from and to (exclusive), in order. */
  codes: [number, number][]
}

/** The blocks that the codes of a record stand in. */
export function blocksOf(codes: RecordFacts['codes']): Block[] {
  const blocks = new Map<string, Block>()
  for (const [request, from, to] of codes) {
    for (let block = Math.floor(from / BLOCK_SIZE); block * BLOCK_SIZE < to; block++) {
      const name = `${request}/${block}`
      const known = blocks.get(name) ?? { request, block, codes: [] }
      known.codes.push([Math.max(from, block * BLOCK_SIZE), Math.min(to, (block + 1) * BLOCK_SIZE)])
      blocks.set(name, known)
    }
  }
  return [...blocks.values()]
}

/** Does a stage concern the whole batch, and not only the codes that were reported? */
export const concernsBatch = (stage: string): boolean => stageByKey(stage as StageKey).reach === 'batch'

/**
 * Seals a record and mentions it wherever it concerns: in the chain of its batch, and of each block that one of its codes
 * stands in when it is about those (docs/sealed-fields.md). In the transaction that writes it.
 */
export async function sealRecord(db: Db, secrets: Secrets, tenantId: number, id: number): Promise<void> {
  const facts = (await loadFacts(db, tenantId, [id])).get(id)!
  const at = facts.recordedAt.toISOString()
  const statement = recordStatement(facts, await loadWording(db, facts), await placeWords(facts), at)
  const [says] = await keepContents(db, tenantId, [
    { kind: 'record', rowId: id, statement, personalSecret: facts.personalSalt ?? undefined },
  ])
  const digest = says!.toString('base64url')
  const places = [
    ...(concernsBatch(facts.stage) ? [await batchChain(db, facts)] : []),
    // What codes were packed into is found from each of them, whatever the packing says of the batch.
    ...(concernsBatch(facts.stage) && !facts.parent ? [] : await blockChains(db, facts)),
  ]
  const contents = await keepContents(
    db,
    tenantId,
    places.map(({ codes }) => ({ kind: 'mention', rowId: id, statement: mentionStatement(facts, digest, at, codes) })),
  )
  await queueEntries(
    db,
    secrets,
    tenantId,
    places.map(({ subject }, n) => ({ subject, content: contents[n]! })),
  )
}

/** A chain in which a record is mentioned. */
interface Chain {
  subject: Uint8Array
  codes?: readonly (readonly [number, number])[]
}

async function batchChain(db: Db, { tenantId, batchId }: RecordFacts): Promise<Chain> {
  return { subject: (await recordsSubjects(db, tenantId, [batchId])).get(batchId)! }
}

async function blockChains(db: Db, { tenantId, codes }: RecordFacts): Promise<Chain[]> {
  const blocks = blocksOf(codes)
  const keys = await blocksKeys(db, tenantId, [...new Set(blocks.map(({ request }) => request))])
  return blocks.map(({ request, block, codes }) => ({
    subject: blockSubject(keys.get(request)!, block, sha256),
    codes,
  }))
}
