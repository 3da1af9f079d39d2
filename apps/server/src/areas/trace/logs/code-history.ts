import {
  channelCase,
  checkLog,
  permissionOf,
  scanLog,
  type StageKey,
  stageRecord,
  type StageType,
  type Texts,
} from '@timbermark/contract'
import { codeHistory, historyEntries, type CodeHistory } from '@timbermark/contract/calls'
import { stages } from '@timbermark/contract/stages'
import { nameIn } from '../../../entity/names.ts'
import { scopePredicate } from '../../../entity/scope.ts'
import { type Actor, hasPermission } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import { type RouteSpec, serve, type BeforeWire } from '../../../platform/http/http.ts'
import type { KnownCode } from '../../code/directory/range-facts.ts'
import { openCodeInScope } from '../../code/directory/code-in-scope.ts'
import { requestScope } from '../../code/directory/codes-in-scope.ts'
import { manyWrong } from '../limits/guess-limits.ts'
import { logEntriesInScope } from './log-scope.ts'

interface CodeFacts {
  requestName: string
  updateStage: StageKey
  stageType: StageType
  batchId: number
  batchNumber: string
  batchStatus: string
  productId: number
  productName: string
  texts: Texts
  rightChecks: number
  latelyWrong: number
}

/** Request, batch, product and counts of a code. Wrong checks of the last days are counted up to the number that raises a warning. */
function loadCodeFacts(db: Db, { entry, serial }: KnownCode): Promise<CodeFacts> {
  return db.one<CodeFacts>(sql`
    select r.name as "requestName", r.update_stage as "updateStage", r.stage_type as "stageType",
           b.id as "batchId", b.batch_number as "batchNumber", b.status as "batchStatus",
           p.id as "productId", p.name as "productName", p.name_texts as texts, coalesce(s.checks, 0) as "rightChecks",
           case when s.wrong_checks >= ${manyWrong.tries} then (
             select count(*)::int from (
               select from check_log l
               where l.tenant_id = ${entry.tenantId} and l.request_number = ${entry.requestNumber} and l.serial = ${serial} and not l.genuine
                 and l.checked_at > now() - ${manyWrong.days} * interval '1 day'
               limit ${manyWrong.tries}) w) else 0 end as "latelyWrong"
    from code_request r
    join batch b on b.tenant_id = ${entry.tenantId} and b.id = r.batch_id
    join product p on p.tenant_id = ${entry.tenantId} and p.id = b.product_id
    left join code_stat s on s.tenant_id = ${entry.tenantId} and s.request_number = r.request_number and s.serial = ${serial}
    where r.tenant_id = ${entry.tenantId} and r.id = ${entry.requestId}`)
}

type HistoryRecord = NonNullable<BeforeWire<CodeHistory>['records']>[number]

const stageKeys = stages.map(stage => stage.key)
const batchStageKeys = stages.filter(stage => stage.reach === 'batch').map(stage => stage.key)

/**
 * Per stage the record of this code, or else the last record of its batch when reports of the stage concern the whole batch.
 * Ranges are found by their first serial, at a few index look-ups per stage.
 */
export function loadHistoryRecords(
  db: Db,
  actor: Actor,
  { entry, serial }: KnownCode,
  batchId: number,
): Promise<HistoryRecord[]> {
  const scope = scopePredicate(actor, permissionOf(stageRecord, 'list'), {
    alias: 't',
    dept: 'dept_id',
    owner: 'created_by',
  })
  return db.query<HistoryRecord>(sql`
    select t.id, t.stage, t.happened_at as time, t.operator, t.document_code as "documentCode", t.version, t.flags <> '[]' as flagged,
           of_code.record_id is not null as named
    from unnest(${stageKeys}::text[]) s (stage)
    left join lateral (
      select case when upper(c.serials) > ${serial} then c.record_id end as record_id from stage_record_code c
      where c.tenant_id = ${actor.tenantId} and c.current and c.stage = s.stage and c.request_number = ${entry.requestNumber}
        and c.first_serial <= ${serial}
      order by c.first_serial desc limit 1) of_code on true
    left join lateral (
      select r.id from stage_record r
      where of_code.record_id is null and s.stage = any(${batchStageKeys}::text[])
        and r.tenant_id = ${actor.tenantId} and r.batch_id = ${batchId} and r.stage = s.stage and r.status = 'current'
      order by r.happened_at desc, r.id desc limit 1) of_batch on true
    join stage_record t on t.tenant_id = ${actor.tenantId} and t.id = coalesce(of_code.record_id, of_batch.id) and ${scope}
    order by t.happened_at, t.id`)
}

