import { publicType } from '../../../platform/files/public-type.ts'
import { requestSubject } from '@timbermark/ledger/sealed'
import { sha256 } from '@timbermark/ledger/node'
import type { Texts } from '@timbermark/contract'
import type { SealedFile, SealedRecall } from '@timbermark/contract/trace'
import { wordsOfName } from '../../../entity/dictionary.ts'
import type { Db } from '../../../platform/database/database.ts'
import { plainText } from '../../../platform/files/plain-text.ts'
import type { Secrets } from '../../../platform/installation/secrets.ts'
import { identifier, sql } from '../../../platform/database/sql.ts'
import { queueEntries } from '../log/queue.ts'
import type { Json } from '@timbermark/ledger'
import { type Fields, fieldsText } from './content.ts'
import { keepContents, newestContents } from './contents.ts'
import { batchRecalls, requestRecalls } from './recalls.ts'
import { blocksKeys, type NamedKind, recordsSubjects, sealedSubjects, subjectsOf } from './subjects.ts'

/** Kinds of rows that pages show facts of, beside records. */
export type GoodsKind = NamedKind | 'request'

/** What a row says today, without the moment of sealing. */
interface Facts {
  open: Fields
  withheld: Fields
}

/** A subject as fields carry it; empty when the row that it should be of has none any more. */
const text = (bytes: Uint8Array | null) => Buffer.from(bytes ?? []).toString('base64url')

/** Facts of rows by id, as they are now (docs/sealed-fields.md). A row that is gone has none. */
export async function goodsFacts(
  db: Db,
  tenantId: number,
  kind: GoodsKind,
  ids: readonly number[],
): Promise<Map<number, Facts>> {
  if (ids.length === 0) return new Map()
  return readers[kind](db, tenantId, ids)
}

const readers: Record<GoodsKind, (db: Db, tenantId: number, ids: readonly number[]) => Promise<Map<number, Facts>>> = {
  async enterprise(db, tenantId, ids) {
    const rows = await db.query<{ id: number; name: string; active: boolean; identification: string }>(
      sql`select id, name, status = '0' as active, identification from enterprise where id = ${tenantId} and id = any(${[...ids]})`,
    )
    return new Map(
      rows.map(({ id, name, active, identification }) => [
        id,
        { open: { kind: 'enterprise', name, active }, withheld: { identification } },
      ]),
    )
  },
  async product(db, tenantId, ids) {
    const rows = await db.query<ProductRow>(sql`
      select p.id, p.name, p.name_texts as texts, p.foreign_name, p.chinese_name, p.latin_genus, p.latin_species, c.name as category, c.name_texts as category_texts, p.description, p.images, p.video, p.change_reason as reason,
             e.subject as enterprise
      from product p join category c on c.tenant_id = p.tenant_id and c.id = p.category_id join enterprise e on e.id = p.tenant_id
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
             exists (select from recall c where c.tenant_id = b.tenant_id and c.batch_id = b.id) as called
      from batch b join enterprise e on e.id = b.tenant_id join product p on p.tenant_id = b.tenant_id and p.id = b.product_id
      where b.tenant_id = ${tenantId} and b.id = any(${[...ids]})`)
    const recalls = await batchRecalls(
      db,
      tenantId,
      rows.filter(({ called }) => called).map(({ id }) => id),
    )
    return new Map(
      rows.map(({ id, enterprise, product, records, reason, called: _, ...facts }) => [
        id,
        {
          open: {
            kind: 'batch',
            enterprise: text(enterprise),
            product: text(product),
            records: text(records),
            ...facts,
            ...recalled(recalls.get(id)),
            ...(reason ? { reason } : {}),
          },
          withheld: {},
        },
      ]),
    )
  },
  async request(db, tenantId, ids) {
    const rows = await db.query<RequestRow>(sql`
      select r.id, r.request_number as number, r.count, r.manifest_sha256 as manifest, r.country_code as country, r.factory_code as factory, r.batch_date as "batchDate", r.species,
             e.subject as enterprise, b.subject as batch, r.blocks_key as blocks,
             exists (select from recalled_code c where c.tenant_id = r.tenant_id and c.request_number = r.request_number) as called
      from code_request r join enterprise e on e.id = r.tenant_id join batch b on b.tenant_id = r.tenant_id and b.id = r.batch_id
      where r.tenant_id = ${tenantId} and r.id = any(${[...ids]}) and r.manifest_sha256 is not null`)
    const recalls = await requestRecalls(
      db,
      tenantId,
      rows.filter(({ called }) => called).map(({ number }) => number),
    )
    return new Map(
      rows.map(({ id, enterprise, batch, blocks, called: _, ...facts }) => [
        id,
        {
          open: {
            kind: 'request',
            enterprise: text(enterprise),
            batch: text(batch),
            blocks: text(blocks),
            ...facts,
            ...recalled(recalls.get(facts.number)),
          },
          withheld: {},
        },
      ]),
    )
  },
}

