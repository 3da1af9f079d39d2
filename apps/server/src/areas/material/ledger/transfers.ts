import {
  checkField,
  type Issue,
  type ParsedBodyOf,
  permissionOf,
  transfer,
  transferredVolume,
  transfers,
  type WoodForm,
} from '@timbermark/contract'
import { addTransfer, transferLines, transferSources, transferTargets } from '@timbermark/contract/calls'
import { decimalText, add as sum, parseDecimal } from '@timbermark/material'
import { parseWholeNumber, readingOf } from '../../../entity/read-rows.ts'
import { scopePredicate } from '../../../entity/scope.ts'
import { rowsInScope } from '../../../entity/tenant-rows.ts'
import { transitionRoutes } from '../../../entity/transitions.ts'
import { viewRoutes } from '../../../entity/view-routes.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { insertRows } from '../../../platform/database/insert-rows.ts'
import { containsText, currentTenant, type Sql, sql } from '../../../platform/database/sql.ts'
import { type Call, type RouteSpec, serve } from '../../../platform/http/http.ts'
import type { Services } from '../../../platform/services.ts'
import { resealRows } from '../../ledger/sealing/seal-rows.ts'
import { wordsInAllLanguages } from '../../../entity/dictionary.ts'
import { assertValid, invalid, Refusal } from '../../../platform/refusal.ts'
import { postTransfer, reverseTransfer, type TransferLine } from './post-transfer.ts'

/** Transfers from a batch that is recalled now, to one that is not. */
const givenByRecalled = sql`t.id in (
  select l.transfer_id from recall r
  join material_transfer_line l on l.tenant_id = ${currentTenant} and l.from_batch_id = r.batch_id
  where r.tenant_id = ${currentTenant} and r.status = 'standing' and not exists (
    select from recall o where o.tenant_id = ${currentTenant} and o.batch_id = l.to_batch_id and o.status = 'standing'))`

export const transferReading = readingOf(transfers, {
  columns: {
    volume: sql`trim_scale(t.volume)`,
    lines: sql`(select count(*)::int from material_transfer_line l where l.tenant_id = ${currentTenant} and l.transfer_id = t.id)`,
    createTime: sql`t.created_at`,
  },
  search: {
    recalled: filter => {
      if (filter !== 'true' && filter !== 'false') throw invalid([{ field: 'recalled', error: 'notOneOf' }])
      return filter === 'true' ? givenByRecalled : sql`not ${givenByRecalled}`
    },
    batchId: id => sql`exists (
      select from material_transfer_line l
      where l.tenant_id = ${currentTenant} and l.transfer_id = t.id
        and ${parseWholeNumber('batchId', id)}::bigint in (l.from_batch_id, l.to_batch_id))`,
  },
})

/** Batches `b` whose wood the actor may transfer. */
const batchesInScope = (actor: Actor): Sql =>
  sql`(b.tenant_id = ${actor.tenantId} and ${scopePredicate(actor, permissionOf(transfer, 'add'), {
    alias: 'b',
    dept: 'dept_id',
    owner: 'created_by',
  })})`

/** Whether wood can come into the batch: it is in use, and its wood is accounted for here. */
const takesWood = (tenantId: number): Sql => sql`(b.status in ('draft', 'active') and not ${isOfPartner(tenantId)})`

/** A batch that a partner made for its reports: the wood is in the account of its holder. */
const isOfPartner = (tenantId: number): Sql =>
  sql`exists (select from code_request q where q.tenant_id = ${tenantId} and q.batch_id = b.id and q.origin = 'invited')`

const isRecalled = (tenantId: number): Sql =>
  sql`exists (select from recall r where r.tenant_id = ${tenantId} and r.batch_id = b.id and r.status = 'standing')`

interface TransferBatch {
  id: number
  number: string
  isVoided: boolean
  takesWood: boolean
  isRecalled: boolean
}

/** Locks the batches of a transfer against a change of state. */
async function lockBatches(db: Db, actor: Actor, ids: readonly number[]): Promise<Map<number, TransferBatch>> {
  const rows = await db.query<TransferBatch>(sql`
    select b.id, b.batch_number as number, b.status = 'voided' as "isVoided", ${takesWood(actor.tenantId)} as "takesWood",
      ${isRecalled(actor.tenantId)} as "isRecalled"
    from batch b where ${batchesInScope(actor)} and b.id = any(${[...new Set(ids)]}) order by b.id for key share of b`)
  return new Map(rows.map(row => [row.id, row]))
}

