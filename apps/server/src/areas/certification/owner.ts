import {
  authorizeCertifier,
  certifiers,
  otherReviewers,
  judgeOwnCodes,
  resubmitCodes,
  submitCodes,
  withdrawCodes,
} from '@timbermark/contract/calls'
import { staff } from '../../platform/actor.ts'
import { type Call, type RouteSpec, serve } from '../../platform/http/http.ts'
import { sql } from '../../platform/database/sql.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { assertMayAct } from '../code/directory/custody-chain.ts'
import { type NamedCodes, type NumberedCodes, parseOwnCodes } from '../code/directory/parse-own-codes.ts'
import { loadReviewDocuments } from './documents.ts'
import { checkReview, type StepContext, type Step, takeStep } from './step.ts'

type OwnStepCall = Pick<Call, 'services' | 'actor' | 'language'> & { body: NamedCodes & { numbers: NumberedCodes } }

/** Runs one step on own codes in a transaction. */
async function runOwnStep(
  { services, actor, language, body }: OwnStepCall,
  permission: string,
  stepOf: (scene: StepContext) => Promise<Omit<Step, 'owner' | 'ranges'>>,
): Promise<{ codes: number }> {
  return services.database.withTenant(actor.tenantId, async db => {
    const scene: StepContext = { services, db, actor, language, recordedAt: new Date() }
    const ranges = await parseOwnCodes(scene, `certification:authorization:${permission}`, body)
    await assertMayAct(services, db, actor.tenantId, ranges)
    return { codes: await takeStep(scene, { ...(await stepOf(scene)), owner: actor.tenantId, ranges }) }
  })
}

/** Loads the enterprises that review for others; only their names are shown. */
function loadCertifiers({ database }: Services, tenantId: number): Promise<{ id: number; label: string }[]> {
  return database.readAcrossTenants(
    'directory',
    sql`select id, name as label from enterprise where kind = 'certifier' and status = '0' and id <> ${tenantId} order by name`,
  )
}

/** @throws Refusal certification.noCertifier */
async function findCertifier(services: Services, tenantId: number, id: number): Promise<{ id: number; name: string }> {
  const certifier = (await loadCertifiers(services, tenantId)).find(certifier => certifier.id === id)
  if (!certifier) throw new Refusal('certification.noCertifier')
  return { id, name: certifier.label }
}

export const ownerRoutes: RouteSpec[] = [
  serve(otherReviewers, ({ services, actor: { tenantId, accountId } }) =>
    services.database.withTenant(tenantId, db =>
      db.one<{ others: number }>(sql`
        select count(*)::int as others from account a
        where a.tenant_id = ${tenantId} and a.status = '0' and a.user_type = ${staff} and a.id <> ${accountId} and exists (
          select from account_role ar join role r on r.tenant_id = ${tenantId} and r.id = ar.role_id and r.status = '0'
          where ar.tenant_id = ${tenantId} and ar.account_id = a.id and (r.role_key = 'superAdmin' or exists (
            select from role_menu rm join menu m on m.id = rm.menu_id
            where rm.tenant_id = ${tenantId} and rm.role_id = r.id and m.status = '0' and m.perms = ${judgeOwnCodes.access.permission})))`),
    ),
  ),
  serve(certifiers, ({ services, actor }) => loadCertifiers(services, actor.tenantId)),
  serve(authorizeCertifier, call =>
    runOwnStep(call, 'authorize', async () => ({
      verb: 'authorize',
      authorized: await findCertifier(call.services, call.actor.tenantId, call.body.certifierId),
    })),
  ),
  serve(submitCodes, call => runOwnStep(call, 'submit', async () => ({ verb: 'submit' }))),
  serve(resubmitCodes, call =>
    runOwnStep(call, 'resubmit', async () => ({ verb: 'resubmit', reason: call.body.reason })),
  ),
  serve(withdrawCodes, call =>
    runOwnStep(call, 'withdraw', async () => ({ verb: 'withdraw', reason: call.body.reason })),
  ),
  serve(judgeOwnCodes, call =>
    runOwnStep(call, 'judge', async ({ db, actor, recordedAt }) => {
      const { result, reason, judgedOn, papers } = call.body
      checkReview(call.body, recordedAt)
      return {
        verb: result,
        reason,
        judgedOn,
        documents: await loadReviewDocuments(db, actor, papers),
        guard: async (piece, codeOf) => {
          const codeOfPiece = () => codeOf(piece.request, piece.from)
          if (piece.certifierName !== null)
            throw new Refusal('certification.byThirdParty', {
              code: await codeOfPiece(),
              certifier: piece.certifierName,
            })
          if (piece.state === 'notYetCertified' && piece.submittedBy === actor.accountId)
            throw new Refusal('certification.ownSubmission', { code: await codeOfPiece() })
        },
      }
    }),
  ),
]