/** What was never called back says nothing of it, as what was sealed before there were recalls. */
const recalled = (recalls: readonly SealedRecall[] | undefined): Fields =>
  recalls ? { recalls: recalls as unknown as Json } : {}

interface ProductRow {
  id: number
  name: string
  texts: Texts
  foreign_name: string
  chinese_name: string
  latin_genus: string
  latin_species: string
  category: string
  category_texts: Texts
  description: string | null
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
  /** Was it ever called back? Hardly any is, and what for is asked of those alone. */
  called: boolean
}

interface RequestRow {
  id: number
  number: number
  count: number
  manifest: string
  country: string
  factory: string
  batchDate: string
  species: string
  enterprise: Buffer | null
  batch: Buffer | null
  blocks: Buffer | null
  /** Was any of its codes ever called back? */
  called: boolean
}

function productFields(row: ProductRow, files: ReadonlyMap<string, SealedFile>): Fields {
  const fileOf = (id: string): Json =>
    (files.get(id) ?? { file: id, sha256: '', type: '', name: '' }) satisfies SealedFile as unknown as Json
  return {
    kind: 'product',
    enterprise: text(row.enterprise),
    name: wordsOfName(row.name, row.texts) as Json,
    foreignName: row.foreign_name,
    chineseName: row.chinese_name,
    latinName: `${row.latin_genus} ${row.latin_species}`.trim(),
    category: wordsOfName(row.category, row.category_texts) as Json,
    description: plainText(row.description),
    ...Object.fromEntries(row.images.map((id, n) => [`image/${n}`, fileOf(id)])),
    ...(row.video[0] ? { video: fileOf(row.video[0]) } : {}),
    ...(row.reason ? { reason: row.reason } : {}),
  }
}

/** The public copies of files by id: what stands behind their public address. */
async function publicCopies(db: Db, tenantId: number, ids: readonly string[]): Promise<Map<string, SealedFile>> {
  if (ids.length === 0) return new Map()
  const rows = await db.query<SealedFile>(sql`
    select f.id as file, coalesce(f.public_sha256, f.sha256) as sha256, ${publicType(sql`f`)} as type, f.name
    from file_object f where f.tenant_id = ${tenantId} and f.id = any(${[...new Set(ids)]}) and f.is_public`)
  return new Map(rows.map(({ file, sha256, type, name }) => [file, { file, sha256, type, name }]))
}

/** Canonical text of what a content says, the moment of sealing left out. */
function saidBy(open: Fields): string {
  const { at: _, ...said } = open
  return fieldsText(said)
}

/**
 * Seals what these rows say now, those of them that do not say it already, with a moment of their own.
 * In the transaction that changes them.
 */
