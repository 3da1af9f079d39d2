import { batch } from './batch.ts'
import { category } from './category.ts'
import { product } from './product.ts'
import { recall, recalls } from './recall.ts'

export * from './batch.ts'
export * from './category.ts'
export * from './product.ts'
export * from './recall.ts'

/** The entities of this area, in the order in which the registry lists them. */
export const catalogEntities = [category, product, batch, recall] as const
/** The views of this area. */
export const catalogViews = [recalls] as const
