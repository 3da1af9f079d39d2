import { plotChoices, walkedPlot } from '@timbermark/contract/calls'
import type { ParsedBodyOf } from '@timbermark/contract'
import type { Actor } from '../../../platform/actor.ts'
import { sql } from '../../../platform/database/sql.ts'
import { type RouteSpec, serve } from '../../../platform/http/http.ts'
import type { Services } from '../../../platform/services.ts'
import { addPlot } from '../../material/plot/plots.ts'
import { plotsInScope } from '../authorization/scope.ts'
import { assertAuthorized } from '../report/checks.ts'

/** Plots that the phone lists; others are named by typing their numbers. */
const mostChoices = 500

interface Stored {
  id: number
  number: string
}

const findWalk = (services: Services, { tenantId }: Actor, walkId: string): Promise<Stored | undefined> =>
  services.database.withTenant(tenantId, db =>
    db.maybe<Stored>(sql`select id, number from plot where tenant_id = ${tenantId} and walk_id = ${walkId}`),
  )

/** Stores a walked plot, once. @throws Refusal stage.notAuthorized, invalid */
async function storeWalk(services: Services, actor: Actor, body: ParsedBodyOf<typeof walkedPlot>): Promise<Stored> {
  await services.database.withTenant(actor.tenantId, db => assertAuthorized(db, actor, 'forestSurvey'))
  const { walkId, worstAccuracy: worst, medianAccuracy: median, ...facts } = body
  const stored = await findWalk(services, actor, walkId)
  if (stored) return stored
  try {
    const { id } = await addPlot(services, actor, facts, { id: walkId, worst, median })
    return { id, number: body.number }
  } catch (error) {
    // A repeated call that ran beside the first one: its number is taken by the walk itself.
    const other = await findWalk(services, actor, walkId)
    if (other) return other
    throw error
  }
}

/** Plots as field users need them: to store a walked one, and to choose one in a report. */
export const walkedPlotRoutes: RouteSpec[] = [
  serve(walkedPlot, ({ services, actor, body }) => storeWalk(services, actor, body)),
  serve(plotChoices, ({ services, actor }) =>
    services.database.withTenant(actor.tenantId, db =>
      db.query<{ number: string; name: string }>(sql`
        select t.number, t.name from plot t
        where t.tenant_id = ${actor.tenantId} and t.number is not null and ${plotsInScope(actor)}
        order by t.created_at desc, t.id desc limit ${mostChoices}`),
    ),
  ),
]
