import type { Language } from '@timbermark/contract'
import type { ProofAnswer, ProofRecord, TraceAnswer, TraceStage, TraceWarning } from '@timbermark/contract/trace'
import { checkpointFingerprint } from '@timbermark/ledger'
import { Refusal } from '../../platform/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { logOf } from '../ledger/log.ts'
import { toldBreaks } from '../ledger/told-breaks.ts'
import { pathText } from '../ledger/proofs.ts'
import { loadPlaces, placeLabel } from '../place/places.ts'
import type { RecordFacts } from '../stage/leaf.ts'
import { type Evidence, evidenceOf } from './evidence.ts'
import { guessLimits } from './guess-limits.ts'
import { type GoodsRow, loadGoods, recordsOf } from './load.ts'
import { isActive, type KnownCode } from './open-code.ts'
import { plainText } from './plain-text.ts'
import { type Lookups, loadLookups, publicFiles, publicStage } from './public-values.ts'

/**
 * All that anyone may know of a code.
 * @throws Refusal code.unknown when its goods are gone
 */
export async function traceOf(services: Services, opened: KnownCode, language: Language): Promise<TraceAnswer> {
  const { entry } = opened
  const active = isActive(opened)
  const read = await services.database.withTenant(entry.tenantId, async db => {
    const goods = await loadGoods(db, opened)
    if (!goods) throw new Refusal('code.unknown')
    const records = active ? await recordsOf(db, opened, goods.batch_id) : []
    const lookups = await loadLookups(db, records, language)
    return { goods, records, lookups, pictures: await publicFiles(db, [...goods.images, ...goods.video]) }
  })
  const { goods, records, lookups, pictures } = read
  await namePlaces(services, records, lookups, language)
  const held = await hold(services, entry.tenantId, records)
  const shown = (ids: readonly string[]) => ids.flatMap(id => pictures.get(id) ?? [])
  return {
    code: opened.code,
    status: !active ? 'notActivated' : goods.batch_status === 'voided' ? 'voided' : 'active',
    print: {
      country: goods.country_code,
      factory: goods.factory_code,
      batchDate: goods.batch_date,
      species: goods.species,
    },
    product: {
      name: goods.product_name,
      foreignName: goods.foreign_name,
      chineseName: goods.chinese_name,
      latinName: `${goods.latin_genus} ${goods.latin_species}`.trim(),
      category: goods.category,
      description: plainText(goods.description),
      images: shown(goods.images),
      video: shown(goods.video)[0] ?? null,
    },
    batch: { number: goods.batch_number, date: goods.planned_date, volume: goods.volume },
    owner: { id: entry.identification, name: entry.enterpriseName, active: entry.enterpriseActive },
    stages: records
      .map(record => publicStage(record, entry.enterpriseName, lookups))
      .filter(stage => stage !== undefined),
    counts: active ? countsOf(goods) : { scans: 0, firstScanAt: null, checks: 0, firstCheckAt: null },
    ledger: { state: stateOf(held), anchored: false, breaks: await toldBreaks(services) },
    warnings: warningsOf(opened, goods, held),
  }
}

/**
 * Names the places that nobody has named. Only inside China, where divisions are exact: a country named wrongly at a
 * border would be a false statement about the wood.
 */
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
      const place = places.placeOf(Number(longitude), Number(latitude))
      if (place?.country === 'CN') lookups.places.set(id, placeLabel(place, language))
    }
  } catch (error) {
    services.log.error({ err: error }, 'places could not be named')
  }
}

/** The ledger's view of the records; null when it cannot be had now, which is neither for nor against the goods. */
async function hold(
  services: Services,
  tenantId: number,
  records: readonly RecordFacts[],
): Promise<readonly Evidence[] | null> {
  try {
    return (await evidenceOf(services, tenantId, records)).records
  } catch (error) {
    services.log.error({ err: error }, 'records could not be held against the ledger')
    return null
  }
}

function countsOf(goods: GoodsRow): TraceAnswer['counts'] {
  return {
    scans: goods.scans,
    firstScanAt: goods.first_scan_at?.toISOString() ?? null,
    checks: goods.checks,
    firstCheckAt: goods.first_check_at?.toISOString() ?? null,
  }
}

function stateOf(held: readonly Evidence[] | null): TraceAnswer['ledger']['state'] {
  if (!held) return 'unavailable'
  if (held.some(({ outcome }) => outcome === 'changed' || outcome === 'broken')) return 'mismatch'
  return held.some(({ outcome }) => outcome === 'queued') ? 'pending' : 'recorded'
}

function warningsOf({ entry }: KnownCode, goods: GoodsRow, held: readonly Evidence[] | null): TraceWarning[] {
  const warnings: TraceWarning[] = (held ?? []).flatMap(({ record, outcome }): TraceWarning[] => {
    const stage = record.stage as TraceStage['stage']
    if (outcome === 'changed') return [{ kind: 'suspicious', stage, reason: 'fingerprintMismatch' }]
    return outcome === 'broken' ? [{ kind: 'suspicious', stage, reason: 'chainBroken' }] : []
  })
  if (goods.wrong_checks >= guessLimits.code) warnings.push({ kind: 'manyWrongChecks' })
  if (!entry.enterpriseActive) warnings.push({ kind: 'ownerInactive' })
  return warnings
}

/** Everything a reader needs to check the records of a code without trusting this server. */
export async function proofOf(services: Services, opened: KnownCode): Promise<ProofAnswer> {
  const { entry } = opened
  const records = await services.database.withTenant(entry.tenantId, async db => {
    const goods = await loadGoods(db, opened)
    if (!goods) throw new Refusal('code.unknown')
    return isActive(opened) ? recordsOf(db, opened, goods.batch_id) : []
  })
  const { checkpoint, records: held } = await evidenceOf(services, entry.tenantId, records)
  const { origin, verifierKey } = logOf(services, checkpoint)
  const fingerprint = checkpoint === null ? '' : checkpointFingerprint(checkpoint)
  return {
    log: { origin, verifierKey },
    checkpoint: checkpoint ?? '',
    records: held.map(evidence => proofRecord(evidence, entry.identification, fingerprint)),
  }
}

function proofRecord(
  { record, proof, databaseHash, outcome }: Evidence,
  owner: string,
  fingerprint: string,
): ProofRecord {
  const queued = proof !== undefined && proof.index === null
  return {
    recordId: String(record.id),
    stage: record.stage as ProofRecord['stage'],
    state: queued ? 'queued' : 'logged',
    leaf: proof?.leaf ?? '',
    index: proof?.index ?? null,
    path: pathText(proof?.path ?? []),
    timestamp: record.recordedAt.toISOString(),
    ownerEnterprise: owner,
    // Without an anchor on a chain the signed head stands for the transaction; a queued record has neither yet.
    transactionFingerprint: queued ? '' : fingerprint,
    traceHash: proof?.leafHash ?? '',
    databaseHash,
    compliant: outcome === 'sound' || outcome === 'queued',
    anchor: null,
  }
}
