import { z } from 'zod'
import { defineCall } from '../call.ts'
import { entityBody } from '../entity-body.ts'
import { added, count, fileInfo, moment, rowId } from '../wire/shapes.ts'
import { languages } from '../limits.ts'
import { article } from './article.ts'

/** An article as the public reads it. */
const publicArticle = z.strictObject({
  id: rowId,
  title: z.string(),
  categoryId: rowId,
  categoryName: z.string(),
  type: z.string(),
  repostUrl: z.string().nullable(),
  clicks: count,
  cover: fileInfo.nullable(),
  publisher: z.string().nullable(),
  publishTime: moment.nullable(),
  /** Language of the title, if known; the reader's language when there is a title in it. */
  titleIn: z.enum(languages).optional(),
})
export type PublicArticle = z.output<typeof publicArticle>

export const addArticle = defineCall({
  method: 'POST',
  path: '/news/article',
  access: { permission: 'news:article:add' },
  summary: 'Adds an article as a draft, or publishes it at once',
  body: entityBody(article, 'add', { publish: z.boolean().optional() }),
  answer: added.extend({ status: z.string() }),
  labels: 'news.article',
  audit: { title: 'news.article', kind: 'add' },
})

export const publicArticles = defineCall({
  method: 'GET',
  path: '/news/public/list',
  access: 'public',
  maxAgeSeconds: 60,
  summary: 'Published articles, newest first',
  query: z.object({
    page: z.string().optional(),
    limit: z.string().optional(),
    categoryId: z
      .string()
      .regex(/^\d{1,15}$/)
      .optional(),
  }),
  rows: publicArticle,
})

export const publicCategories = defineCall({
  method: 'GET',
  path: '/news/public/categories',
  access: 'public',
  maxAgeSeconds: 60,
  summary: 'Categories of the news that are in use',
  answer: z.array(z.strictObject({ id: rowId, name: z.string() })),
})

export const publicArticleText = defineCall({
  method: 'GET',
  path: '/news/public/:id(^\\d+$)',
  access: 'public',
  summary: 'One published article; a reader counts once a day',
  answer: publicArticle.extend({
    content: z.string(),
    /** Language of the text, where it is known. */
    contentIn: z.enum(languages).optional(),
    /** Others of the category, newest first. */
    related: z.array(publicArticle),
  }),
})

export const newsCalls = [addArticle, publicArticles, publicCategories, publicArticleText] as const
