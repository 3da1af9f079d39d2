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
import { recordsOf } from './load.ts'
import type { KnownCode } from '../limits/open-code.ts'
import { type Lookups, loadLookups, publicStage } from './public-values.ts'

/** What anyone is told of some records, and how the ledger stands to them. */
export interface RecordsTold {
  stages: TraceStage[]
  state: TraceAnswer['ledger']['state']
  /** What the ledger says against them. */
  suspicions: TraceWarning[]
}

/** What codes have in common, as it was read a moment ago. Which records speak of a code is no part of it. */
export interface LatelyTold {
  records: TtlCache<RecordsTold>
  papers: TtlCache<TracePaper[]>
}

/** Answers that are kept at once; one with 18 records takes some 50 kB. */
const mostKept = 200

/** @param ms how long what was read is told on */
export function latelyTold(ms: number): LatelyTold {
  return { records: new TtlCache(ms, mostKept), papers: new TtlCache(ms, mostKept) }
}

/** The ledger's view of records; null when it is not to be had. */
export type Ledger = ((db: Db, records: readonly RecordFacts[]) => Promise<readonly Evidence[]>) | null

/** What is told of these records, read with others who ask for the same when `lately` is given. */
export function recordsTold(
  services: Services,
  db: Db,
  { tenantId, enterpriseName }: KnownCode['entry'],
  ids: readonly number[],
  language: Language,
  ledger: Ledger,
  lately?: LatelyTold,
): Promise<RecordsTold> {
  const read = () => readRecords(services, db, tenantId, enterpriseName, ids, language, ledger)
  // Without the ledger only he is answered who could not be answered with it.
  if (!lately || !ledger) return read()
  return lately.records.ask(JSON.stringify([tenantId, enterpriseName, language, ids]), read)
}

async function readRecords(
  services: Services,
  db: Db,
  tenantId: number,
  enterprise: string,
  ids: readonly number[],
  language: Language,
  ledger: Ledger,
): Promise<RecordsTold> {
  const records = await recordsOf(db, tenantId, ids)
  const lookups = await loadLookups(db, tenantId, records, language)
  const held = records.length === 0 ? [] : ((await ledger?.(db, records)) ?? null)
  await namePlaces(services, records, lookups, language)
  return {
    stages: records.map(record => publicStage(record, enterprise, lookups)).filter(stage => stage !== undefined),
    state: stateOf(held),
    suspicions: suspicions(held),
  }
}

/** Names the places that nobody has named, as far as there is no doubt; as it is sealed (`placeWords`). */
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

/** The ledger's view of the records could not be read. */
class LedgerUnread extends Error {}

/**
 * Reads in one transaction what is told of a code. When the ledger cannot be read now, which is neither for nor against
 * the goods, everything else is read again without it.
 */
export async function readWithLedger<T>(
  services: Services,
  tenantId: number,
  signal: AbortSignal | undefined,
  work: (db: Db, ledger: Ledger) => Promise<T>,
): Promise<T> {
  const read = (ledger: Ledger) => services.database.readTenant(tenantId, db => work(abortable(db, signal), ledger))
  try {
    return await read((db, records) =>
      evidenceOf(db, tenantId, records).catch(error => {
        throw error instanceof CallerGone ? error : new LedgerUnread('', { cause: error })
      }),
    )
  } catch (error) {
    if (!(error instanceof LedgerUnread)) throw error
    services.log.error({ err: error.cause }, 'records could not be held against the ledger')
    return read(null)
  }
}

function stateOf(held: readonly Evidence[] | null): TraceAnswer['ledger']['state'] {
  if (!held) return 'unavailable'
  if (held.some(({ outcome }) => outcome === 'changed' || outcome === 'broken')) return 'mismatch'
  return held.some(({ outcome }) => outcome === 'queued') ? 'pending' : 'recorded'
}

/** What the ledger says against these records. */
function suspicions(held: readonly Evidence[] | null): TraceWarning[] {
  return (held ?? []).flatMap(({ record, outcome }): TraceWarning[] => {
    const stage = record.stage as TraceStage['stage']
    if (outcome === 'changed') return [{ kind: 'suspicious', stage, reason: 'fingerprintMismatch' }]
    return outcome === 'broken' ? [{ kind: 'suspicious', stage, reason: 'chainBroken' }] : []
  })
}
