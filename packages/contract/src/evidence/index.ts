import { document } from './document.ts'
import { documents } from './documents.ts'

export * from './document.ts'
export * from './documents.ts'
export * from './schemes.ts'

/** The entities of this area, in the order in which the registry lists them. */
export const evidenceEntities = [document] as const
/** The views of this area. */
export const evidenceViews = [documents] as const
