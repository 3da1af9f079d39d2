import type { Language, Permission } from '@timbermark/contract'
import { packCodes, unpackCodes } from '@timbermark/contract/calls'
import type { ParsedBodyOf } from '@timbermark/contract'
import { countSerials } from '@timbermark/codes'
import type { Actor } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { type Call, type RouteSpec, serve } from '../../../platform/http/http.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Services } from '../../../platform/services.ts'
import { assertMayAct } from '../directory/custody-chain.ts'
import { checkEventTime } from '../directory/check-event-time.ts'
import {
  type CodeRange,
  codeRange,
  rangesWithoutFact,
  rangesOfFact,
  type KnownCode,
  lockCodeRequests,
  rangeOfCode,
} from '../directory/range-facts.ts'
import { useLabels } from '../label-life/use-labels.ts'
import { checkLevels } from './check-levels.ts'
import { codeAt, type CodeSelection, openOwnCode, parseSelection } from '../directory/parse-codes.ts'
import {
  type CodeOf,
  isSameCode,
  type Link,
  link,
  loadLinksInParent,
  loadLinks,
  type CodeRef,
  assertNotPacked,
  endLinks,
} from './links.ts'
import { insertPacking } from './packing-row.ts'
import { assertBatchesOpen, assertRequestsInScope } from '../directory/codes-in-scope.ts'
import { sealPackings } from './seal-packing.ts'

/** The context of a packing. */
export interface PackingContext {
  services: Services
  db: Db
  actor: Actor
  language: Language
  /** The permission whose data scope applies; default `code:packing:pack`. */
  permission?: Permission
  /** The server's clock. */
  recordedAt: Date
}

const requestNumbers = (ranges: readonly CodeRange[]) => [...new Set(ranges.map(({ request }) => request))]

const toCodeRef = ({ entry, serial }: KnownCode): CodeRef => ({ request: entry.requestNumber, serial })

const codeNamer =
  (services: Services): CodeOf =>
  (request, serial) =>
    codeAt(services, request, serial)

/** Names a request by its first code among these ranges, for refusals about requests out of scope. */
const firstCodeNamer = (services: Services, ranges: readonly CodeRange[]) => (request: number) =>
  codeAt(services, request, ranges.find(range => range.request === request)!.from)

/** Packs codes into a package or container; moves codes from another parent when the call asks for it (`repack`). */
export async function pack(
  context: PackingContext,
  body: ParsedBodyOf<typeof packCodes>,
): Promise<{ id: number; packed: number; repacked: number }> {
  const { services, db, actor, language, recordedAt, permission = 'code:packing:pack' } = context
  checkEventTime(body.time, recordedAt)
  const parent = await openOwnCode(services, actor, body.parentCode)
  const { ranges, count } = await parseSelection(services, actor, language, body)
  await checkLevels(services, parent, ranges)
  const place = toCodeRef(parent)
  const named = firstCodeNamer(services, [...ranges, rangeOfCode(parent)])
  await assertRequestsInScope(db, actor, permission, [...requestNumbers(ranges), place.request], named)
  await assertBatchesOpen(db, actor.tenantId, requestNumbers(ranges))
  await lockCodeRequests(db, 'packing', ranges)
  const links = await loadLinks(db, actor.tenantId, ranges)
  const codeOf = codeNamer(services)
  // With `repack`, codes may come from another parent, but codes that are already in this parent are refused.
  const refused = body.repack ? links.filter(one => isSameCode(one.parent, place)) : links
  await assertNotPacked(ranges, refused, codeOf)
  if (links.length > 0 && !body.reason) throw new Refusal('code.repackReason')
  const at = new Date(body.time)
  const id = await insertPacking(db, actor, {
    action: links.length > 0 ? 'repack' : 'pack',
    parent: place,
    count,
    operator: body.operator,
    at,
    recordedAt,
    reason: body.reason || null,
  })
  await useLabels(context, [...ranges, rangeOfCode(parent)], 'packing')
  const by = { packingId: id, at }
  const repacked = links.length > 0 ? await endLinks(db, actor.tenantId, ranges, links, { ...by, codeOf }) : 0
  await link(db, actor.tenantId, ranges, place, by)
  await sealPackings(db, services, actor.tenantId, [id])
  return { id, packed: count, repacked }
}

/** Parses the codes to unpack: the named ones, or everything directly in the parent. */
async function parseLeavingCodes(
  { services, db, actor, language }: PackingContext,
  parent: KnownCode | undefined,
  selection: CodeSelection,
): Promise<CodeRange[]> {
  if (!parent || selection.codes.length + selection.ranges.length > 0)
    return (await parseSelection(services, actor, language, selection)).ranges
  const links = await loadLinksInParent(db, actor.tenantId, toCodeRef(parent))
  if (links.length === 0) throw new Refusal('code.nothingInside', { code: parent.code })
  return links.map(one => codeRange(one.request, one))
}

/** Checks that all codes are packed, and in the named parent when there is one. @throws Refusal code.notPacked, code.notInThere */
async function assertPacked(
  ranges: readonly CodeRange[],
  links: readonly Link[],
  parent: CodeRef | undefined,
  codeOf: CodeOf,
): Promise<void> {
  const free = rangesWithoutFact(ranges, links)[0]
  if (free) throw new Refusal('code.notPacked', { code: await codeOf(free.request, free.from) })
  const elsewhere = parent && links.find(one => !isSameCode(one.parent, parent))
  if (!elsewhere) return
  throw new Refusal('code.notInThere', {
    code: await codeOf(elsewhere.request, rangesOfFact(elsewhere, ranges)[0]!.from),
    parent: await codeOf(parent.request, parent.serial),
  })
}

/** Unpacks codes. */
export async function unpack(
  context: PackingContext,
  body: ParsedBodyOf<typeof unpackCodes>,
): Promise<{ id: number; unpacked: number }> {
  const { services, db, actor, recordedAt } = context
  checkEventTime(body.time, recordedAt)
  const parent = body.parentCode ? await openOwnCode(services, actor, body.parentCode) : undefined
  const ranges = await parseLeavingCodes(context, parent, body)
  await assertRequestsInScope(
    db,
    actor,
    'code:packing:unpack',
    requestNumbers(ranges),
    firstCodeNamer(services, ranges),
  )
  await assertMayAct(services, db, actor.tenantId, ranges)
  await lockCodeRequests(db, 'packing', ranges)
  const links = await loadLinks(db, actor.tenantId, ranges)
  const codeOf = codeNamer(services)
  await assertPacked(ranges, links, parent && toCodeRef(parent), codeOf)
  const first = links[0]!.parent
  const at = new Date(body.time)
  const id = await insertPacking(db, actor, {
    action: 'unpack',
    parent: links.every(one => isSameCode(one.parent, first)) ? first : null,
    count: countSerials(ranges),
    operator: body.operator,
    at,
    recordedAt,
    reason: body.reason,
  })
  const unpacked = await endLinks(db, actor.tenantId, ranges, links, { packingId: id, at, codeOf })
  await sealPackings(db, services, actor.tenantId, [id])
  return { id, unpacked }
}

const runInTransaction = <T>(
  { services, actor, language }: Pick<Call, 'services' | 'actor' | 'language'>,
  work: (context: PackingContext) => Promise<T>,
) => services.database.withTenant(actor.tenantId, db => work({ services, db, actor, language, recordedAt: new Date() }))

export const packRoutes: RouteSpec[] = [
  serve(packCodes, call => runInTransaction(call, context => pack(context, call.body))),
  serve(unpackCodes, call => runInTransaction(call, context => unpack(context, call.body))),
]
