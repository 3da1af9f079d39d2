import { canonicalValue } from '@timbermark/contract'
import { fieldsOf, kindOf, type StageAttribute } from '@timbermark/contract/stages'
import { Refusal } from '../../../platform/refusal.ts'
import { lockPlot, type NamedPlot } from '../../material/plot/plots-of-records.ts'
import { plotsInScope } from '../authorization/scope.ts'
import { readOnce, type ReportContext } from '../report-context.ts'

/**
 * Loads the plot that a report names, and locks it until the report is written, so that nobody removes it in between.
 * @throws Refusal stage.plotMissing when it was removed after the earlier check
 */
export async function lockNamedPlot(
  context: Pick<ReportContext, 'db' | 'actor' | 'stage' | 'corrects' | 'reads'>,
  attributes: readonly StageAttribute[],
  values: Readonly<Record<string, unknown>>,
): Promise<NamedPlot | undefined> {
  const { db, actor, stage, corrects } = context
  const field = [...fieldsOf(stage, attributes).values()].find(one => one.type === 'plot')
  const number = field && canonicalValue(kindOf(field), values[field.key])
  if (typeof number !== 'string') return undefined
  const plot = await readOnce(context, ['lockedPlot', number], () =>
    lockPlot(db, actor.tenantId, number, plotsInScope(actor, corrects)),
  )
  if (!plot) throw new Refusal('stage.plotMissing')
  return plot
}