/** The last entries of a log about a code, newest first. */
function loadLastEntries<Entry extends object>(
  db: Db,
  actor: Actor,
  log: typeof scanLog | typeof checkLog,
  code: KnownCode,
): Promise<Entry[]> {
  const { requestNumber } = code.entry
  const last = (table: Sql, time: Sql, more: Sql) => sql`
    select ${time} as time, t.country, t.province, t.city, t.district ${more} from ${table} t
    where t.tenant_id = ${actor.tenantId} and t.request_number = ${requestNumber} and t.serial = ${code.serial}
      and ${logEntriesInScope(actor, permissionOf(log, 'list'))}
    order by ${time} desc limit ${historyEntries}`
  return db.query<Entry>(
    log === scanLog
      ? last(sql`scan_log`, sql`t.scanned_at`, sql``)
      : last(sql`check_log`, sql`t.checked_at`, sql`, t.genuine`),
  )
}

type HistoryCase = NonNullable<BeforeWire<CodeHistory>['cases']>[number]

/** Cases about the code itself, and cases about a dealer's codes at a place that have visits of this code as evidence. */
function loadCases(db: Db, actor: Actor, { entry, serial }: KnownCode): Promise<HistoryCase[]> {
  const scope = scopePredicate(actor, permissionOf(channelCase, 'list'), {
    alias: 't',
    dept: 'dept_id',
    owner: 'created_by',
  })
  const same = (alias: Sql) => sql`
    ${alias}.tenant_id = ${actor.tenantId} and ${alias}.request_number = ${entry.requestNumber} and ${alias}.serial = ${serial}`
  return db.query<HistoryCase>(sql`
    select t.id, t.kind, t.status, t.first_at as "firstAt", t.last_at as "lastAt", t.note
    from channel_case t
    where t.tenant_id = ${actor.tenantId} and ${scope} and t.id in (
      select c.id from channel_case c where ${same(sql`c`)}
      union select v.case_id from case_visit v where ${same(sql`v`)})
    order by t.last_at desc, t.id desc limit ${historyEntries}`)
}

type HistoryStep = NonNullable<BeforeWire<CodeHistory>['certification']>[number]

function loadSteps(db: Db, actor: Actor, { entry, serial }: KnownCode): Promise<HistoryStep[]> {
  return db.query<HistoryStep>(sql`
    select s.id, s.action, s.state, s.operator, s.enterprise_name as "enterpriseName", s.reason, s.recorded_at as "recordedAt"
    from certification_step s
    join code_request r on r.tenant_id = ${actor.tenantId} and r.request_number = s.request_number
    where s.tenant_id = ${actor.tenantId} and s.request_number = ${entry.requestNumber}
      and s.serials && ${`[${serial},${serial}]`}::int4range and ${requestScope(actor, certificationList)}
    order by s.recorded_at desc, s.id desc limit ${historyEntries}`)
}

const certificationList = 'certification:authorization:list'

function warningsOf(
  { entry }: KnownCode,
  facts: CodeFacts,
  records: readonly HistoryRecord[],
): CodeHistory['warnings'] {
  return [
    ...(facts.latelyWrong >= manyWrong.tries ? (['manyWrongChecks'] as const) : []),
    ...(facts.rightChecks > 1 ? (['checkedAgain'] as const) : []),
    ...(records.some(({ flagged, named }) => flagged && named) ? (['flaggedRecord'] as const) : []),
    ...(entry.enterpriseActive ? [] : (['ownerInactive'] as const)),
  ]
}

export const codeHistoryRoutes: RouteSpec[] = [
  serve(codeHistory, async call => {
    const { services, actor, params, language } = call
    return services.database.withTenant(actor.tenantId, async db => {
      const code = await openCodeInScope(db, call, params.code ?? '')
      const facts = await loadCodeFacts(db, code)
      const mayList = (listed: typeof stageRecord | typeof scanLog | typeof checkLog) =>
        hasPermission(actor, permissionOf(listed, 'list'))
      const records = mayList(stageRecord) ? await loadHistoryRecords(db, actor, code, facts.batchId) : null
      return {
        request: {
          id: code.entry.requestId,
          name: facts.requestName,
          updateStage: facts.updateStage,
          stageType: facts.stageType,
        },
        batch: { id: facts.batchId, batchNumber: facts.batchNumber, status: facts.batchStatus },
        product: { id: facts.productId, name: nameIn(language, facts.productName, facts.texts) },
        records,
        scans: mayList(scanLog) ? await loadLastEntries(db, actor, scanLog, code) : null,
        cases: hasPermission(actor, permissionOf(channelCase, 'list')) ? await loadCases(db, actor, code) : null,
        certification: hasPermission(actor, certificationList) ? await loadSteps(db, actor, code) : null,
        checks: mayList(checkLog) ? await loadLastEntries(db, actor, checkLog, code) : null,
        warnings: warningsOf(code, facts, records ?? []),
      }
    })
  }),
]
