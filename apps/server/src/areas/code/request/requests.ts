import { addRequest } from '@timbermark/contract/calls'
import {
  batchStates,
  codeCount,
  codeRequest,
  codeRules,
  type CodeRule,
  firstOpenStage,
  isOpenTo,
  type RowOf,
  type StageKey,
  type StageType,
  isOneOf,
} from '@timbermark/contract'
import { stageByKey } from '@timbermark/contract/stages'
import { readingOf } from '../../../entity/read-rows.ts'
import { entityRoutes } from '../../../entity/routes.ts'
import { Lifecycle } from '../../../entity/transitions.ts'
import { viewRoutes } from '../../../entity/view-routes.ts'
import { addRow } from '../../../entity/write.ts'
import type { Actor } from '../../../platform/actor.ts'
import { assertSpeciesOf, type ProductSpecies } from './product-species.ts'
import { notifyDirectoryChange } from '../directory/code-directory.ts'
import type { Db, Row } from '../../../platform/database/database.ts'
import { type RouteSpec, serve } from '../../../platform/http/http.ts'
import { invalid, Refusal } from '../../../platform/refusal.ts'
import { currentTenant, sql } from '../../../platform/database/sql.ts'
import { queueCodeGeneration } from './generate-codes.ts'
import { claimRequestNumber } from '../../ledger/log/request-numbers.ts'
import { takeNewestKey } from '../../../platform/secrets/tenant-keys.ts'

/** Checks that the declaration cannot express: values of the platform's codes, an open stage, and a batch that takes codes. */
async function beforeWrite(db: Db, actor: Actor, body: Row, before: Row | undefined): Promise<void> {
  // Only an accepted offer makes one.
  const origin = body.origin ?? before?.origin
  if (origin === 'received' || origin === 'invited') throw invalid([{ field: 'origin', error: 'notOneOf' }])
  if (origin === 'foreign') {
    // The imported list sets the count; foreign codes have no security codes.
    Object.assign(body, { count: 0, codeRule: 'digits', securityLength: codeRules.digits.default })
  } else checkPlatformCodes(body, before)
  checkUpdateStage(
    (body.stageType ?? before?.stageType) as StageType,
    (body.updateStage ?? before?.updateStage) as StageKey,
  )
  const batch = await loadBatch(db, actor, body.batchId ?? before?.batchId)
  if (!batch) throw invalid([{ field: 'batchId', error: 'referenceMissing' }])
  assertTakesCodes(batch)
  assertSpeciesOf(batch, body.species ?? before?.species)
  if (before) await notifyDirectoryChange(db, { tenantId: actor.tenantId, requestId: before.id as number })
}

/** Every process forgets a request that is removed. */
const forgetRequest = (db: Db, actor: Actor, { id }: Row) =>
  notifyDirectoryChange(db, { tenantId: actor.tenantId, requestId: id as number })

/** Checks the count and the length of security codes, for codes of the platform. @throws Refusal invalid */
function checkPlatformCodes(body: Row, before: Row | undefined): void {
  const count = (body.count ?? before?.count) as number
  if (!Number.isInteger(count) || count < codeCount.min || count > codeCount.max || count % codeCount.step !== 0)
    throw invalid([{ field: 'count', error: 'code.count' }])
  const ruleName = (body.codeRule ?? before?.codeRule) as CodeRule
  const rule = codeRules[ruleName]
  const length = (body.securityLength ?? before?.securityLength) as number
  if (!Number.isInteger(length) || length < rule.min || length > rule.max)
    throw invalid([{ field: 'securityLength', error: 'code.securityLength', params: { min: rule.min, max: rule.max } }])
}

/** Rejects a proposed stage that is closed to the codes: nobody could report it. @throws Refusal invalid */
function checkUpdateStage(type: StageType, stage: StageKey): void {
  if (!isOpenTo(type, stage))
    throw invalid([
      { field: 'updateStage', error: 'code.updateStageClosed', params: { n: stageByKey(firstOpenStage[type]).order } },
    ])
}

