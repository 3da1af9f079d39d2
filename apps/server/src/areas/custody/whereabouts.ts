import { type CodeType, type Language, localizedText, type Texts } from '@timbermark/contract'
import { type Whereabouts, whereabouts } from '@timbermark/contract/calls'
import { stageByKey } from '@timbermark/contract/stages'
import { scopePredicate } from '../../entity/scope.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/database/database.ts'
import { identifier, sql } from '../../platform/database/sql.ts'
import { type BeforeWire, type RouteSpec, serve } from '../../platform/http/http.ts'
import { invalid, Refusal } from '../../platform/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { type CodeRange, codeRange } from '../code/directory/range-facts.ts'
import { certainNameOf } from '../place/certain-name.ts'
import { loadPlaces } from '../place/places.ts'
import { heldParts, type Part, partBefore, partsOfPartners, type Stay, walkCustody } from './custody-walk.ts'
import { loadHandedRanges } from './offered-ranges.ts'
import { type BatchGoods, loadPublicStages, type PublicStage } from './public-stages.ts'

type Answer = BeforeWire<Whereabouts>
type Counts = Answer['counts']
type LastStage = NonNullable<Answer['holders'][number]['last']>

/** Most companies, and holders, of one answer. */
const mostListed = 200

/** Before that nobody can have a code of the request. */
const isMade = (table: string) => sql`${identifier(table)}.status in ('completed', 'downloaded')`

const ownScope = (actor: Actor) =>
  scopePredicate(actor, 'custody:whereabouts:list', { alias: 't', dept: 'dept_id', owner: 'created_by' })

/** The goods that somebody asks about, as an enterprise knows them. */
interface Goods {
  goods: string
  tenantId: number
  ranges: CodeRange[]
}

/** The codes of a batch that the enterprise holds or held. Codes that it was only invited to report about are the holder's. @throws Refusal notFound */
async function loadBatchGoods(db: Db, actor: Actor, id: number): Promise<Goods> {
  const row = await db.maybe<{ goods: string }>(sql`
    select t.batch_number as goods from batch t where t.tenant_id = ${actor.tenantId} and t.id = ${id} and ${ownScope(actor)}`)
  if (!row) throw new Refusal('notFound')
  const requests = await db.query<{ request: number; count: number }>(sql`
    select request_number as request, count from code_request
    where tenant_id = ${actor.tenantId} and batch_id = ${id} and ${isMade('code_request')} and origin <> 'invited' and count > 0
    order by request_number`)
  return {
    goods: row.goods,
    tenantId: actor.tenantId,
    ranges: requests.map(({ request, count }) => codeRange(request, { from: 0, to: count })),
  }
}

/** The codes that were taken over by an offer; none unless it was accepted. @throws Refusal notFound */
async function loadOfferGoods(db: Db, actor: Actor, id: number): Promise<Goods> {
  const row = await db.maybe<{ goods: string; giver: number }>(sql`
    select t.goods, t.tenant_id as giver from custody_offer t
    where t.id = ${id} and ((t.tenant_id = ${actor.tenantId} and ${ownScope(actor)}) or t.receiver_tenant_id = ${actor.tenantId})`)
  if (!row) throw new Refusal('notFound')
  return { goods: row.goods, tenantId: row.giver, ranges: await loadHandedRanges(db, { giver: row.giver, id }) }
}

/** A request that goods are numbered in at a company. */
interface RequestRow {
  tenantId: number
  request: number
  batchId: number
  codeType: CodeType
  name: string
  texts: Texts
  /** Codes of the whole batch. */
  batchCodes: number
}

async function loadRequests(db: Db, stays: readonly Stay[]): Promise<Map<string, RequestRow>> {
  const wanted = [...new Map(stays.map(stay => [keyOf(stay), stay])).values()]
  const rows = await db.query<RequestRow>(sql`
    select r.tenant_id as "tenantId", r.request_number as request, r.batch_id as "batchId", r.code_type as "codeType", e.name,
      e.public_name_texts as texts,
      (select sum(o.count) from code_request o where o.tenant_id = g.tenant and o.batch_id = r.batch_id and ${isMade('o')})::bigint as "batchCodes"
    from unnest(${wanted.map(({ tenantId }) => tenantId)}::bigint[], ${wanted.map(({ request }) => request)}::int[]) as g (tenant, request)
    join code_request r on r.tenant_id = g.tenant and r.request_number = g.request
    join enterprise e on e.id = g.tenant`)
  return new Map(rows.map(row => [keyOf(row), row]))
}

const keyOf = ({ tenantId, request }: Pick<Part, 'tenantId' | 'request'>) => `${tenantId} ${request}`

