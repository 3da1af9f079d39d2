import type { Json } from '@timbermark/ledger'
import type { SealedCopy, SealedRecordFile } from '@timbermark/contract/trace'
import type { Db } from '../../../platform/database/database.ts'
import { publicType } from '../../../platform/files/public-type.ts'
import { type NamedPlot, sealPlots, type SealedPlot } from '../../material/plot/plots-of-records.ts'
import { sql } from '../../../platform/database/sql.ts'

/** A file, from its current row. */
type FileFacts = Pick<SealedRecordFile, 'file' | 'sha256' | 'type' | 'name'> & { open: boolean }

/** Everything that is sealed of a record, as currently stored. */
export interface RecordFacts {
  id: number
  tenantId: number
  batchId: number
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
  /** For a phone with a wrong clock: the time it showed when sending, the computed correct time, and the reported time. */
  wrongClock: { shown: Date; reckoned: Date; claimed: Date | null } | null
  longitude: string | null
  latitude: string | null
  place: string | null
  parentCode: string | null
  /** Codes of the record, in order: request, first serial, serial after the last. */
  codes: (readonly [request: number, from: number, to: number])[]
  /** Whether its codes still count for it. */
  current: boolean
  /** The parent code that its codes were packed into: request and serial. */
  parent: readonly [number, number] | null
  publicValues: Record<string, Json>
  personalValues: Record<string, Json>
  /** The confirmed unlikely values. */
  flags: Json[]
  /** The salt of the personal fields' digests; null after the personal data was removed. */
  personalSalt: Buffer | null
  /** Existing files among its values by id; for images, the public copy. */
  files: Map<string, FileFacts>
  /** Documents that it names, by code. */
  documents: Map<string, { name: string; files: string[]; copies: SealedCopy[] }>
  /** The plot that it names, with the digest of the shape that it had then. */
  plot: SealedPlot | null
}

interface FactRow {
  id: number
  tenant_id: number
  batch_id: number
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
  phone_at: Date | null
  reckoned_at: Date | null
  claimed_at: Date | null
  longitude: string | null
  latitude: string | null
  place: string | null
  parent_code: string | null
  codes: [number, number, number][] | null
  current: boolean | null
  parent: [number, number] | null
  public_values: Record<string, Json>
  personal_values: Record<string, Json>
  personal_salt: Buffer | null
  flags: Json[]
  files: FileFacts[] | null
  plot: NamedPlot | null
}

/** Loads the current facts of records. */
export async function loadFacts(db: Db, tenantId: number, ids: readonly number[]): Promise<Map<number, RecordFacts>> {
  if (ids.length === 0) return new Map()
  const reading = db.query<FactRow>(sql`
    select r.id, r.tenant_id, r.batch_id, r.stage, coalesce(r.first_id, r.id) as first_id, r.version, r.status, r.reason, r.report_id,
           r.template_id, r.template_version, r.document_code, r.operator, r.happened_at, r.recorded_at,
           r.phone_at, r.reckoned_at, r.claimed_at, r.longitude, r.latitude, r.place, r.parent_code,
           r.public_values, r.personal_values, r.personal_salt, r.flags,
           (select json_agg(json_build_array(c.request_number, lower(c.serials), upper(c.serials)) order by c.request_number, lower(c.serials))
            from stage_record_code c where c.tenant_id = ${tenantId} and c.record_id = r.id and c.stage = r.stage) as codes,
           (select bool_and(c.current) from stage_record_code c where c.tenant_id = ${tenantId} and c.record_id = r.id) as current,
           (select json_build_array(l.parent_request, l.parent_serial) from code_link l
            where l.tenant_id = ${tenantId} and l.record_id = r.id limit 1) as parent,
           (select json_build_object('id', n.plot_id, 'number', n.number, 'version', n.version) from stage_record_plot n
            where n.tenant_id = ${tenantId} and n.record_id = r.id) as plot,
           (select json_agg(json_build_object('file', f.id, 'sha256', coalesce(f.public_sha256, f.sha256),
                    'type', ${publicType(sql`f`)}, 'name', f.name, 'open', f.is_public))
            from file_object f where f.tenant_id = ${tenantId} and f.id = any(array(select jsonb_object_keys(r.attachments)))) as files
    from stage_record r
    where r.tenant_id = ${tenantId} and r.id = any(${[...ids]})`)
  const [rows, documentsOf] = await Promise.all([reading, loadReliedDocuments(db, tenantId, ids)])
  const sealedPlot = await sealPlots(
    db,
    tenantId,
    rows.flatMap(({ plot }) => plot ?? []),
  )
  return new Map(
    rows.map(row => [
      row.id,
      {
        id: row.id,
        tenantId: row.tenant_id,
        batchId: row.batch_id,
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
        wrongClock: row.phone_at &&
          row.reckoned_at && { shown: row.phone_at, reckoned: row.reckoned_at, claimed: row.claimed_at },
        longitude: row.longitude,
        latitude: row.latitude,
        place: row.place,
        parentCode: row.parent_code,
        codes: row.codes ?? [],
        current: row.current ?? true,
        parent: row.parent,
        publicValues: row.public_values,
        personalValues: row.personal_values,
        personalSalt: row.personal_salt,
        flags: row.flags,
        files: new Map((row.files ?? []).map(file => [file.file, file])),
        documents: documentsOf(row.id),
        plot: row.plot && sealedPlot(row.plot),
      },
    ]),
  )
}

/** Loads the documents of records by their code, each in the relied-on version. */
async function loadReliedDocuments(
  db: Db,
  tenantId: number,
  ids: readonly number[],
): Promise<(record: number) => RecordFacts['documents']> {
  const rows = await db.query<{
    record: number
    code: string
    name: string | null
    files: string[] | null
    copies: SealedCopy[] | null
  }>(sql`
    select p.record_id as record, d.code, k.name,
      (select json_agg(coalesce(f.sha256, '') order by g.n) from unnest(k.file) with ordinality as g (id, n)
       left join file_object f on f.tenant_id = ${tenantId} and f.id = g.id) as files,
      (select json_agg(json_build_object('sha256', coalesce(f.public_sha256, f.sha256, ''), 'type', coalesce(${publicType(sql`f`)}, '')) order by g.n)
       from unnest(k.file) with ordinality as g (id, n) left join file_object f on f.tenant_id = ${tenantId} and f.id = g.id) as copies
    from stage_record_paper p join document d on d.tenant_id = ${tenantId} and d.id = p.document_id
    left join lateral (
      select d.name, d.file where d.version = p.version
      union all
      select v.name, v.file from document_version v
      where v.tenant_id = ${tenantId} and v.document_id = p.document_id and v.version = p.version and d.version <> p.version
    ) k on true
    where p.tenant_id = ${tenantId} and p.record_id = any(${[...ids]})`)
  const byRecord = Map.groupBy(rows, ({ record }) => record)
  return record =>
    new Map(
      (byRecord.get(record) ?? []).flatMap(({ code, name, files, copies }) =>
        name === null ? [] : [[code, { name, files: files ?? [], copies: copies ?? [] }] as const],
      ),
    )
}
