import { activateCodes, listActivations, retryActivation } from '@timbermark/contract/calls'
import {
  checkField,
  type Issue,
  isEan,
  type MiniVersion,
  platformProductFields,
  platformRequest,
} from '@timbermark/contract'
import { lockRow } from '../../entity/write.ts'
import { readOwn } from './parse-own-codes.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Db, Row } from '../../platform/database/database.ts'
import { type RouteSpec, serve } from '../../platform/http/http.ts'
import { assertValid, invalid, Refusal } from '../../platform/refusal.ts'
import { sql } from '../../platform/database/sql.ts'
import { accountRow, openAccount } from './account.ts'
import { orderActivation } from './activate.ts'
import type { Product } from './marketcode.ts'

/** Product data for the platform: from the body, else the request, else the account's own mini-program. */
async function productOf(db: Db, actor: Actor, row: Row, body: Readonly<Record<string, unknown>>): Promise<Product> {
  const account = await accountRow(db, actor.tenantId)
  const value = (field: string) => {
    const text = typeof body[field] === 'string' ? (body[field] as string).trim() : ''
    return text || String(row[field] ?? '') || (field === 'miniAppId' ? (account?.mini_app_id ?? '') : '')
  }
  const product = Object.fromEntries(platformProductFields.map(field => [field, value(field)]))
  const issues = platformProductFields.flatMap((field): Issue[] => {
    const issue = checkField(field, { ...platformRequest.fields[field], required: true }, product[field])
    return issue ? [issue] : []
  })
  if (!isEan(product.productCode!)) issues.push({ field: 'productCode', error: 'wechat.ean' })
  assertValid(issues)
  return product as unknown as Product
}

/** @throws Refusal wechat.range */
function assertRange(from: number, to: number, count: number): void {
  if (from >= 0 && from <= to && to < count) return
  const params = { last: count - 1 }
  throw invalid([{ field: from < 0 || from >= count ? 'from' : 'to', error: 'wechat.range', params }])
}

export const activationRoutes: RouteSpec[] = [
  serve(listActivations, ({ services, actor, params }) =>
    services.database.withTenant(actor.tenantId, async db => {
      const id = Number(params.id)
      await readOwn(db, actor, id)
      return db.query<{
        id: number
        from: number
        to: number
        miniVersion: MiniVersion
        status: 'running' | 'active' | 'failed'
        done: number
        failure: string | null
        failureCode: number | null
        createdAt: Date
        activityName: string
        productBrand: string
        productTitle: string
        productCode: string
        miniAppId: string
        miniPath: string
      }>(sql`
        select id, lower(positions) as "from", upper(positions) - 1 as "to", activity_name as "activityName", product_brand as "productBrand",
          product_title as "productTitle", product_code as "productCode", mini_app_id as "miniAppId", mini_path as "miniPath",
          mini_version as "miniVersion", status, done, failure, failure_code as "failureCode", created_at as "createdAt"
        from platform_activation where tenant_id = ${actor.tenantId} and platform_request_id = ${id} order by lower(positions)`)
    }),
  ),
  serve(activateCodes, ({ services, actor, params, body }) =>
    services.database.withTenant(actor.tenantId, async db => {
      const request = Number(params.id)
      const row = await lockRow(db, platformRequest, actor, request, 'activate')
      if (row.status !== 'completed' && row.status !== 'downloaded') throw new Refusal('wechat.notFetched')
      const { from, to } = body
      assertRange(from, to, Number(row.count))
      await openAccount(db, services.secrets, actor.tenantId)
      const product = await productOf(db, actor, row, body)
      const positions = sql`int4range(${from}, ${to}, '[]')`
      // An activation that failed before its first piece is replaced by a new one.
      await db.execute(sql`
        delete from platform_activation
        where tenant_id = ${actor.tenantId} and platform_request_id = ${request} and status = 'failed' and done = 0 and positions && ${positions}`)
      const taken = await db.maybe<{ from: number; to: number }>(sql`
        select lower(positions) as "from", upper(positions) - 1 as "to" from platform_activation
        where tenant_id = ${actor.tenantId} and platform_request_id = ${request} and positions && ${positions} limit 1`)
      if (taken) throw new Refusal('wechat.rangeActivated', taken)
      const { id } = await db.one<{ id: number }>(sql`
        insert into platform_activation (tenant_id, platform_request_id, positions, activity_name, product_brand, product_title, product_code,
          mini_app_id, mini_path, mini_version, next_at, created_by)
        values (${actor.tenantId}, ${request}, ${positions}, ${product.activityName}, ${product.productBrand}, ${product.productTitle},
          ${product.productCode}, ${product.miniAppId}, ${product.miniPath}, ${product.miniVersion}, now(), ${actor.accountId}) returning id`)
      await orderActivation(services, db, { tenantId: actor.tenantId, id })
      return { id }
    }),
  ),
  serve(retryActivation, ({ services, actor, params }) =>
    services.database.withTenant(actor.tenantId, async db => {
      await lockRow(db, platformRequest, actor, Number(params.id), 'activate')
      await openAccount(db, services.secrets, actor.tenantId)
      const id = Number(params.activation)
      const again = await db.execute(sql`
        update platform_activation set status = 'running', failure = null, failure_code = null, next_at = now(), waits = 0
        where tenant_id = ${actor.tenantId} and platform_request_id = ${Number(params.id)} and id = ${id} and status = 'failed'`)
      if (again === 0) throw new Refusal('wechat.notStopped')
      await orderActivation(services, db, { tenantId: actor.tenantId, id })
    }),
  ),
]
