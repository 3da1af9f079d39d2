import { judgeCodes } from '@timbermark/contract/calls'
import { type RouteSpec, serve } from '../../platform/http/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import { parseNamedCodes, mergeRanges } from '../code/directory/parse-own-codes.ts'
import { loadReviewDocuments } from './documents.ts'
import { checkReview, type StepContext, takeStep } from './step.ts'

/**
 * The third party's review. It runs in the reviewer's own transaction: row security shows only what the reviewer was authorized
 * for and allows no other change of the owner's data. Codes that are not theirs to review get the same refusal as forged ones.
 */
export const reviewRoutes: RouteSpec[] = [
  serve(judgeCodes, ({ services, actor, language, body }) =>
    services.database.withTenant(actor.tenantId, async db => {
      const scene: StepContext = { services, db, actor, language, recordedAt: new Date() }
      checkReview(body, scene.recordedAt)
      const ranges = mergeRanges(await parseNamedCodes(services, body, code => code.entry.tenantId !== actor.tenantId))
      const requests = await services.directory.load(ranges.map(({ request }) => request))
      const owners = new Set(ranges.map(({ request }) => requests.get(request)!.tenantId))
      if (owners.size > 1) throw new Refusal('certification.severalOwners')
      const [owner] = owners
      const codes = await takeStep(scene, {
        verb: body.result,
        owner: owner!,
        ranges,
        reason: body.reason,
        judgedOn: body.judgedOn,
        documents: await loadReviewDocuments(db, actor, body.papers),
        guard: async (piece, codeOf) => {
          if (piece.certifierId !== actor.tenantId)
            throw new Refusal('stage.foreignCode', { code: await codeOf(piece.request, piece.from) })
        },
      })
      return { codes }
    }),
  ),
]