type BatchOfCodes = ProductSpecies & { status: string }

/** The state of a batch, and the species of its product. */
const loadBatch = (db: Db, actor: Actor, id: unknown): Promise<BatchOfCodes | undefined> =>
  db.maybe<BatchOfCodes>(sql`
    select b.status, p.latin_genus as genus, p.latin_species as epithet
    from batch b join product p on p.tenant_id = ${actor.tenantId} and p.id = b.product_id
    where b.tenant_id = ${actor.tenantId} and b.id = ${id}`)

/** @throws Refusal catalog.batchState unless the batch takes codes */
function assertTakesCodes(batch: { status: string }): void {
  if (!isOneOf(batchStates.editable, batch.status)) throw new Refusal('catalog.batchState')
}

/** Checks what may have changed since the request was written. @throws Refusal catalog.batchState, invalid */
async function assertTakesThese(db: Db, actor: Actor, { batchId, species }: Row): Promise<void> {
  const batch = await loadBatch(db, actor, batchId)
  if (!batch) throw new Refusal('notFound')
  assertTakesCodes(batch)
  assertSpeciesOf(batch, species)
}

export const requestLifecycle = new Lifecycle(codeRequest, {
  takeList: { guard: assertTakesThese },
  submit: {
    async guard(db, actor, row) {
      if (row.origin === 'foreign') throw new Refusal('code.listDecides')
      await assertTakesThese(db, actor, row)
    },
    async effect(db, actor, { id }, { services }) {
      await db.execute(
        sql`
          update code_request
          set progress = 0, failure = null, submitted_by = ${actor.accountId}, submitted_at = now()
          where tenant_id = ${actor.tenantId} and id = ${id}`,
      )
      await queueCodeGeneration(services, db, { tenantId: actor.tenantId, id: Number(id) })
    },
  },
})

type RequestRow = RowOf<typeof codeRequest> & {
  sha256: string | null
  leaf: string | null
  ledgerIndex: number | null
  [column: string]: unknown
}

/** One request with its manifest and ledger entry. */
const requestDetail = readingOf(codeRequest, {
  joins: sql`
    left join lateral (
      select encode(s.digest, 'hex') as leaf, e.index from sealed_content s
      left join ledger_entry e on e.content = s.content
      where s.tenant_id = ${currentTenant} and s.kind = 'request' and s.row_id = t.id order by s.id limit 1) l
      on t.manifest_sha256 is not null`,
  more: sql`
    t.request_number as "requestNumber", t.manifest_sha256 as sha256, l.leaf, l.index as "ledgerIndex"`,
  toRows: (rows: RequestRow[]) =>
    rows.map(({ sha256, leaf, ledgerIndex, ...row }) => ({
      ...row,
      progress: Number(row.progress),
      manifest: sha256 === null ? null : { count: row.count, sha256, ledgerLeaf: leaf, ledgerIndex },
    })),
})

export const requestRoutes: RouteSpec[] = [
  ...entityRoutes(codeRequest, { beforeWrite, beforeRemove: forgetRequest, afterRestore: forgetRequest }, [
    'query',
    'add',
  ]),
  serve(addRequest, ({ services, actor, body }) =>
    services.database.withTenant(actor.tenantId, async db => {
      const id = await addRow(db, services.files, codeRequest, actor, body, { beforeWrite })
      await takeNewestKey(db, actor.tenantId, id)
      await claimRequestNumber(db, services.rollbackGuard, actor.tenantId, id)
      // By now the number is the one that it keeps.
      await notifyDirectoryChange(db, { tenantId: actor.tenantId, requestId: id })
      return { id }
    }),
  ),
  ...viewRoutes(requestDetail, {
    except: ['list', 'export'],
    summary: 'a code request with its progress and manifest',
  }),
  ...requestLifecycle.routes(),
]