async function sealRows(
  db: Db,
  secrets: Secrets,
  tenantId: number,
  kind: GoodsKind,
  ids: readonly number[],
  subjects: ReadonlyMap<number, Uint8Array>,
): Promise<void> {
  const facts = await goodsFacts(db, tenantId, kind, ids)
  const kept = await newestContents(db, tenantId, kind, ids)
  const at = new Date().toISOString()
  const changed = [...facts].filter(([id, { open }]) => {
    const before = kept.get(id)
    return !before || saidBy(JSON.parse(before.open)) !== saidBy(open)
  })
  const contents = await keepContents(
    db,
    tenantId,
    changed.map(([id, { open, withheld }]) => ({
      kind,
      rowId: id,
      statement: { open: { ...open, at }, withheld, personal: {} },
    })),
  )
  await queueEntries(
    db,
    secrets,
    tenantId,
    changed.map(([id], n) => ({ subject: subjects.get(id)!, content: contents[n]!.digest })),
  )
}

/** Seals rows that codes rely on from now on. */
async function sealNamed(db: Db, secrets: Secrets, tenantId: number, kind: NamedKind, ids: readonly number[]) {
  await sealRows(db, secrets, tenantId, kind, ids, await subjectsOf(db, tenantId, kind, ids))
}

/**
 * Seals a finished code request and all that its codes rely on: batch, product, enterprise. In the transaction that
 * finishes it.
 */
export async function sealRequest(db: Db, secrets: Secrets, tenantId: number, requestId: number): Promise<void> {
  const { batch, product, number } = await db.one<{ batch: number; product: number; number: number }>(sql`
    select b.id as batch, b.product_id as product, r.request_number as number
    from code_request r join batch b on b.tenant_id = r.tenant_id and b.id = r.batch_id
    where r.tenant_id = ${tenantId} and r.id = ${requestId}`)
  await sealNamed(db, secrets, tenantId, 'enterprise', [tenantId])
  await sealNamed(db, secrets, tenantId, 'product', [product])
  await recordsSubjects(db, tenantId, [batch])
  await sealNamed(db, secrets, tenantId, 'batch', [batch])
  await blocksKeys(db, tenantId, [number])
  const subjects = new Map([[requestId, requestSubject(number, sha256)]])
  await sealRows(db, secrets, tenantId, 'request', [requestId], subjects)
}

/** Seals anew what these requests say, by their numbers: each was finished. In the transaction that changes it. */
export async function sealRequestsAgain(
  db: Db,
  secrets: Secrets,
  tenantId: number,
  numbers: readonly number[],
): Promise<void> {
  const rows = await db.query<{ id: number; number: number }>(sql`
    select id, request_number as number from code_request
    where tenant_id = ${tenantId} and request_number = any(${[...numbers]}) and manifest_sha256 is not null order by id`)
  const subjects = new Map(rows.map(({ id, number }) => [id, requestSubject(number, sha256)]))
  await sealRows(db, secrets, tenantId, 'request', [...subjects.keys()], subjects)
}

/**
 * Seals anew those of these rows that were sealed before, when they say something else now. In the transaction that changes them.
 * @param explained did whoever changed them give the reason that the rows bear? Otherwise it is an earlier change's, and goes.
 */
export async function sealAgain(
  db: Db,
  secrets: Secrets,
  tenantId: number,
  kind: NamedKind,
  ids: readonly number[],
  explained = false,
): Promise<void> {
  const subjects = await sealedSubjects(db, tenantId, kind, ids)
  if (subjects.size === 0) return
  if (!explained && kind !== 'enterprise') await dropReasons(db, tenantId, kind, [...subjects.keys()])
  await sealRows(db, secrets, tenantId, kind, [...subjects.keys()], subjects)
}

/** Takes the reason of an earlier change from rows that say something else now. */
async function dropReasons(db: Db, tenantId: number, kind: 'product' | 'batch', ids: readonly number[]): Promise<void> {
  const facts = await goodsFacts(db, tenantId, kind, ids)
  const kept = await newestContents(db, tenantId, kind, ids)
  const said = ({ reason: _, ...open }: Fields) => saidBy(open)
  const changed = [...facts].filter(([id, { open }]) => {
    const before = kept.get(id)
    return before && said(JSON.parse(before.open)) !== said(open)
  })
  await db.execute(sql`
    update ${identifier(kind)} set change_reason = null
    where tenant_id = ${tenantId} and id = any(${changed.map(([id]) => id)}) and change_reason is not null`)
}
