import type { BeforeWrite } from '../../../entity/write.ts'
import { invalid } from '../../../platform/refusal.ts'

/** Of a place both coordinates are given, or none. @throws Refusal invalid */
export const checkPlace: BeforeWrite = async (_db, _actor, body, before) => {
  const given = (key: string) => ((key in body ? body[key] : before?.[key]) ?? '') !== ''
  if (given('longitude') !== given('latitude'))
    throw invalid([{ field: given('longitude') ? 'latitude' : 'longitude', error: 'required' }])
}
