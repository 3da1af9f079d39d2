import { formDesign } from './form.ts'
import { genTable } from './gen.ts'

export * from './form-attributes.ts'
export * from './form-rules.ts'
export * from './form.ts'
export * from './gen.ts'
export * from './pattern.ts'

/** The entities of this area, in the order in which the registry lists them. */
export const toolEntities = [] as const
/** The views of this area. */
export const toolViews = [genTable, formDesign] as const
