import { defineEntity } from '../entity.ts'
import { choice, datetime, images, integer, naming, ref, richText, text, webAddress } from '../field.ts'
import { languages } from '../limits.ts'
import { defineView, viewOf } from '../view.ts'
import type { States } from '../states.ts'

export const articleStates = {
  field: 'status',
  initial: 'draft',
  values: ['draft', 'published', 'withdrawn'],
  transitions: [
    {
      verb: 'publish',
      from: ['draft', 'withdrawn'],
      to: 'published',
      confirm: 'plain',
      final: 'readers may have seen it',
    },
    {
      verb: 'withdraw',
      from: ['published'],
      to: 'withdrawn',
      confirm: 'danger',
      reason: { is: 'required', field: 'withdrawReason' },
      final: 'it is withdrawn with a reason, and published again',
    },
  ],
  editable: ['draft', 'published', 'withdrawn'],
  removable: ['draft', 'withdrawn'],
} as const satisfies States

/** Market news, written by the platform operator; once published, everybody can read it. */
export const article = defineEntity({
  area: 'news',
  name: 'article',
  tenancy: 'platform',
  label: 'title',
  defaultColumns: ['cover', 'title', 'status', 'categoryId', 'type', 'clicks', 'publishTime'],
  fields: {
    title: naming({ max: 200, required: true, search: 'like', sortable: true }),
    categoryId: ref({ entity: 'news/category', required: true, search: 'eq' }),
    type: choice({ options: ['original', 'repost'], required: true, search: 'eq' }),
    /** Source of a repost, shown as a link; the server never fetches it. */
    repostUrl: webAddress({ hideInList: true, publicAddress: true }),
    /** Number of readers, counted by the server; people may set the start value. */
    clicks: integer({ min: 0, max: 1_000_000_000, sortable: true }),
    cover: images({ required: true, maxItems: 1 }),
    /** The main text, for readers without a text in their language. */
    content: richText({ max: 50_000, required: true, hideInList: true }),
    /** Of the main text. */
    language: choice({ options: languages, hideInList: true }),
    contentZh: richText({ max: 50_000, hideInList: true }),
    contentEn: richText({ max: 50_000, hideInList: true }),
    contentFr: richText({ max: 50_000, hideInList: true }),
    publisher: text({ max: 50 }),
    publishTime: datetime({ readonly: true, awaited: true, sortable: true, search: 'range' }),
    /** When a draft publishes itself. */
    publishAt: datetime({ sortable: true }),
    withdrawReason: text({ max: 200, readonly: true, hideInList: true }),
    status: choice({ options: articleStates.values, default: 'draft', search: 'eq', readonly: true }),
  },
  operations: ['list', 'query', 'add', 'edit', 'remove', 'export'],
  final: { remove: 'its pictures are no longer public' },
  states: articleStates,
  verbs: ['publish', 'withdraw'],
})

const { content: _main, contentZh: _zh, contentEn: _en, contentFr: _fr, ...listFields } = article.fields

/** Articles as lists show them, without the text. */
export const articles = defineView({
  ...viewOf(article),
  fields: { ...listFields, createTime: datetime({ readonly: true, required: true, sortable: true, search: 'range' }) },
})
