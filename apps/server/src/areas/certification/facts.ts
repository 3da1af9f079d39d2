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
import { type Sql, sql } from '../../platform/database/sql.ts'
import { codeAt } from '../code/packing/parse-codes.ts'
import { historyRoutes } from './history.ts'
import { ownerRoutes } from './owner.ts'
import { reviewRoutes } from './review.ts'

/** Where the codes of a row stand. */
interface Place {
  request: number
  first: number
  beyond: number
}
/** What the rows of both sides have beside what they show. */
type Kept = Place & { product: string; texts: Texts | null; [column: string]: unknown }

type Made = 'firstCode' | 'lastCode' | 'productName' | 'from' | 'to'
type OwnFound = Omit<RowOf<typeof certificationAuthorization>, Made> &
  Kept & { certifier: number | null; submitter: number | null }
type ReviewFound = Omit<RowOf<typeof certificationReview>, Made> & Kept

const place = sql`
  t.request_number as request, lower(t.serials) as first, upper(t.serials) as beyond, t.product_name as product, t.product_texts as texts`
const lastStep = sql`join certification_step s on s.tenant_id = t.tenant_id and s.id = t.step_id`

const columns = {
  firstCode: 'computedInCode',
  lastCode: 'computedInCode',
  productName: 'computedInCode',
  codes: sql`(upper(t.serials) - lower(t.serials))`,
  judgedOn: sql`s.judged_on`,
  reason: sql`s.reason`,
} as const

/** Ranges that hold a code; one that is none finds nothing. */
async function ofCode(given: string, { services, actor }: Reader): Promise<Sql> {
  const opened = await services.directory.openFor(actor.tenantId, given)
  return opened.known
    ? sql`(t.request_number = ${opened.entry.requestNumber} and t.serials @> ${opened.serial}::int)`
    : sql`false`
}

/** Only serials are stored: the values of the codes are made again. */
function codesOf({ services }: Pick<Reader, 'services'>, { request, first, beyond }: Place) {
  // A request that this process has not heard of yet has no codes here.
  const known = services.directory.get(request) !== undefined
  return {
    firstCode: known ? codeAt(services, request, first) : null,
    lastCode: known ? codeAt(services, request, beyond - 1) : null,
    from: first + 1,
    to: beyond,
  }
}

const judged = certificationStates.transitions.filter(({ verb }) => verb === 'pass').flatMap(({ from }) => [...from])

const own = readingOf(certificationAuthorization, {
  table: 'certification',
  where: ({ actor }, verb) =>
    scopePredicate(actor, permissionOf(certificationAuthorization, verb), {
      alias: 't',
      dept: 'dept_id',
      owner: 'created_by',
    }),
  joins: lastStep,
  columns,
  more: sql`${place}, t.certifier_tenant_id as certifier, t.submitted_by as submitter`,
  search: { code: ofCode },
  rights: (rows: OwnFound[], { actor }) =>
    rows.map(row => {
      const permission = (verb: string) => permissionOf(certificationAuthorization, verb)
      // What was given to a third party is not the owner's to judge.
      const judge =
        row.certifier !== null || !judged.includes(row.state as never)
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
  toRows: (rows: OwnFound[], reader) =>
    rows.map(({ certifier: _, submitter: __, request, first, beyond, product, texts, ...row }) => ({
      ...row,
      ...codesOf(reader, { request, first, beyond }),
      productName: nameIn(reader.language, product, texts),
    })),
})

const review = readingOf(certificationReview, {
  table: 'certification',
  shared: true,
  // Rows are between two enterprises, as quotes are, and each is one of them by a parameter; of these the reviewer's.
  where: ({ actor }) => sql`
    ((t.tenant_id = ${actor.tenantId} or t.certifier_tenant_id = ${actor.tenantId}) and t.certifier_tenant_id = ${actor.tenantId})`,
  joins: lastStep,
  columns,
  more: place,
  order: sql`(t.state = 'authorizedNotCertified') desc, t.since desc`,
  search: { code: ofCode },
  rights: (rows: ReviewFound[], { actor }) =>
    rows.map(row =>
      rightsOf(certificationReview, actor, row, {
        extraVerbs: { judge: permissionOf(certificationReview, 'judge') },
        against: { judge: judged.includes(row.state as never) ? undefined : 'absent' },
      }),
    ),
  toRows: (rows: ReviewFound[], reader) =>
    rows.map(({ request, first, beyond, product, texts, ...row }) => ({
      ...row,
      ...codesOf(reader, { request, first, beyond }),
      productName: nameIn(reader.language, product, texts),
    })),
})

export const certificationRoutes: RouteSpec[] = [
  ...ownerRoutes,
  ...reviewRoutes,
  ...historyRoutes,
  ...viewRoutes(own, { summary: 'What is certified of the own codes, in ranges, newest first' }),
  ...viewRoutes(review, { summary: 'Codes of other enterprises that the own one was authorized to review' }),
]
