import { blockSubject } from '@timbermark/ledger/sealed'
import { sha256 } from '@timbermark/ledger/node'
import { stageByKey } from '@timbermark/contract/stages'
import type { StageKey } from '@timbermark/contract'
import type { Db } from '../../../platform/database/database.ts'
import type { Secrets } from '../../../platform/installation/secrets.ts'
import { queueEntries } from '../../ledger/log/queue.ts'
import { blocksOf } from '../../ledger/sealing/blocks.ts'
import { closedDigest } from '../../ledger/sealing/content.ts'
import { keepContents, type ToSeal } from '../../ledger/sealing/contents.ts'
import { blocksKeys, recordsSubjects } from '../../ledger/sealing/subjects.ts'
import { loadFacts, type RecordFacts } from './record-facts.ts'
import { loadWording, mentionStatement, placeWords, recordStatement } from './record-statement.ts'

/** Does a stage concern the whole batch, and not only the codes that were reported? */
export const concernsBatch = (stage: string): boolean => stageByKey(stage as StageKey).reach === 'batch'

/**
 * Seals records and mentions each wherever it concerns: in the chain of its batch, or of each block that one of its codes
 * stands in when it is about those (docs/sealed-fields.md). In the transaction that writes them; entered in the order given.
 */
export async function sealRecords(db: Db, secrets: Secrets, tenantId: number, ids: readonly number[]): Promise<void> {
  const known = await loadFacts(db, tenantId, ids)
  const records = ids.map(id => known.get(id)!)
  const toSeal: ToSeal[] = []
  for (const facts of records) {
    const statement = recordStatement(facts, await loadWording(db, facts), await placeWords(facts), atOf(facts))
    // A version that follows what was forgotten has no personal fields: there is nothing that they could hang on.
    toSeal.push({
      kind: 'record',
      rowId: facts.id,
      ...(facts.personalSalt
        ? { statement, personalSecret: facts.personalSalt }
        : { statement: { ...statement, personal: {} } }),
    })
  }
  const kept = await keepContents(db, tenantId, toSeal)
  const placesOf = await chainsOf(db, tenantId, records)
  const mentions = records.flatMap((facts, n) => {
    const said = { says: kept[n]!.digest.toString('base64url'), closed: closedDigest(kept[n]!) }
    return placesOf(facts).map(({ subject, codes }) => ({
      subject,
      kind: 'mention' as const,
      rowId: facts.id,
      statement: mentionStatement(facts, said, atOf(facts), codes),
    }))
  })
  const contents = await keepContents(db, tenantId, mentions)
  await queueEntries(
    db,
    secrets,
    tenantId,
    mentions.map(({ subject }, n) => ({ subject, content: contents[n]!.digest })),
  )
}

/** The same of one record. */
export const sealRecord = (db: Db, secrets: Secrets, tenantId: number, id: number) =>
  sealRecords(db, secrets, tenantId, [id])

/** A record is sealed when it is written. */
const atOf = ({ recordedAt }: RecordFacts) => recordedAt.toISOString()

/** A chain in which a record is mentioned. */
interface Chain {
  subject: Uint8Array
  codes?: readonly (readonly [number, number])[]
}

/** Finds the chains of each of these records. */
async function chainsOf(
  db: Db,
  tenantId: number,
  records: readonly RecordFacts[],
): Promise<(facts: RecordFacts) => Chain[]> {
  const ofBatches = records.filter(({ stage }) => concernsBatch(stage))
  const batches = await recordsSubjects(db, tenantId, [...new Set(ofBatches.map(({ batchId }) => batchId))])
  const blocks = new Map(
    records.filter(({ stage }) => !concernsBatch(stage)).map(({ id, codes }) => [id, blocksOf(codes)]),
  )
  const requests = new Set([...blocks.values()].flat().map(({ request }) => request))
  const keys = await blocksKeys(db, tenantId, [...requests])
  return ({ id, batchId }) =>
    blocks.get(id)?.map(({ request, block, codes }) => ({
      subject: blockSubject(keys.get(request)!, block, sha256),
      codes,
    })) ?? [{ subject: batches.get(batchId)! }]
}
