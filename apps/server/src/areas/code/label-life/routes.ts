import {
  activateLabels,
  labelCounts as labelCountsCall,
  labelHistory,
  labelRule,
  loseLabels,
  reinstateLabels,
  setLabelRule,
  spoilLabels,
} from '@timbermark/contract/calls'
import { type Call, type RouteSpec, serve } from '../../../platform/http/http.ts'
import type { NamedCodes, NumberedCodes } from '../directory/parse-own-codes.ts'
import { openOwnCode } from '../directory/parse-codes.ts'
import { assertRequestsInScope } from '../directory/codes-in-scope.ts'
import { actOnLabels, type LabelActInput } from './label-act.ts'
import { countLabels } from './count-labels.ts'
import { loadLabelHistory } from './label-history.ts'
import { labelViewRoutes } from './label-view.ts'
import { parseLabels } from './parse-labels.ts'
import { mustActivate, setMustActivate } from './label-rule.ts'

type ActCall = Pick<Call, 'services' | 'actor' | 'language'> & { body: NamedCodes & { numbers: NumberedCodes } }

/** Runs one act on own labels in a transaction. */
const act = ({ services, actor, language, body }: ActCall, input: LabelActInput) =>
  services.database.withTenant(actor.tenantId, async db => {
    const context = { services, db, actor, language, recordedAt: new Date() }
    return actOnLabels(context, await parseLabels(context, `code:label:${input.verb}`, body), input)
  })

export const labelLifeRoutes: RouteSpec[] = [
  serve(activateLabels, call => act(call, { verb: 'activate', cause: 'activation' })),
  serve(spoilLabels, call => act(call, { verb: 'spoil', reason: call.body.reason, note: call.body.note })),
  serve(loseLabels, call => act(call, { verb: 'lose', reason: call.body.reason, note: call.body.note })),
  serve(reinstateLabels, call => act(call, { verb: 'reinstate', note: call.body.note })),
  serve(labelCountsCall, ({ services, actor, params }) =>
    services.database.withTenant(actor.tenantId, db => countLabels(db, actor, Number(params.id))),
  ),
  serve(labelHistory, async ({ services, actor, query }) => {
    const opened = await openOwnCode(services, actor, query.code)
    return services.database.withTenant(actor.tenantId, async db => {
      await assertRequestsInScope(db, actor, 'code:label:list', [opened.entry.requestNumber], () => opened.code)
      return loadLabelHistory(services, db, actor.tenantId, opened)
    })
  }),
  serve(labelRule, ({ services, actor }) =>
    services.database.withTenant(actor.tenantId, async db => ({
      mustActivate: await mustActivate(db, actor.tenantId),
    })),
  ),
  serve(setLabelRule, ({ services, actor, body }) =>
    services.database.withTenant(actor.tenantId, db => setMustActivate(db, actor.tenantId, body.mustActivate)),
  ),
  ...labelViewRoutes,
]
