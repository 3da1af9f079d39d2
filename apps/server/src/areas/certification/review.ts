import { judgeCodes } from '@timbermark/contract/calls'
import { type RouteSpec, serve } from '../../platform/http/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import { readGiven, wholeRanges } from './parse-step.ts'
import { checkJudged } from './verdict.ts'
import { readPapers } from './papers.ts'
import { type Scene, takeStep } from './step.ts'

/**
 * The third party's review. It runs in the reviewer's own transaction: row security shows him what he was authorized for, and
 * lets him change nothing else of the owner. Codes that are not his to review are as unknown as forged ones.
 */
export const reviewRoutes: RouteSpec[] = [
  serve(judgeCodes, ({ services, actor, language, body }) =>
    services.database.withTenant(actor.tenantId, async db => {
      const scene: Scene = { services, db, actor, language, recordedAt: new Date() }
      checkJudged(body, scene.recordedAt)
      const ranges = wholeRanges(await readGiven(services, body, code => code.entry.tenantId !== actor.tenantId))
      const owners = new Set(ranges.map(({ request }) => services.directory.get(request)!.tenantId))
      if (owners.size > 1) throw new Refusal('certification.severalOwners')
      const [owner] = owners
      const codes = await takeStep(scene, {
        verb: body.result,
        owner: owner!,
        ranges,
        reason: body.reason,
        judgedOn: body.judgedOn,
        papers: await readPapers(db, actor, body.papers),
        guard: (piece, codeOf) => {
          if (piece.certifierId !== actor.tenantId)
            throw new Refusal('stage.foreignCode', { code: codeOf(piece.request, piece.from) })
        },
      })
      return { codes }
    }),
  ),
]
