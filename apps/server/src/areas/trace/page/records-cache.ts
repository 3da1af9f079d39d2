import type { Language } from '@timbermark/contract'
import type { TraceAnswer, TracePaper, TraceStage, TraceWarning } from '@timbermark/contract/trace'
import type { Db } from '../../../platform/database/database.ts'
import { TtlCache } from '../../../platform/concurrency/ttl-cache.ts'
import type { Services } from '../../../platform/services.ts'
import { CallerGone, abortable } from '../../../platform/concurrency/abortable.ts'
import { loadPlaces } from '../../place/places.ts'
import { certainNameOf } from '../../place/certain-name.ts'
import type { RecordFacts } from '../../stage/statement/record-facts.ts'
import { type Evidence, evidenceOf } from '../proof/record-evidence.ts'
import { loadRecords } from './current-records.ts'
import type { KnownCode } from '../limits/open-code.ts'
import { type Lookups, loadLookups, publicStage } from './public-values.ts'

/** Records as anyone may see them, and the ledger's evidence about them. */
export interface PublicRecords {
  stages: TraceStage[]
  state: TraceAnswer['ledger']['state']
  /** Warnings from the ledger's evidence. */
  suspicions: TraceWarning[]
}

/** Answers that codes share, cached for a moment. Which records belong to a code is never cached. */
export interface RecordsCache {
  records: TtlCache<PublicRecords>
  papers: TtlCache<TracePaper[]>
}

/** Size of each cache; an answer with 18 records takes some 50 kB. */
const maxCached = 200

/** @param ms how long an answer stays cached */
export function createRecordsCache(ms: number): RecordsCache {
  return { records: new TtlCache(ms, maxCached), papers: new TtlCache(ms, maxCached) }
}

/** Loads the ledger's evidence about records; null when the ledger cannot be read. */
export type EvidenceReader = ((db: Db, records: readonly RecordFacts[]) => Promise<readonly Evidence[]>) | null

export interface RecordsRequest {
  entry: KnownCode['entry']
  /** The owner's name in the reader's language. */
  enterprise: string
  ids: readonly number[]
  language: Language
  readEvidence: EvidenceReader
  /** Shared with concurrent readers. */
  cache?: RecordsCache
}

/** Loads these records for the public, from the cache when the request has one. */
export function loadPublicRecords(services: Services, db: Db, request: RecordsRequest): Promise<PublicRecords> {
  const { entry, enterprise, ids, language, readEvidence, cache } = request
  const { tenantId } = entry
  const read = () => readRecords(services, db, request)
  // An answer without evidence goes only to the reader whose evidence could not be read, never into the cache.
  if (!cache || !readEvidence) return read()
  return cache.records.ask(JSON.stringify([tenantId, enterprise, language, ids]), read)
}

async function readRecords(
  services: Services,
  db: Db,
  { entry, enterprise, ids, language, readEvidence }: RecordsRequest,
): Promise<PublicRecords> {
  const { tenantId } = entry
  const records = await loadRecords(db, tenantId, ids)
  const lookups = await loadLookups(db, tenantId, records, language)
  const evidence = records.length === 0 ? [] : ((await readEvidence?.(db, records)) ?? null)
  await namePlaces(services, records, lookups, language)
  return {
    stages: records.map(record => publicStage(record, enterprise, lookups)).filter(stage => stage !== undefined),
    state: stateOf(evidence),
    suspicions: suspicionsOf(evidence),
  }
}

/** Names unnamed places where the name is certain, in the same words as sealed. */
async function namePlaces(
  services: Services,
  records: readonly RecordFacts[],
  lookups: Lookups,
  language: Language,
): Promise<void> {
  const unnamed = records.filter(({ id, longitude }) => longitude !== null && !lookups.places.get(id))
  if (unnamed.length === 0) return
  try {
    const places = await loadPlaces()
    for (const { id, longitude, latitude } of unnamed) {
      const name = certainNameOf(places, Number(longitude), Number(latitude))
      if (name) lookups.places.set(id, name(language))
    }
  } catch (error) {
    services.log.error({ err: error }, 'places could not be named')
  }
}

/** The ledger's evidence about the records could not be read. */
class LedgerUnread extends Error {}

/**
 * Reads the facts of a code in one transaction. When the ledger cannot be read now, which says nothing about the item,
 * everything else is read again without it.
 */
export async function readWithLedger<T>(
  services: Services,
  tenantId: number,
  signal: AbortSignal | undefined,
  work: (db: Db, readEvidence: EvidenceReader) => Promise<T>,
): Promise<T> {
  const read = (readEvidence: EvidenceReader) =>
    services.database.readTenant(tenantId, db => work(abortable(db, signal), readEvidence))
  try {
    return await read((db, records) =>
      evidenceOf(db, tenantId, records).catch(error => {
        throw error instanceof CallerGone ? error : new LedgerUnread('', { cause: error })
      }),
    )
  } catch (error) {
    if (!(error instanceof LedgerUnread)) throw error
    services.log.error({ err: error.cause }, 'records could not be checked against the ledger')
    return read(null)
  }
}

function stateOf(evidence: readonly Evidence[] | null): TraceAnswer['ledger']['state'] {
  if (!evidence) return 'unavailable'
  if (evidence.some(({ outcome }) => outcome === 'changed' || outcome === 'broken')) return 'mismatch'
  return evidence.some(({ outcome }) => outcome === 'queued') ? 'pending' : 'recorded'
}

/** Warnings from the evidence about these records. */
function suspicionsOf(evidence: readonly Evidence[] | null): TraceWarning[] {
  return (evidence ?? []).flatMap(({ record, outcome }): TraceWarning[] => {
    const stage = record.stage as TraceStage['stage']
    if (outcome === 'changed') return [{ kind: 'suspicious', stage, reason: 'fingerprintMismatch' }]
    return outcome === 'broken' ? [{ kind: 'suspicious', stage, reason: 'chainBroken' }] : []
  })
}
