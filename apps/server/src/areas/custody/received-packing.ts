import { randomBytes } from 'node:crypto'
import { maxHandedPackings } from '@timbermark/contract/calls'
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/database/database.ts'
import { insertRows } from '../../platform/database/insert-rows.ts'
import { rangesAsRows, rowsInRanges } from '../code/directory/range-facts.ts'
import { sql } from '../../platform/database/sql.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Services } from '../../platform/services.ts'
import type { CodeRef } from '../code/packing/links.ts'
import { sealPackings } from '../code/packing/seal-packing.ts'
import type { ReceivedRange } from './receiving-batch.ts'

interface PackedRange {
  request: number
  from: number
  to: number
  parentRequest: number
  parentSerial: number
}

/** A code of the giver as the receiver knows it; undefined when it was not received. */
function toReceived(received: readonly ReceivedRange[], request: number, serial: number): CodeRef | undefined {
  const range = received.find(({ source }) => source.request === request && source.from <= serial && serial < source.to)
  return range && { request: range.request, serial: range.first + serial - range.source.from }
}

/**
 * Packs received codes as they came: what the giver had packed in a package that was received with it is in that package for the
 * receiver too. One packing for each package, all of them in two statements.
 * @throws Refusal code.tooManyPacked
 */
export async function copyPacking(
  { services, db, actor }: { services: Services; db: Db; actor: Actor },
  giver: number,
  received: readonly ReceivedRange[],
  at: Date,
): Promise<void> {
  const links = await db.query<PackedRange>(sql`
    select l.request_number as request, lower(l.serials * g.serials) as "from", upper(l.serials * g.serials) as "to",
      l.parent_request as "parentRequest", l.parent_serial as "parentSerial"
    from ${rangesAsRows(received.map(({ source }) => source))} cross join ${rowsInRanges('code_link', giver)} l
    order by 4, 5, 1, 2`)
  const packed = links.flatMap(({ request, from, to, parentRequest, parentSerial }) => {
    const parent = toReceived(received, parentRequest, parentSerial)
    const first = toReceived(received, request, from)
    return parent && first ? [{ request: first.request, from: first.serial, to: first.serial + to - from, parent }] : []
  })
  const byParent = Map.groupBy(packed, ({ parent }) => `${parent.request}/${parent.serial}`)
  if (byParent.size === 0) return
  if (byParent.size > maxHandedPackings) throw new Refusal('code.tooManyPacked', { max: maxHandedPackings })
  const groups = [...byParent.values()]
  const rows = await insertRows<{ id: number; request: number; serial: number }>(
    db,
    'packing',
    groups.map(its => ({
      tenant_id: actor.tenantId,
      dept_id: actor.deptId,
      action: 'pack',
      parent_request: its[0]!.parent.request,
      parent_serial: its[0]!.parent.serial,
      code_count: its.reduce((sum, { from, to }) => sum + to - from, 0),
      operator: actor.nickName,
      happened_at: at,
      recorded_at: at,
      personal_salt: randomBytes(16),
      created_by: actor.accountId,
    })),
    sql`returning id, parent_request as request, parent_serial as serial`,
  )
  const packingOf = new Map(rows.map(({ id, request, serial }) => [`${request}/${serial}`, id]))
  await insertRows(
    db,
    'code_link',
    packed.map(({ request, from, to, parent }) => ({
      tenant_id: actor.tenantId,
      request_number: request,
      serials: `[${from},${to})`,
      parent_request: parent.request,
      parent_serial: parent.serial,
      packing_id: packingOf.get(`${parent.request}/${parent.serial}`)!,
      during: `[${at.toISOString()},)`,
    })),
  )
  await sealPackings(
    db,
    services,
    actor.tenantId,
    rows.map(({ id }) => id),
  )
}
