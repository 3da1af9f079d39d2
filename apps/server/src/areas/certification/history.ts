import type { CertificationStep } from '@timbermark/contract/calls'
import { certificationHistory, reviewHistory } from '@timbermark/contract/calls'
import type { Actor } from '../../platform/actor.ts'
import { type RouteSpec, serve, type BeforeWire } from '../../platform/http/http.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Services } from '../../platform/services.ts'
import type { CodeRange, KnownCode } from '../code/directory/range-facts.ts'
import { assertRequestsInScope } from '../code/directory/codes-in-scope.ts'
import { parseNamedCodes } from '../code/directory/parse-own-codes.ts'
import type { StepDocument } from './documents.ts'

/** At most this many steps are answered. */
const maxSteps = 200

type StepRow = Omit<BeforeWire<CertificationStep>, 'firstCode' | 'lastCode' | 'codes' | 'papers'> & {
  request: number
  from: number
  to: number
  papers: StepDocument[]
}

/** Parses the codes of a query: one code, or a first and a last one. */
async function parseQueryRange(
  services: Services,
  { first, last }: { first: string; last?: string | undefined },
  mayName: (code: KnownCode) => boolean,
): Promise<CodeRange> {
  const [range] = await parseNamedCodes(services, { codes: [], ranges: [{ first, last: last ?? first }] }, mayName)
  return range!
}

const historyQuery = (owner: number, { request, range }: CodeRange, which: Sql) => sql`
  select s.id, s.action, s.state, s.certifier_name as "certifierName", s.operator, s.enterprise_name as "enterpriseName", s.reason,
    s.judged_on as "judgedOn", s.papers, s.recorded_at as "recordedAt", s.request_number as request, lower(s.serials) as "from", upper(s.serials) as "to"
  from certification_step s
  where s.tenant_id = ${owner} and s.request_number = ${request} and s.serials && ${range}::int4range and ${which}
  order by s.recorded_at desc, s.id desc limit ${maxSteps}`

async function toWireSteps(services: Services, rows: readonly StepRow[]): Promise<BeforeWire<CertificationStep>[]> {
  const requests = await services.directory.load(rows.map(({ request }) => request))
  return rows.map(({ request, from, to, papers, ...row }) => ({
    ...row,
    firstCode: requests.codeAt(request, from)!,
    lastCode: requests.codeAt(request, to - 1)!,
    codes: to - from,
    papers: papers.map(({ code, name, file }) => ({ code, name, file: services.files.info(file) })),
  }))
}

const isOwn = (actor: Actor) => (code: KnownCode) => code.entry.tenantId === actor.tenantId

export const historyRoutes: RouteSpec[] = [
  serve(certificationHistory, async ({ services, actor, query }) => {
    const range = await parseQueryRange(services, query, isOwn(actor))
    return services.database.withTenant(actor.tenantId, async db => {
      await assertRequestsInScope(db, actor, 'certification:authorization:list', [range.request], () => query.first)
      return toWireSteps(services, await db.query<StepRow>(historyQuery(actor.tenantId, range, sql`true`)))
    })
  }),
  serve(reviewHistory, async ({ services, actor, query }) => {
    const range = await parseQueryRange(services, query, code => !isOwn(actor)(code))
    const owner = (await services.directory.find(range.request))!.tenantId
    return services.database.withTenant(actor.tenantId, async db => {
      const rows = await db.query<StepRow>(historyQuery(owner, range, sql`s.certifier_tenant_id = ${actor.tenantId}`))
      // Codes that the enterprise was never authorized for get the same refusal as forged ones.
      if (rows.length === 0) throw new Refusal('stage.foreignCode', { code: query.first.slice(0, 100) })
      return toWireSteps(services, rows)
    })
  }),
]