const size = ({ from, to }: Part) => to - from

/** Goods on their way, with what is known of the requests that they are numbered in. */
class Journey {
  readonly stays: readonly Stay[]
  readonly #requests: ReadonlyMap<string, RequestRow>

  constructor(stays: readonly Stay[], requests: ReadonlyMap<string, RequestRow>) {
    this.#requests = requests
    // A request that was removed meanwhile has no public page either.
    this.stays = stays.filter(stay => requests.has(keyOf(stay)))
  }

  requestOf(part: Part): RequestRow {
    return this.#requests.get(keyOf(part))!
  }

  count(parts: readonly Part[]): Counts {
    const counts: Counts = { item: 0, package: 0, container: 0 }
    for (const part of parts) counts[this.requestOf(part).codeType] += size(part)
    return counts
  }

  /** Parts by the batches that they are of. */
  byBatch(parts: readonly Part[], until: Date | null): BatchGoods[] {
    const batches = Map.groupBy(
      parts.filter(part => this.#requests.has(keyOf(part))),
      part => `${part.tenantId} ${this.requestOf(part).batchId}`,
    )
    return [...batches.values()].map(its => {
      const { tenantId, batchId, batchCodes } = this.requestOf(its[0]!)
      const isWhole = its.reduce((sum, part) => sum + size(part), 0) === batchCodes
      return { tenantId, batchId, parts: its, isWhole, until }
    })
  }
}

const earliest = (moments: readonly (Date | null)[]): Date | null => {
  const known = moments.flatMap(moment => moment ?? [])
  return known.length < moments.length || known.length === 0 ? null : new Date(Math.min(...known.map(Number)))
}
const latest = (moments: readonly (Date | null)[]): Date | null => {
  const known = moments.flatMap(moment => moment ?? [])
  return known.length === 0 ? null : new Date(Math.max(...known.map(Number)))
}

interface CompanyStage extends PublicStage {
  tenantId: number
}

const newestOf = (stages: readonly CompanyStage[]): CompanyStage | undefined =>
  stages.toSorted((a, b) => Number(b.last) - Number(a.last) || stageByKey(b.stage).order - stageByKey(a.stage).order)[0]

/** Present holders with exactly what each holds. */
function presentHolders({ stays }: Journey) {
  const held = stays.flatMap(stay => heldParts(stay).map(part => ({ stay, part })))
  return [...Map.groupBy(held, ({ stay }) => stay.tenantId).values()]
    .map(its => ({ its, codes: its.reduce((sum, { part }) => sum + size(part), 0) }))
    .toSorted((a, b) => b.codes - a.codes)
    .map(({ its }) => its)
}

type HeldPart = ReturnType<typeof presentHolders>[number][number]

/**
 * The goods of a holder at each company on their way to it, the holder itself first: what it has not reported yet was last
 * reported by who had them before.
 */
function goodsOnTheWay(journey: Journey, its: readonly HeldPart[]): BatchGoods[][] {
  const levels: BatchGoods[][] = []
  let present = its.map(({ stay, part }) => ({ stay, part, until: null as Date | null }))
  while (present.length > 0) {
    const byMoment = Map.groupBy(present, ({ until }) => until?.getTime() ?? null)
    levels.push(
      [...byMoment.values()].flatMap(group =>
        journey.byBatch(
          group.flatMap(({ stay, part }) => [part, ...partsOfPartners(stay, part)]),
          group[0]!.until,
        ),
      ),
    )
    present = present.flatMap(({ stay, part }) => {
      const before = partBefore(stay, part)
      return before && stay.parent ? [{ stay: stay.parent.stay, part: before, until: stay.since }] : []
    })
  }
  return levels
}

/** Stages of several groups of goods, by one call for all of them. */
async function loadStagesOf(db: Db, groups: readonly (readonly BatchGoods[])[]): Promise<CompanyStage[][]> {
  const all = groups.flat()
  const loaded = await loadPublicStages(db, all)
  let at = 0
  return groups.map(group => group.flatMap(({ tenantId }) => loaded[at++]!.map(stage => ({ ...stage, tenantId }))))
}

/** Companies in the order in which the goods came to them. What came in several batches is several stays. */
function companiesOf(journey: Journey) {
  const groups = Map.groupBy(
    journey.stays,
    stay => `${stay.isPartner} ${stay.tenantId} ${journey.requestOf(stay).batchId}`,
  )
  return [...groups.values()]
    .map(stays => ({ stays, since: earliest(stays.map(({ since }) => since)) }))
    .toSorted((a, b) => Number(a.since ?? 0) - Number(b.since ?? 0))
}

interface LoadedJourney {
  journey: Journey
  isCut: boolean
  holders: { its: readonly HeldPart[]; last: CompanyStage | undefined }[]
  companies: { stays: readonly Stay[]; since: Date | null; stages: CompanyStage[] }[]
}

/** Reads the way of goods through other enterprises: names, handovers and the stages that their public pages show, nothing else. */
function loadJourney({ database }: Services, { tenantId, ranges }: Goods): Promise<LoadedJourney> {
  return database.acrossTenants(
    'custody',
    async db => {
      const { stays, isCut } = await walkCustody(db, tenantId, ranges)
      const journey = new Journey(stays, await loadRequests(db, stays))
      const holders = presentHolders(journey)
      const companies = companiesOf(journey)
      const ways = holders.slice(0, mostListed).map(its => goodsOnTheWay(journey, its))
      const ofWays = await loadStagesOf(db, ways.flat())
      const ofCompanies = await loadStagesOf(
        db,
        companies.slice(0, mostListed).map(({ stays: its }) => journey.byBatch(its, null)),
      )
      let at = 0
      return {
        journey,
        isCut: isCut || holders.length > mostListed || companies.length > mostListed,
        holders: ways.map((way, n) => {
          const levels = way.map(() => ofWays[at++]!)
          return { its: holders[n]!, last: newestOf(levels.find(stages => stages.length > 0) ?? []) }
        }),
        companies: ofCompanies.map((stages, n) => ({ ...companies[n]!, stages })),
      }
    },
    { replica: true },
  )
}

/** Names the place of a stage in the same words as the public page. */
export async function placeNamer(services: Services, language: Language) {
  const places = await loadPlaces().catch((error: unknown) => {
    services.log.error({ err: error }, 'places could not be named')
    return undefined
  })
  return (
    stage: Pick<PublicStage, 'longitude' | 'latitude' | 'place'>,
  ): { longitude: number; latitude: number; name: string | null } | null => {
    const { longitude, latitude, place } = stage
    if (longitude === null || latitude === null) return null
    const certain = place || !places ? undefined : certainNameOf(places, longitude, latitude)
    return { longitude, latitude, name: place || certain?.(language) || null }
  }
}

async function describeJourney(
  services: Services,
  actor: Actor,
  language: Language,
  { journey, isCut, holders, companies }: LoadedJourney,
): Promise<Omit<Answer, 'goods' | 'counts'>> {
  const placeOf = await placeNamer(services, language)
  const names = new Map(
    journey.stays.map(stay => {
      const { name, texts } = journey.requestOf(stay)
      return [stay.tenantId, localizedText(language, name, texts).text]
    }),
  )
  const lastOf = (newest: CompanyStage | undefined): LastStage | null =>
    newest
      ? {
          stage: newest.stage,
          time: newest.last,
          enterprise: names.get(newest.tenantId) ?? '',
          place: placeOf(newest),
        }
      : null
  const company = (tenantId: number) => ({ enterprise: names.get(tenantId) ?? '', own: tenantId === actor.tenantId })
  return {
    holders: holders.map(({ its, last }) => {
      const moments = its.map(({ stay }) => stay.since)
      return {
        ...company(its[0]!.stay.tenantId),
        counts: journey.count(its.map(({ part }) => part)),
        since: earliest(moments),
        latest: latest(moments),
        last: lastOf(last),
      }
    }),
    companies: companies.map(({ stays, since, stages }) => ({
      ...company(stays[0]!.tenantId),
      role: stays[0]!.isPartner ? ('partner' as const) : ('holder' as const),
      since,
      counts: journey.count(stays),
      held: journey.count(stays.flatMap(heldParts)),
      stages: stages
        .map(({ stage, first, last }) => ({ stage, first, last }))
        .toSorted((a, b) => stageByKey(a.stage).order - stageByKey(b.stage).order),
      last: lastOf(newestOf(stages)),
    })),
    more: isCut,
  }
}

export const whereaboutsRoutes: RouteSpec[] = [
  serve(whereabouts, async ({ services, actor, language, query: { batchId, offerId } }) => {
    if ((batchId === undefined) === (offerId === undefined)) throw invalid([{ field: 'batchId', error: 'required' }])
    const wanted = await services.database.withTenant(actor.tenantId, db =>
      batchId === undefined ? loadOfferGoods(db, actor, offerId!) : loadBatchGoods(db, actor, batchId),
    )
    const loaded = await loadJourney(services, wanted)
    const { journey } = loaded
    return {
      goods: wanted.goods,
      counts: journey.count(journey.stays.filter(({ parent }) => parent === null)),
      ...(await describeJourney(services, actor, language, loaded)),
    }
  }),
]
