import {
  authorizeCertifier,
  certifiers,
  judgeOwnCodes,
  resubmitCodes,
  submitCodes,
  withdrawCodes,
} from '@timbermark/contract/calls'
import { type Call, type RouteSpec, serve } from '../../platform/http/http.ts'
import { sql } from '../../platform/database/sql.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Services } from '../../platform/services.ts'
import type { CodeRange } from '../code/directory/range-facts.ts'
import { codeAt } from '../code/packing/parse-codes.ts'
import { assertRequestsInScope } from '../code/packing/codes-in-scope.ts'
import { type Given, type Numbers, readGiven, readNumbers, wholeRanges } from './parse-step.ts'
import { checkJudged } from './verdict.ts'
import { readPapers } from './papers.ts'
import { type Scene, type Step, takeStep } from './step.ts'

/** Own codes that a body names, all of requests in reach. @throws Refusal stage.foreignCode among others */
async function ownCodes(
  { services, db, actor }: Scene,
  verb: string,
  body: Given & { numbers: Numbers },
): Promise<CodeRange[]> {
  const ranges = wholeRanges([
    ...(await readGiven(services, body, code => code.entry.tenantId === actor.tenantId)),
    ...(await readNumbers(services, db, actor, body.numbers)),
  ])
  const requests = [...new Set(ranges.map(({ request }) => request))]
  await assertRequestsInScope(db, actor, `certification:authorization:${verb}`, requests, request =>
    codeAt(services, request, ranges.find(range => range.request === request)!.from),
  )
  return ranges
}

type Asked = Pick<Call, 'services' | 'actor' | 'language'> & { body: Given & { numbers: Numbers } }

/** One step on own codes, in a transaction. */
async function own(
  { services, actor, language, body }: Asked,
  permission: string,
  stepOf: (scene: Scene) => Promise<Omit<Step, 'owner' | 'ranges'>>,
): Promise<{ codes: number }> {
  return services.database.withTenant(actor.tenantId, async db => {
    const scene: Scene = { services, db, actor, language, recordedAt: new Date() }
    const ranges = await ownCodes(scene, permission, body)
    return { codes: await takeStep(scene, { ...(await stepOf(scene)), owner: actor.tenantId, ranges }) }
  })
}

/** Enterprises that review for others: only their names are told. */
function certifiersFor({ database }: Services, tenantId: number): Promise<{ id: number; label: string }[]> {
  return database.readAcrossTenants(
    'directory',
    sql`select id, name as label from enterprise where kind = 'certifier' and status = '0' and id <> ${tenantId} order by name`,
  )
}

/** @throws Refusal certification.noCertifier */
async function certifierFor(services: Services, tenantId: number, id: number): Promise<{ id: number; name: string }> {
  const found = (await certifiersFor(services, tenantId)).find(certifier => certifier.id === id)
  if (!found) throw new Refusal('certification.noCertifier')
  return { id, name: found.label }
}

export const ownerRoutes: RouteSpec[] = [
  serve(certifiers, ({ services, actor }) => certifiersFor(services, actor.tenantId)),
  serve(authorizeCertifier, call =>
    own(call, 'authorize', async () => ({
      verb: 'authorize',
      authorized: await certifierFor(call.services, call.actor.tenantId, call.body.certifierId),
    })),
  ),
  serve(submitCodes, call => own(call, 'submit', async () => ({ verb: 'submit' }))),
  serve(resubmitCodes, call => own(call, 'resubmit', async () => ({ verb: 'resubmit', reason: call.body.reason }))),
  serve(withdrawCodes, call => own(call, 'withdraw', async () => ({ verb: 'withdraw', reason: call.body.reason }))),
  serve(judgeOwnCodes, call =>
    own(call, 'judge', async ({ db, actor, recordedAt }) => {
      const { result, reason, judgedOn, papers } = call.body
      checkJudged(call.body, recordedAt)
      return {
        verb: result,
        reason,
        judgedOn,
        papers: await readPapers(db, actor, papers),
        guard: (piece, codeOf) => {
          const code = codeOf(piece.request, piece.from)
          if (piece.certifierName !== null)
            throw new Refusal('certification.byThirdParty', { code, certifier: piece.certifierName })
          if (piece.state === 'notYetCertified' && piece.submittedBy === actor.accountId)
            throw new Refusal('certification.ownSubmission', { code })
        },
      }
    }),
  ),
]