type Body = ParsedBodyOf<typeof addTransfer>

/** What is wrong with the lines beyond the amount of wood. */
function checkLines({ lines }: Body, batches: ReadonlyMap<number, TransferBatch>): Issue[] {
  const issues: Issue[] = []
  const known = new Set<string>()
  for (const [n, line] of lines.entries()) {
    const place = `lines.${n}`
    const from = batches.get(line.fromBatchId)
    const to = batches.get(line.toBatchId)
    const key = [line.fromBatchId, line.toBatchId, line.species, line.form].join(' ')
    if (!from) issues.push({ field: `${place}.fromBatchId`, error: 'referenceMissing' })
    else if (from.isVoided) issues.push({ field: `${place}.fromBatchId`, error: 'referenceDisabled' })
    else if (from.isRecalled)
      issues.push({ field: `${place}.fromBatchId`, error: 'material.transferRecalled', params: { batch: from.number } })
    if (!to) issues.push({ field: `${place}.toBatchId`, error: 'referenceMissing' })
    else if (from === to) issues.push({ field: `${place}.toBatchId`, error: 'material.transferSame' })
    else if (!to.takesWood)
      issues.push({ field: `${place}.toBatchId`, error: 'material.transferTarget', params: { batch: to.number } })
    const volume = checkField(`${place}.volume`, transferredVolume, line.volume)
    if (volume) issues.push(volume)
    if (known.has(key)) issues.push({ field: `${place}.fromBatchId`, error: 'material.transferTwice' })
    known.add(key)
  }
  return issues
}

/** The batches as a list names them: `A + B → C`. */
function nameBatches(lines: readonly TransferLine[], batches: ReadonlyMap<number, TransferBatch>): string {
  const names = (ids: readonly number[]) => [...new Set(ids)].map(id => batches.get(id)!.number).join(' + ')
  const text = `${names(lines.map(({ from }) => from))} → ${names(lines.map(({ to }) => to))}`
  return text.length > 200 ? `${text.slice(0, 199)}…` : text
}

/** Transfers wood between batches. @throws Refusal invalid, with the line and what is wrong with it */
export function addWoodTransfer(
  { services, actor }: Pick<Call, 'services' | 'actor'>,
  body: Body,
): Promise<{ id: number }> {
  const { tenantId, accountId } = actor
  const wrongTime = checkField('happenedAt', transfer.fields.happenedAt, body.happenedAt)
  return services.database.withTenant(tenantId, async db => {
    const ids = body.lines.flatMap(line => [line.fromBatchId, line.toBatchId])
    const batches = await lockBatches(db, actor, ids)
    assertValid([...(wrongTime ? [wrongTime] : []), ...checkLines(body, batches)])
    const lines = body.lines.map(
      ({ fromBatchId, toBatchId, volume, ...wood }): TransferLine => ({
        ...wood,
        from: fromBatchId,
        to: toBatchId,
        volume: parseDecimal(volume.trim())!,
      }),
    )
    const happenedAt = new Date(body.happenedAt)
    const { id } = await db.one<{ id: number }>(sql`
      insert into material_transfer (tenant_id, dept_id, batches, volume, happened_at, remark, created_by, updated_by)
      values (${tenantId}, ${actor.deptId}, ${nameBatches(lines, batches)}, ${decimalText(sum(...lines.map(({ volume }) => volume)))},
        ${happenedAt}, ${body.remark || null}, ${accountId}, ${accountId})
      returning id`)
    const words = await wordsInAllLanguages(
      db,
      lines.map(({ species }) => ({ dict: 'tree_species', value: species })),
    )
    await insertRows(
      db,
      'material_transfer_line',
      lines.map(({ from, to, species, form, volume }) => ({
        tenant_id: tenantId,
        transfer_id: id,
        from_batch_id: from,
        to_batch_id: to,
        species,
        form,
        species_words: JSON.stringify(words.get('tree_species')?.get(species) ?? species),
        volume: decimalText(volume),
      })),
    )
    await postTransfer(db, tenantId, { id, happenedAt, createdBy: accountId }, lines)
    await sealTargets(db, services, tenantId, id)
    return { id }
  })
}

