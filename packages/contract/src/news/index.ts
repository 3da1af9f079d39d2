import { article, articles } from './article.ts'
import { newsCategory, newsCategories } from './category.ts'

export * from './article.ts'
export * from './category.ts'

/** The entities of this area, in the order in which the registry lists them. */
export const newsEntities = [newsCategory, article] as const
/** The views of this area. */
export const newsViews = [articles, newsCategories] as const
