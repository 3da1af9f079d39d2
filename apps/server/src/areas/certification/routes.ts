import {
  certificationAuthorization,
  certificationReview,
  certificationStates,
  permissionOf,
  type RowOf,
  type Texts,
} from '@timbermark/contract'
import { nameIn } from '../../entity/names.ts'
import { type Reader, readingOf } from '../../entity/read-rows.ts'
import { rightsOf } from '../../entity/rights.ts'
import { scopePredicate } from '../../entity/scope.ts'
import { viewRoutes } from '../../entity/view-routes.ts'
import type { RouteSpec } from '../../platform/http/http.ts'
import { currentTenant, type Sql, sql } from '../../platform/database/sql.ts'
import type { LoadedRequests } from '../code/directory/code-directory.ts'
import { historyRoutes } from './history.ts'
import { ownerRoutes } from './owner.ts'
import { reviewRoutes } from './review.ts'

/** The code range of a row; `beyond` is the serial after the last. */
interface RowRange {
  request: number
  first: number
  beyond: number
}
/** Extra columns of the rows of both sides. */
type RowFacts = RowRange & { product: string; texts: Texts | null; [column: string]: unknown }

type ComputedKey = 'firstCode' | 'lastCode' | 'productName' | 'from' | 'to'
type OwnRow = Omit<RowOf<typeof certificationAuthorization>, ComputedKey> &
  RowFacts & { certifier: number | null; submitter: number | null }
type ReviewRow = Omit<RowOf<typeof certificationReview>, ComputedKey> & RowFacts

const rowColumns = sql`
  t.request_number as request, lower(t.serials) as first, upper(t.serials) as beyond, t.product_name as product, t.product_texts as texts`
const lastStep = (tenant: Sql) => sql`join certification_step s on ${tenant} and s.id = t.step_id`

const columns = {
  firstCode: 'computedInCode',
  lastCode: 'computedInCode',
  productName: 'computedInCode',
  codes: sql`(upper(t.serials) - lower(t.serials))`,
  judgedOn: sql`s.judged_on`,
  reason: sql`s.reason`,
} as const

/** Condition for the range that contains a code; an unknown code finds nothing. */
async function whereCode(text: string, { services, actor }: Reader): Promise<Sql> {
  const opened = await services.directory.openFor(actor.tenantId, text)
  return opened.known
    ? sql`(t.request_number = ${opened.entry.requestNumber} and t.serials @> ${opened.serial}::int)`
    : sql`false`
}

/** Only serials are stored; the values of the codes are computed. */
function codesOf(requests: LoadedRequests, { request, first, beyond }: RowRange) {
  return {
    firstCode: requests.codeAt(request, first),
    lastCode: requests.codeAt(request, beyond - 1),
    from: first + 1,
    to: beyond,
  }
}

const judgeableStates = certificationStates.transitions
  .filter(({ verb }) => verb === 'pass')
  .flatMap(({ from }) => [...from])

export const ownReading = readingOf(certificationAuthorization, {
  table: 'certification',
  where: ({ actor }, verb) =>
    scopePredicate(actor, permissionOf(certificationAuthorization, verb), {
      alias: 't',
      dept: 'dept_id',
      owner: 'created_by',
    }),
  joins: lastStep(sql`s.tenant_id = ${currentTenant}`),
  columns,
  more: sql`${rowColumns}, t.certifier_tenant_id as certifier, t.submitted_by as submitter`,
  search: { code: whereCode },
  rights: (rows: OwnRow[], { actor }) =>
    rows.map(row => {
      const permission = (verb: string) => permissionOf(certificationAuthorization, verb)
      // The owner may not judge codes that a third party was authorized for.
      const judge =
        row.certifier !== null || !judgeableStates.includes(row.state as never)
          ? 'absent'
          : row.submitter === actor.accountId
            ? 'certification.ownSubmission'
            : undefined
      return rightsOf(certificationAuthorization, actor, row, {
        extraVerbs: {
          judge: permission('judge'),
          resubmit: permission('resubmit'),
          withdraw: permission('withdraw'),
        },
        against: {
          judge,
          resubmit: row.state === 'failed' || row.state === 'authorizedFailed' ? undefined : 'absent',
        },
      })
    }),
  toRows: async (rows: OwnRow[], { services, language }) => {
    const requests = await services.directory.load(rows.map(({ request }) => request))
    return rows.map(({ certifier: _, submitter: __, request, first, beyond, product, texts, ...row }) => ({
      ...row,
      ...codesOf(requests, { request, first, beyond }),
      productName: nameIn(language, product, texts),
    }))
  },
})

export const reviewReading = readingOf(certificationReview, {
  table: 'certification',
  shared: true,
  // Like quotes, rows belong to two enterprises. The first condition uses the indexes of both, the second selects the reviewer's rows.
  where: ({ actor }) => sql`
    ((t.tenant_id = ${actor.tenantId} or t.certifier_tenant_id = ${actor.tenantId}) and t.certifier_tenant_id = ${actor.tenantId})`,
  joins: ({ tenantId }) =>
    lastStep(sql`s.tenant_id = t.tenant_id and (s.tenant_id = ${tenantId} or s.certifier_tenant_id = ${tenantId})`),
  columns,
  more: rowColumns,
  order: sql`(t.state = 'authorizedNotCertified') desc, t.since desc`,
  search: { code: whereCode },
  rights: (rows: ReviewRow[], { actor }) =>
    rows.map(row =>
      rightsOf(certificationReview, actor, row, {
        extraVerbs: { judge: permissionOf(certificationReview, 'judge') },
        against: { judge: judgeableStates.includes(row.state as never) ? undefined : 'absent' },
      }),
    ),
  toRows: async (rows: ReviewRow[], { services, language }) => {
    const requests = await services.directory.load(rows.map(({ request }) => request))
    return rows.map(({ request, first, beyond, product, texts, ...row }) => ({
      ...row,
      ...codesOf(requests, { request, first, beyond }),
      productName: nameIn(language, product, texts),
    }))
  },
})

export const certificationRoutes: RouteSpec[] = [
  ...ownerRoutes,
  ...reviewRoutes,
  ...historyRoutes,
  ...viewRoutes(ownReading, { summary: 'What is certified of the own codes, in ranges, newest first' }),
  ...viewRoutes(reviewReading, { summary: 'Codes of other enterprises that the own one was authorized to review' }),
]