/** What a batch contains of others is public: it is sealed with the batch. */
async function sealTargets(db: Db, services: Services, tenantId: number, id: number): Promise<void> {
  const rows = await db.query<{ id: number }>(sql`
    select distinct to_batch_id as id from material_transfer_line where tenant_id = ${tenantId} and transfer_id = ${id} order by 1`)
  await resealRows(db, services, tenantId, { kind: 'batch', ids: rows.map(row => row.id) })
}

const reversalRoutes = transitionRoutes(transfer, {
  reverse: {
    async effect(db, actor, row, { services, language }) {
      const id = Number(row.id)
      await db.execute(
        sql`update material_transfer set reversed_at = now() where tenant_id = ${actor.tenantId} and id = ${id}`,
      )
      const facts = { id, happenedAt: new Date(String(row.happenedAt)), createdBy: actor.accountId }
      await reverseTransfer({ db, language }, actor.tenantId, facts)
      await sealTargets(db, services, actor.tenantId, id)
    },
  },
})

interface LineRow {
  from: { id: number; number: string }
  to: { id: number; number: string }
  species: string
  form: Exclude<WoodForm, 'residue'>
  volume: string
}

/** Transfers of wood between batches of one enterprise. */
export const transferRoutes: RouteSpec[] = [
  ...viewRoutes(transferReading, { summary: 'Transfers of wood between batches, newest first' }),
  serve(transferSources, ({ services, actor, query }) =>
    services.database.withTenant(actor.tenantId, db =>
      db.query<Omit<LineRow, 'from' | 'to'> & { batch: LineRow['from'] }>(sql`
        select json_build_object('id', b.id, 'number', b.batch_number) as batch, m.species, m.form, trim_scale(m.volume) as volume
        from material_balance m join batch b on ${batchesInScope(actor)} and b.id = m.batch_id
        where m.tenant_id = ${actor.tenantId} and m.species <> '' and m.form <> 'residue' and m.volume > 0
          and b.status <> 'voided' and ${query.search ? containsText(sql`b.batch_number`, query.search) : sql`true`}
        order by b.id desc, m.form, m.species limit 50`),
    ),
  ),
  serve(transferTargets, ({ services, actor, query }) =>
    services.database.withTenant(actor.tenantId, db =>
      db.query<{ id: number; label: string; disabled: boolean }>(sql`
        select b.id, b.batch_number as label, false as disabled from batch b
        where ${batchesInScope(actor)} and ${takesWood(actor.tenantId)}
          and ${query.search ? containsText(sql`b.batch_number`, query.search) : sql`true`}
        order by b.id desc limit 50`),
    ),
  ),
  serve(addTransfer, call => addWoodTransfer(call, call.body)),
  serve(transferLines, ({ services, actor, params }) =>
    services.database.withTenant(actor.tenantId, async db => {
      const id = Number(params.id)
      const row = await db.maybe<{ remark: string | null; reason: string | null; reversedAt: Date | null }>(sql`
        select t.remark, t.reason, t.reversed_at as "reversedAt" from material_transfer t
        where t.tenant_id = ${actor.tenantId} and t.id = ${id} and ${rowsInScope(transfer, actor, 'list')}`)
      if (!row) throw new Refusal('notFound')
      const lines = await db.query<LineRow>(sql`
        select json_build_object('id', l.from_batch_id, 'number', f.batch_number) as "from",
          json_build_object('id', l.to_batch_id, 'number', o.batch_number) as "to", l.species, l.form, trim_scale(l.volume) as volume
        from material_transfer_line l
        join batch f on f.tenant_id = ${actor.tenantId} and f.id = l.from_batch_id
        join batch o on o.tenant_id = ${actor.tenantId} and o.id = l.to_batch_id
        where l.tenant_id = ${actor.tenantId} and l.transfer_id = ${id} order by l.id`)
      return { lines, remark: row.remark, reason: row.reason, reversedAt: row.reversedAt?.toISOString() ?? null }
    }),
  ),
  ...reversalRoutes,
]
