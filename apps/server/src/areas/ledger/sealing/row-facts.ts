import type { Texts } from '@timbermark/contract'
import type { SealedFile, SealedRecall } from '@timbermark/contract/trace'
import type { Json } from '@timbermark/ledger'
import { wordsOfName } from '../../../entity/dictionary.ts'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { publicType } from '../../../platform/files/public-type.ts'
import { type DescribedRow, publicDescription } from './public-description.ts'
import type { Fields } from './content.ts'
import { loadBatchTransfers } from './batch-transfers.ts'
import { batchRecalls, requestRecalls } from './recalls.ts'
import type { SubjectKind } from './subjects.ts'

/** Kinds of sealed rows whose facts pages show, besides records. */
export type SealedRowKind = SubjectKind | 'request'

/** Current facts of a row, without the time of sealing. */
export interface RowFacts {
  open: Fields
  withheld: Fields
}

/** A subject in the form of a field value; empty when the row has no subject any more. */
const subjectText = (bytes: Uint8Array | null) => Buffer.from(bytes ?? []).toString('base64url')

/** Current facts of rows by id (docs/sealed-fields.md). A row that no longer exists is absent. */
export async function loadRowFacts(
  db: Db,
  tenantId: number,
  kind: SealedRowKind,
  ids: readonly number[],
): Promise<Map<number, RowFacts>> {
  if (ids.length === 0) return new Map()
  return factReaders[kind](db, tenantId, ids)
}

type FactReader = (db: Db, tenantId: number, ids: readonly number[]) => Promise<Map<number, RowFacts>>

const factReaders: Record<SealedRowKind, FactReader> = {
  async enterprise(db, tenantId, ids) {
    const rows = await db.query<{ id: number; name: string; texts: Texts; active: boolean; identification: string }>(
      sql`
        select id, name, public_name_texts as texts, status = '0' as active, identification from enterprise
        where id = ${tenantId} and id = any(${[...ids]})`,
    )
    return new Map(
      rows.map(({ id, name, texts, active, identification }) => [
        id,
        { open: { kind: 'enterprise', name: wordsOfName(name, texts) as Json, active }, withheld: { identification } },
      ]),
    )
  },
  async product(db, tenantId, ids) {
    const rows = await db.query<ProductRow>(sql`
      select p.id, p.name, p.name_texts as texts, p.foreign_name, p.chinese_name, p.latin_genus, p.latin_species,
             c.name as category, c.name_texts as category_texts, p.description, p.public_description, p.public_description_texts, p.images, p.video, p.change_reason as reason,
             e.subject as enterprise
      from product p
      join category c on c.tenant_id = ${tenantId} and c.id = p.category_id join enterprise e on e.id = p.tenant_id
      where p.tenant_id = ${tenantId} and p.id = any(${[...ids]})`)
    const files = await publicCopies(
      db,
      tenantId,
      rows.flatMap(({ images, video }) => [...images, ...video]),
    )
    return new Map(rows.map(row => [row.id, { open: productFields(row, files), withheld: {} }]))
  },
  async batch(db, tenantId, ids) {
    const rows = await db.query<BatchRow>(sql`
      select b.id, b.batch_number as number, b.planned_date as date, b.volume, b.status,
             case when b.status = 'voided' then b.void_reason else b.change_reason end as reason,
             e.subject as enterprise, p.subject as product, b.records_subject as records,
             exists (select from recall c where c.tenant_id = ${tenantId} and c.batch_id = b.id) as called,
             exists (select from material_transfer_line l where l.tenant_id = ${tenantId} and l.to_batch_id = b.id) as merged
      from batch b join enterprise e on e.id = b.tenant_id join product p on p.tenant_id = ${tenantId} and p.id = b.product_id
      where b.tenant_id = ${tenantId} and b.id = any(${[...ids]})`)
    const recalls = await batchRecalls(
      db,
      tenantId,
      rows.filter(({ called }) => called).map(({ id }) => id),
    )
    const transfers = await loadBatchTransfers(
      db,
      tenantId,
      rows.filter(({ merged }) => merged).map(({ id }) => id),
    )
    return new Map(
      rows.map(({ id, enterprise, product, records, reason, called: _, merged: __, ...facts }) => [
        id,
        {
          open: {
            kind: 'batch',
            enterprise: subjectText(enterprise),
            product: subjectText(product),
            records: subjectText(records),
            ...facts,
            ...recallFields(recalls.get(id)),
            ...(transfers.has(id) ? { transfers: transfers.get(id) as unknown as Json } : {}),
            ...(reason ? { reason } : {}),
          },
          withheld: {},
        },
      ]),
    )
  },
  async request(db, tenantId, ids) {
    const rows = await db.query<RequestRow>(sql`
      select r.id, r.request_number as number, r.count, r.manifest_sha256 as manifest, r.code_format as "codeFormat",
             r.country_code as country, r.factory_code as factory, r.batch_date as "batchDate", r.species,
             e.subject as enterprise, b.subject as batch, r.blocks_key as blocks,
             exists (select from recalled_code c where c.tenant_id = ${tenantId} and c.request_number = r.request_number) as called
      from code_request r join enterprise e on e.id = r.tenant_id join batch b on b.tenant_id = ${tenantId} and b.id = r.batch_id
      where r.tenant_id = ${tenantId} and r.id = any(${[...ids]}) and r.manifest_sha256 is not null`)
    const recalls = await requestRecalls(
      db,
      tenantId,
      rows.filter(({ called }) => called).map(({ number }) => number),
    )
    return new Map(
      rows.map(({ id, enterprise, batch, blocks, codeFormat, called: _, ...facts }) => [
        id,
        {
          open: {
            kind: 'request',
            enterprise: subjectText(enterprise),
            batch: subjectText(batch),
            blocks: subjectText(blocks),
            ...facts,
            // No field for format 1, so that contents sealed before formats existed stay equal.
            ...(codeFormat === 1 ? {} : { codeFormat }),
            ...recallFields(recalls.get(facts.number)),
          },
          withheld: {},
        },
      ]),
    )
  },
}

