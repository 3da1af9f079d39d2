import type { Language, Permission } from '@timbermark/contract'
import { packCodes, unpackCodes } from '@timbermark/contract/calls'
import type { ParsedBodyOf } from '@timbermark/contract'
import { countSerials } from '@timbermark/codes'
import type { Actor } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { type Call, type RouteSpec, serve } from '../../../platform/http/http.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Services } from '../../../platform/services.ts'
import { checkHappened } from '../directory/happened.ts'
import { type CodeRange, codeRange, freeOf, heldBy, type KnownCode, waitForTurn } from '../directory/range-facts.ts'
import { checkLevels, codeAt, type Given, ownCode, readGiven } from './parse-codes.ts'
import { type CodeOf, isSame, type Link, link, linksIn, linksOf, type Place, refusePacked, unlink } from './links.ts'
import { addPacking } from './packing-row.ts'
import { assertBatchesOpen, assertInReach } from './codes-in-scope.ts'
import { sealPackings } from './seal-packing.ts'

/** Who packs, and with what. */
export interface Scene {
  services: Services
  db: Db
  actor: Actor
  language: Language
  /** The right by which he packs, with its reach; `code:packing:pack` unless told. */
  right?: Permission
  /** The server's clock. */
  recordedAt: Date
}

const requestsOf = (ranges: readonly CodeRange[]) => [...new Set(ranges.map(({ request }) => request))]

const placeOf = ({ entry, serial }: KnownCode): Place => ({ request: entry.requestNumber, serial })

const codesOf =
  (services: Services): CodeOf =>
  (request, serial) =>
    codeAt(services, request, serial)

/** The first of these codes by its request, to name a request that is out of reach by. */
const firstOf = (services: Services, ranges: readonly CodeRange[]) => (request: number) =>
  codeAt(services, request, ranges.find(range => range.request === request)!.from)

/** Puts codes into a package or container; those that are in another one leave it when the packer says so. */
export async function pack(
  scene: Scene,
  body: ParsedBodyOf<typeof packCodes>,
): Promise<{ id: number; packed: number; repacked: number }> {
  const { services, db, actor, language, recordedAt, right = 'code:packing:pack' } = scene
  checkHappened(body.time, recordedAt)
  const parent = await ownCode(services, actor, body.parentCode)
  const { ranges, count } = await readGiven(services, actor, language, body)
  checkLevels(services, parent, ranges)
  const place = placeOf(parent)
  const named = firstOf(services, [...ranges, codeRange(place.request, { from: place.serial, to: place.serial + 1 })])
  await assertInReach(db, actor, right, [...requestsOf(ranges), place.request], named)
  await assertBatchesOpen(db, actor.tenantId, requestsOf(ranges))
  await waitForTurn(db, 'packing', ranges)
  const held = await linksOf(db, actor.tenantId, ranges)
  const codeOf = codesOf(services)
  // Whoever says that codes come from elsewhere need not be told so, but what is in there already does not go in again.
  const refused = body.repack ? held.filter(one => isSame(one.parent, place)) : held
  refusePacked(ranges, refused, codeOf)
  if (held.length > 0 && !body.reason) throw new Refusal('code.repackReason')
  const at = new Date(body.time)
  const id = await addPacking(db, actor, {
    action: held.length > 0 ? 'repack' : 'pack',
    parent: place,
    count,
    operator: body.operator,
    at,
    recordedAt,
    reason: body.reason || null,
  })
  const by = { packingId: id, at }
  const repacked = held.length > 0 ? await unlink(db, actor.tenantId, ranges, held, by, codeOf) : 0
  await link(db, actor.tenantId, ranges, place, by)
  await sealPackings(db, services.secrets, actor.tenantId, [id])
  return { id, packed: count, repacked }
}

/** What is to come out: what is named, or all that is directly in the parent. */
async function readLeaving(
  { services, db, actor, language }: Scene,
  parent: KnownCode | undefined,
  given: Given,
): Promise<CodeRange[]> {
  if (!parent || given.codes.length + given.ranges.length > 0)
    return (await readGiven(services, actor, language, given)).ranges
  const links = await linksIn(db, actor.tenantId, placeOf(parent))
  if (links.length === 0) throw new Refusal('code.nothingInside', { code: parent.code })
  return links.map(one => codeRange(one.request, one))
}

/** Are all of them in something, and in the parent when one is named? */
function checkLeaving(
  ranges: readonly CodeRange[],
  links: readonly Link[],
  parent: Place | undefined,
  codeOf: CodeOf,
): void {
  const free = freeOf(ranges, links)[0]
  if (free) throw new Refusal('code.notPacked', { code: codeOf(free.request, free.from) })
  const elsewhere = parent && links.find(one => !isSame(one.parent, parent))
  if (!elsewhere) return
  throw new Refusal('code.notInThere', {
    code: codeOf(elsewhere.request, heldBy(elsewhere, ranges)[0]!.from),
    parent: codeOf(parent.request, parent.serial),
  })
}

/** Takes codes out of what they are in. */
export async function unpack(
  scene: Scene,
  body: ParsedBodyOf<typeof unpackCodes>,
): Promise<{ id: number; unpacked: number }> {
  const { services, db, actor, recordedAt } = scene
  checkHappened(body.time, recordedAt)
  const parent = body.parentCode ? await ownCode(services, actor, body.parentCode) : undefined
  const ranges = await readLeaving(scene, parent, body)
  await assertInReach(db, actor, 'code:packing:unpack', requestsOf(ranges), firstOf(services, ranges))
  await waitForTurn(db, 'packing', ranges)
  const links = await linksOf(db, actor.tenantId, ranges)
  const codeOf = codesOf(services)
  checkLeaving(ranges, links, parent && placeOf(parent), codeOf)
  const first = links[0]!.parent
  const at = new Date(body.time)
  const id = await addPacking(db, actor, {
    action: 'unpack',
    parent: links.every(one => isSame(one.parent, first)) ? first : null,
    count: countSerials(ranges),
    operator: body.operator,
    at,
    recordedAt,
    reason: body.reason,
  })
  const unpacked = await unlink(db, actor.tenantId, ranges, links, { packingId: id, at }, codeOf)
  await sealPackings(db, services.secrets, actor.tenantId, [id])
  return { id, unpacked }
}

const inTransaction = <T>(
  { services, actor, language }: Pick<Call, 'services' | 'actor' | 'language'>,
  work: (scene: Scene) => Promise<T>,
) => services.database.withTenant(actor.tenantId, db => work({ services, db, actor, language, recordedAt: new Date() }))

export const packRoutes: RouteSpec[] = [
  serve(packCodes, call => inTransaction(call, scene => pack(scene, call.body))),
  serve(unpackCodes, call => inTransaction(call, scene => unpack(scene, call.body))),
]
