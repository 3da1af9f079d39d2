import { certificationAuthorization, certificationReview } from './facts.ts'

export * from './facts.ts'
export * from './states.ts'

/** The entities of this area, in the order in which the registry lists them. */
export const certificationEntities = [] as const
/** The views of this area. */
export const certificationViews = [certificationAuthorization, certificationReview] as const
