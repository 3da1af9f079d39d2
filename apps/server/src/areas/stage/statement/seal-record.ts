import { blockSubject, withdrawalsSubject } from '@timbermark/ledger/sealed'
import { sha256 } from '@timbermark/ledger/node'
import { stageByKey } from '@timbermark/contract/stages'
import type { StageKey } from '@timbermark/contract'
import type { Db } from '../../../platform/database/database.ts'
import { queueEntries } from '../../ledger/log/queue.ts'
import { blocksOf } from '../../ledger/sealing/blocks.ts'
import { closedDigest } from '../../ledger/sealing/content.ts'
import type { SealingServices } from '../../ledger/sealing/as-sealed.ts'
import { type ContentToSeal, storeContents } from '../../ledger/sealing/store-contents.ts'
import { ensureBlocksKeys, ensureRecordsSubjects } from '../../ledger/sealing/subjects.ts'
import { findAlteredRecords } from './altered-records.ts'
import { loadFacts, type RecordFacts } from './record-facts.ts'
import { SharedReads } from '../report-context.ts'
import { loadWording, mentionStatement, loadPlaceName, recordStatement } from './record-statement.ts'

/** Whether a stage concerns the whole batch and not only the reported codes. */
export const concernsBatch = (stage: string): boolean => stageByKey(stage as StageKey).reach === 'batch'

/**
 * Seals records and mentions each of them in the chain of its batch, or, when its stage concerns single codes, in the chain
 * of each block with one of its codes (docs/sealed-fields.md). A withdrawal is mentioned in the withdrawals of that chain too. Runs
 * in the transaction that writes the records and queues the entries in the given order.
 */
export async function sealRecords(
  db: Db,
  services: SealingServices,
  tenantId: number,
  ids: readonly number[],
): Promise<void> {
  const known = await loadFacts(db, tenantId, ids)
  const records = ids.map(id => known.get(id)!)
  const toSeal: ContentToSeal[] = []
  const reads = new SharedReads()
  for (const facts of records) {
    const statement = recordStatement(
      facts,
      await loadWording(db, facts, reads),
      await loadPlaceName(facts),
      sealingTime(facts),
    )
    // A version written after the removal of personal data has no salt and no personal fields.
    toSeal.push({
      kind: 'record',
      rowId: facts.id,
      ...(facts.personalSalt
        ? { statement, personalSecret: facts.personalSalt }
        : { statement: { ...statement, personal: {} } }),
    })
  }
  const continued = records.filter(({ version }) => version > 1)
  const sealed = await storeContents(
    db,
    services,
    tenantId,
    toSeal,
    continued.length > 0 ? before => findAlteredRecords(before, continued) : null,
  )
  const chainsFor = await loadChains(db, tenantId, records)
  const mentions = records.flatMap((facts, n) => {
    const digests = { says: sealed[n]!.digest.toString('base64url'), closed: closedDigest(sealed[n]!) }
    return chainsFor(facts).map(({ subject, codes }) => ({
      subject,
      kind: 'mention' as const,
      rowId: facts.id,
      statement: mentionStatement(facts, digests, sealingTime(facts), codes),
    }))
  })
  const contents = await storeContents(db, services, tenantId, mentions, null)
  await queueEntries(
    db,
    services.secrets,
    tenantId,
    mentions.map(({ subject }, n) => ({ subject, content: contents[n]!.digest })),
  )
}

export const sealRecord = (db: Db, services: SealingServices, tenantId: number, id: number) =>
  sealRecords(db, services, tenantId, [id])

/** A record is sealed when it is written. */
const sealingTime = ({ recordedAt }: RecordFacts) => recordedAt.toISOString()

/** A chain that mentions a record. */
interface Chain {
  subject: Uint8Array
  codes?: readonly (readonly [number, number])[]
}

/** Finds the chains of each of these records. */
async function loadChains(
  db: Db,
  tenantId: number,
  records: readonly RecordFacts[],
): Promise<(facts: RecordFacts) => Chain[]> {
  const ofBatches = records.filter(({ stage }) => concernsBatch(stage))
  const batches = await ensureRecordsSubjects(db, tenantId, [...new Set(ofBatches.map(({ batchId }) => batchId))])
  const blocks = new Map(
    records.filter(({ stage }) => !concernsBatch(stage)).map(({ id, codes }) => [id, blocksOf(codes)]),
  )
  const requests = new Set([...blocks.values()].flat().map(({ request }) => request))
  const keys = await ensureBlocksKeys(db, tenantId, [...requests])
  return ({ id, batchId, status }) => {
    const chains: Chain[] = blocks.get(id)?.map(({ request, block, codes }) => ({
      subject: blockSubject(keys.get(request)!, block, sha256),
      codes,
    })) ?? [{ subject: batches.get(batchId)! }]
    if (status !== 'voided') return chains
    return chains.flatMap(chain => [chain, { ...chain, subject: withdrawalsSubject(chain.subject, sha256) }])
  }
}
