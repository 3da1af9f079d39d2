import { codeRange } from '../areas/code/directory/range-facts.ts'
import { actOnLabels, type LabelActInput } from '../areas/code/label-life/label-act.ts'
import type { Actor } from '../platform/actor.ts'
import type { Services } from '../platform/services.ts'

interface DemoLabels {
  owner: Actor
  requestNumber: number
  count: number
  at: Date
}

/** Reports some of the last labels of a request, which nobody has used, as misprinted and as stolen, so that each state is visible. */
export async function seedLabelLife(
  services: Services,
  { owner, requestNumber, count, at }: DemoLabels,
): Promise<void> {
  const act = (from: number, to: number, input: LabelActInput) =>
    services.database.withTenant(owner.tenantId, db =>
      actOnLabels(
        { services, db, actor: owner, language: 'en', recordedAt: at },
        [codeRange(requestNumber, { from, to })],
        input,
      ),
    )
  await act(count - 100, count - 60, { verb: 'spoil', reason: 'misprint' })
  await act(count - 20, count - 10, { verb: 'lose', reason: 'stolen' })
}
