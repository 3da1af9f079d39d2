import type { SerialRange } from '@timbermark/codes'
import type { Call } from '../../../platform/http/http.ts'
import { codeRange } from '../directory/range-facts.ts'
import { actOnLabels } from './label-act.ts'

/** Records that labels were handed out for printing. Labels that were handed out before, or are past that, stay as they are. */
export async function deliverLabels(
  { services, actor, language }: Pick<Call, 'services' | 'actor' | 'language'>,
  requestNumber: number,
  ranges: readonly SerialRange[],
): Promise<void> {
  await services.database.withTenant(actor.tenantId, db =>
    actOnLabels(
      { services, db, actor, language, recordedAt: new Date() },
      ranges.map(range => codeRange(requestNumber, range)),
      { verb: 'deliver' },
    ),
  )
}
