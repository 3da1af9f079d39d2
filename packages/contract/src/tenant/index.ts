import { enterpriseView } from './enterprise-view.ts'
import { enterprise } from './enterprise.ts'

export * from './enterprise-view.ts'
export * from './enterprise.ts'

/** The entities of this area, in the order in which the registry lists them. */
export const tenantEntities = [enterprise] as const
/** The views of this area. */
export const tenantViews = [enterpriseView] as const
