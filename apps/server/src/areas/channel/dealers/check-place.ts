import type { BeforeWrite } from '../../../entity/write.ts'
import { invalid } from '../../../platform/refusal.ts'

/** Requires both coordinates or none. @throws Refusal invalid */
export const checkPlace: BeforeWrite = async (_db, _actor, body, before) => {
  const hasValue = (key: string) => ((key in body ? body[key] : before?.[key]) ?? '') !== ''
  if (hasValue('longitude') !== hasValue('latitude'))
    throw invalid([{ field: hasValue('longitude') ? 'latitude' : 'longitude', error: 'required' }])
}
