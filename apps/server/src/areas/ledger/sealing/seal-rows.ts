import type { Db } from '../../../platform/database/database.ts'
import { identifier, sql } from '../../../platform/database/sql.ts'
import { queueEntries } from '../log/queue.ts'
import { requestSubjects } from '../log/request-subjects.ts'
import { assertAsSealed, type SealingServices } from './as-sealed.ts'
import { compareRows } from './compare-rows.ts'
import { type Fields, fieldsText } from './content.ts'
import { newestContents } from './contents.ts'
import { loadRowFacts, type SealedRowKind } from './row-facts.ts'
import { storeContents } from './store-contents.ts'
import {
  assertNeverSealed,
  ensureBlocksKeys,
  ensureRecordsSubjects,
  ensureSubjects,
  sealedSubjects,
  type SubjectKind,
} from './subjects.ts'

/** Canonical text of a content's open fields without the time of sealing. */
function textWithoutTime(open: Fields): string {
  const { at: _, ...statement } = open
  return fieldsText(statement)
}

/**
 * Seals the current facts of the rows with these subjects, with the time of sealing, unless the newest content states them already.
 * Runs in the transaction that changes the rows.
 */
async function sealRows(
  db: Db,
  services: SealingServices,
  tenantId: number,
  kind: SealedRowKind,
  subjects: ReadonlyMap<number, Uint8Array>,
): Promise<void> {
  const ids = [...subjects.keys()]
  const facts = await loadRowFacts(db, tenantId, kind, ids)
  const stored = await newestContents(db, tenantId, kind, ids)
  const at = new Date().toISOString()
  const changed = [...facts].filter(([id, { open }]) => {
    const before = stored.get(id)
    return !before || textWithoutTime(JSON.parse(before.open)) !== textWithoutTime(open)
  })
  const gone = ids.filter(id => stored.has(id) && !facts.has(id))
  if (gone.length > 0) await assertAsSealed(db, services, tenantId, compareRows(kind, gone))
  const contents = await storeContents(
    db,
    services,
    tenantId,
    changed.map(([id, { open, withheld }]) => ({
      kind,
      rowId: id,
      subject: subjects.get(id)!,
      statement: { open: { ...open, at }, withheld, personal: {} },
    })),
    compareRows(
      kind,
      changed.map(([id]) => id),
    ),
  )
  await queueEntries(
    db,
    services.secrets,
    tenantId,
    changed.map(([id], n) => ({ subject: subjects.get(id)!, content: contents[n]!.digest })),
  )
}

/** Seals rows that codes rely on from now on, and assigns subjects where they have none. */
async function sealSubjectRows(
  db: Db,
  services: SealingServices,
  tenantId: number,
  kind: SubjectKind,
  ids: readonly number[],
) {
  await sealRows(db, services, tenantId, kind, await ensureSubjects(db, tenantId, kind, ids))
}

/**
 * Seals a finished code request and everything that its codes rely on: batch, product, enterprise. Runs in the transaction
 * that finishes the request.
 */
export async function sealRequest(
  db: Db,
  services: SealingServices,
  tenantId: number,
  requestId: number,
): Promise<void> {
  const { batch, product, number } = await db.one<{ batch: number; product: number; number: number }>(sql`
    select b.id as batch, b.product_id as product, r.request_number as number
    from code_request r join batch b on b.tenant_id = ${tenantId} and b.id = r.batch_id
    where r.tenant_id = ${tenantId} and r.id = ${requestId}`)
  await sealSubjectRows(db, services, tenantId, 'enterprise', [tenantId])
  await sealSubjectRows(db, services, tenantId, 'product', [product])
  await ensureRecordsSubjects(db, tenantId, [batch])
  await sealSubjectRows(db, services, tenantId, 'batch', [batch])
  await ensureBlocksKeys(db, tenantId, [number])
  const subjects = await requestSubjects(services.secrets).ofRows([{ id: requestId, number }])
  await sealRows(db, services, tenantId, 'request', subjects)
}

/** Seals these finished requests again, by their numbers. Runs in the transaction that changes them. */
export async function resealRequests(
  db: Db,
  services: SealingServices,
  tenantId: number,
  numbers: readonly number[],
): Promise<void> {
  // Also a request that was sealed and seems unfinished since.
  const rows = await db.query<{ id: number; number: number }>(sql`
    select r.id, r.request_number as number from code_request r
    where r.tenant_id = ${tenantId} and r.request_number = any(${[...numbers]}) and (r.manifest_sha256 is not null
      or exists (select from sealed_content c where c.tenant_id = ${tenantId} and c.kind = 'request' and c.row_id = r.id)) order by r.id`)
  const subjects = await requestSubjects(services.secrets).ofRows(rows)
  await sealRows(db, services, tenantId, 'request', subjects)
}

/** Rows that may have changed. */
export interface ChangedRows {
  kind: SubjectKind
  ids: readonly number[]
  /** The rows contain the reason of this change. Otherwise their reason belongs to an earlier change and is cleared. */
  hasNewReason?: boolean
}

/** Seals again those of these rows that were sealed before and have changed since. Runs in the transaction that changes them. */
export async function resealRows(
  db: Db,
  services: SealingServices,
  tenantId: number,
  { kind, ids, hasNewReason = false }: ChangedRows,
): Promise<void> {
  const subjects = await sealedSubjects(db, tenantId, kind, ids)
  await assertNeverSealed(
    db,
    tenantId,
    kind,
    ids.filter(id => !subjects.has(id)),
  )
  if (subjects.size === 0) return
  if (!hasNewReason && kind !== 'enterprise') await clearReasons(db, tenantId, kind, [...subjects.keys()])
  await sealRows(db, services, tenantId, kind, subjects)
}

/** Clears the reason of an earlier change from rows that have changed again. */
async function clearReasons(
  db: Db,
  tenantId: number,
  kind: 'product' | 'batch',
  ids: readonly number[],
): Promise<void> {
  const facts = await loadRowFacts(db, tenantId, kind, ids)
  const stored = await newestContents(db, tenantId, kind, ids)
  const textWithoutReason = ({ reason: _, ...open }: Fields) => textWithoutTime(open)
  const changed = [...facts].filter(([id, { open }]) => {
    const before = stored.get(id)
    return before && textWithoutReason(JSON.parse(before.open)) !== textWithoutReason(open)
  })
  await db.execute(sql`
    update ${identifier(kind)} set change_reason = null
    where tenant_id = ${tenantId} and id = any(${changed.map(([id]) => id)}) and change_reason is not null`)
}
