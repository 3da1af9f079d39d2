import { isNoFix } from '@timbermark/contract'
import type { BeforeWrite } from '../../../entity/write.ts'
import { invalid } from '../../../platform/refusal.ts'

/** Requires both coordinates or none, and a place that somebody measured. @throws Refusal invalid */
export const checkPlace: BeforeWrite = async (_db, _actor, body, before) => {
  const entered = (key: string) => (key in body ? body[key] : before?.[key]) ?? ''
  const hasValue = (key: string) => entered(key) !== ''
  if (isNoFix(entered('longitude'), entered('latitude'))) throw invalid([{ field: 'longitude', error: 'noFix' }])
  if (hasValue('longitude') !== hasValue('latitude'))
    throw invalid([{ field: hasValue('longitude') ? 'latitude' : 'longitude', error: 'required' }])
}
