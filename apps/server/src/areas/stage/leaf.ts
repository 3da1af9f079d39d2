import { createHash, createHmac } from 'node:crypto'
import type { Json } from '@timbermark/ledger'
import type { Db } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

/** Everything that a record's leaf is made of, as it stands in the database. */
export interface RecordFacts {
  id: number
  tenantId: number
  enterprise: string
  batch: string
  stage: string
  firstId: number
  version: number
  status: string
  reason: string | null
  reportId: string
  templateId: number
  templateVersion: number
  documentCode: string
  operator: string
  happenedAt: Date
  recordedAt: Date
  longitude: string | null
  latitude: string | null
  parentCode: string | null
  /** Codes of the record as `request:from-to` (to exclusive), in order. */
  codes: string[]
  publicValues: Record<string, Json>
  personalValues: Record<string, Json>
  personalSalt: Buffer
  /** Hash of each attached file today, by id. */
  attachments: Record<string, string>
}

/** Digest of the codes of a record: SHA-256 over their ranges, one a line. */
export function codesDigest(codes: readonly string[]): string {
  return createHash('sha256').update(codes.join('\n')).digest('hex')
}

/** Salted hash of something personal: it can be shown to match, and forgotten with its salt. */
function sealed(salt: Buffer, key: string, value: Json): string {
  return createHmac('sha256', salt)
    .update(`${key}\n${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .digest('hex')
}

/**
 * What a record says, as its ledger leaf. Pure: the same facts give the same leaf, so that the leaf of today's row can be
 * compared with the one in the log. Exact numbers are strings; personal values appear only as salted hashes.
 */
export function recordLeaf(facts: RecordFacts): Json {
  return {
    type: 'timbermark/stage-record@1',
    enterprise: facts.enterprise,
    batch: facts.batch,
    stage: facts.stage,
    record: facts.firstId,
    version: facts.version,
    ...(facts.reason ? { reason: facts.reason } : {}),
    report: facts.reportId,
    template: `${facts.templateId}@${facts.templateVersion}`,
    document: facts.documentCode,
    happenedAt: facts.happenedAt.toISOString(),
    recordedAt: facts.recordedAt.toISOString(),
    ...(facts.longitude !== null && facts.latitude !== null ? { position: [facts.longitude, facts.latitude] } : {}),
    ...(facts.parentCode ? { parent: facts.parentCode } : {}),
    codes: { ranges: facts.codes.length, sha256: codesDigest(facts.codes) },
    values: facts.publicValues,
    personal: Object.fromEntries([
      ['operator', sealed(facts.personalSalt, 'operator', facts.operator)],
      ...Object.entries(facts.personalValues).map(([key, value]) => [key, sealed(facts.personalSalt, key, value)]),
    ]),
    attachments: facts.attachments,
  }
}

interface FactRow {
  id: number
  tenant_id: number
  identification: string
  batch_number: string
  stage: string
  first_id: number
  version: number
  status: string
  reason: string | null
  report_id: string
  template_id: number
  template_version: number
  document_code: string
  operator: string
  happened_at: Date
  recorded_at: Date
  longitude: string | null
  latitude: string | null
  parent_code: string | null
  codes: string[] | null
  public_values: Record<string, Json>
  personal_values: Record<string, Json>
  personal_salt: Buffer
  attachments: Record<string, string>
  files: Record<string, string> | null
}

/** Today's facts of records, files and codes read from where they are kept, in one statement. */
export async function loadFacts(db: Db, tenantId: number, ids: readonly number[]): Promise<Map<number, RecordFacts>> {
  if (ids.length === 0) return new Map()
  const rows = await db.query<FactRow>(sql`
    select r.id, r.tenant_id, e.identification, b.batch_number, r.stage, coalesce(r.first_id, r.id) as first_id, r.version, r.status, r.reason, r.report_id,
           r.template_id, r.template_version, r.document_code, r.operator, r.happened_at, r.recorded_at, r.longitude, r.latitude, r.parent_code,
           r.public_values, r.personal_values, r.personal_salt, r.attachments,
           (select json_agg(c.request_number || ':' || lower(c.serials) || '-' || upper(c.serials) order by c.request_number, lower(c.serials)) from stage_record_code c where c.tenant_id = r.tenant_id and c.record_id = r.id) as codes,
           (select json_object_agg(f.id, f.sha256) from file_object f where f.tenant_id = r.tenant_id and f.id = any(array(select jsonb_object_keys(r.attachments)))) as files
    from stage_record r
    join enterprise e on e.id = r.tenant_id
    join batch b on b.tenant_id = r.tenant_id and b.id = r.batch_id
    where r.tenant_id = ${tenantId} and r.id = any(${[...ids]})`)
  return new Map(
    rows.map(row => [
      row.id,
      {
        id: row.id,
        tenantId: row.tenant_id,
        enterprise: row.identification,
        batch: row.batch_number,
        stage: row.stage,
        firstId: row.first_id,
        version: row.version,
        status: row.status,
        reason: row.reason,
        reportId: row.report_id,
        templateId: row.template_id,
        templateVersion: row.template_version,
        documentCode: row.document_code,
        operator: row.operator,
        happenedAt: row.happened_at,
        recordedAt: row.recorded_at,
        longitude: row.longitude,
        latitude: row.latitude,
        parentCode: row.parent_code,
        codes: row.codes ?? [],
        publicValues: row.public_values,
        personalValues: row.personal_values,
        personalSalt: row.personal_salt,
        // A file that is gone shows as missing; one that was replaced shows its new hash.
        attachments: Object.fromEntries(Object.keys(row.attachments).map(id => [id, row.files?.[id] ?? 'missing'])),
      },
    ]),
  )
}