/** No field at all for rows that were never recalled, so that contents sealed before recalls existed stay equal. */
const recallFields = (recalls: readonly SealedRecall[] | undefined): Fields =>
  recalls ? { recalls: recalls as unknown as Json } : {}

interface ProductRow extends DescribedRow {
  id: number
  name: string
  texts: Texts
  foreign_name: string
  chinese_name: string
  latin_genus: string
  latin_species: string
  category: string
  category_texts: Texts
  images: string[]
  video: string[]
  reason: string | null
  enterprise: Buffer | null
}

interface BatchRow {
  id: number
  number: string
  date: string | null
  volume: string | null
  status: string
  reason: string | null
  enterprise: Buffer | null
  product: Buffer | null
  records: Buffer | null
  /** Was it ever recalled? Few are, and only their recalls are loaded. */
  called: boolean
  /** Did wood of other batches ever come in? */
  merged: boolean
}

interface RequestRow {
  id: number
  number: number
  count: number
  manifest: string
  codeFormat: number
  country: string
  factory: string
  batchDate: string
  species: string
  enterprise: Buffer | null
  batch: Buffer | null
  blocks: Buffer | null
  /** Was any of its codes ever recalled? */
  called: boolean
}

function productFields(row: ProductRow, files: ReadonlyMap<string, SealedFile>): Fields {
  const fileOf = (id: string): Json =>
    (files.get(id) ?? { file: id, sha256: '', type: '', name: '' }) satisfies SealedFile as unknown as Json
  const description = publicDescription(row)
  return {
    kind: 'product',
    enterprise: subjectText(row.enterprise),
    name: wordsOfName(row.name, row.texts) as Json,
    foreignName: row.foreign_name,
    chineseName: row.chinese_name,
    latinName: `${row.latin_genus} ${row.latin_species}`.trim(),
    category: wordsOfName(row.category, row.category_texts) as Json,
    description: wordsOfName(description.main, description.texts) as Json,
    ...Object.fromEntries(row.images.map((id, n) => [`image/${n}`, fileOf(id)])),
    ...(row.video[0] ? { video: fileOf(row.video[0]) } : {}),
    ...(row.reason ? { reason: row.reason } : {}),
  }
}

/** The public copies of files by id: the bytes behind their public address. */
async function publicCopies(db: Db, tenantId: number, ids: readonly string[]): Promise<Map<string, SealedFile>> {
  if (ids.length === 0) return new Map()
  const rows = await db.query<SealedFile>(sql`
    select f.id as file, coalesce(f.public_sha256, f.sha256) as sha256, ${publicType(sql`f`)} as type, f.name
    from file_object f where f.tenant_id = ${tenantId} and f.id = any(${[...new Set(ids)]}) and f.is_public`)
  return new Map(rows.map(({ file, sha256, type, name }) => [file, { file, sha256, type, name }]))
}
