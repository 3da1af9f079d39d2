import { z } from 'zod'
import { defineCall } from '../call.ts'
import { count, flag, moment, nothing, rowId } from '../wire/shapes.ts'

/** An entry of a dictionary that is in use. */
const dictEntry = z.strictObject({
  id: rowId,
  dictCode: rowId,
  dictSort: z.number().int(),
  dictLabel: z.string(),
  dictValue: z.string(),
  dictType: z.string(),
  cssClass: z.string().nullable(),
  listClass: z.string().nullable(),
  isDefault: z.string(),
  remark: z.string().nullable(),
  /** What this dictionary says of its entries beyond their labels. */
  extra: z.unknown().optional(),
})
export type DictEntry = z.output<typeof dictEntry>

/** A refresh of the divisions. */
const divisionSync = z.strictObject({
  id: rowId,
  status: z.enum(['queued', 'running', 'done', 'failed']),
  /** 0 to 1. */
  progress: z.number(),
  done: count,
  total: count,
  /** Refusal key of what went wrong. */
  error: z.string().nullable(),
  startedAt: moment.nullable(),
  finishedAt: moment.nullable(),
})
export type DivisionSync = z.output<typeof divisionSync>

const noticeBrief = z.strictObject({
  id: rowId,
  noticeId: rowId,
  noticeTitle: z.string(),
  noticeType: z.string(),
  createTime: moment,
  isRead: z.boolean(),
})
export type NoticeBrief = z.output<typeof noticeBrief>

/** What the system has to say to the caller alone, in the caller's language. */
const messageBrief = z.strictObject({
  id: rowId,
  title: z.string(),
  text: z.string(),
  /** The page that it leads to. */
  to: z.string(),
  createTime: moment,
  isRead: z.boolean(),
})
export type MessageBrief = z.output<typeof messageBrief>

export const dictionaryOptions = defineCall({
  method: 'GET',
  path: '/system/dict/type/optionselect',
  access: { permission: 'system:dict:list' },
  summary: 'All dictionaries for a select',
  answer: z.array(
    z.strictObject({ id: rowId, dictId: rowId, dictName: z.string(), dictType: z.string(), status: flag }),
  ),
})

export const refreshDictionaries = defineCall({
  method: 'DELETE',
  path: '/system/dict/type/refreshCache',
  access: { permission: 'system:dict:remove' },
  summary: 'Makes every process drop what it remembers; dictionaries themselves are read anew each time',
  answer: z.strictObject({ types: count, entries: count }),
  audit: { title: 'system.dict.type', kind: 'clean' },
})

export const dictionaryEntries = defineCall({
  method: 'GET',
  path: '/system/dict/data/type/:type',
  access: 'signedIn',
  summary: 'Entries in use of one dictionary, labels and remarks in the reader’s language',
  answer: z.array(dictEntry),
})

export const refreshParameters = defineCall({
  method: 'DELETE',
  path: '/system/config/refreshCache',
  access: { permission: 'system:config:remove' },
  summary: 'Makes every process drop what it remembers; parameters themselves are read anew each time',
  answer: z.strictObject({ parameters: count }),
  audit: { title: 'system.config', kind: 'clean' },
})

export const parameterValue = defineCall({
  method: 'GET',
  path: '/system/config/configKey/:key',
  access: 'public',
  summary: 'Value of a parameter: public ones for everybody, the others for those who may see parameters',
  answer: z.string(),
  envelopeExtras: z.strictObject({ msg: z.string() }),
})

export const syncDivisions = defineCall({
  method: 'POST',
  path: '/system/division/sync',
  access: { permission: 'system:division:sync' },
  summary: 'Refreshes all divisions in the background (about a minute)',
  answer: z.strictObject({ jobId: rowId, seconds: count }),
  audit: { title: 'system.division', kind: 'import' },
})

export const latestDivisionSync = defineCall({
  method: 'GET',
  path: '/system/division/sync',
  access: { permission: 'system:division:list' },
  scope: { none: 'divisions are shared by all enterprises' },
  summary: 'The latest refresh, or null',
  answer: divisionSync.nullable(),
})

export const oneDivisionSync = defineCall({
  method: 'GET',
  path: '/system/division/sync/:id(^\\d+$)',
  access: { permission: 'system:division:list' },
  scope: { none: 'divisions are shared by all enterprises' },
  summary: 'Progress of a refresh',
  answer: divisionSync,
})

export const divisionChoices = defineCall({
  method: 'GET',
  path: '/system/division/choices',
  access: 'signedIn',
  summary:
    'Divisions to choose from by their code: those that match a name or the beginning of a code, or those of the codes given',
  query: z.object({
    search: z.string().max(100).optional(),
    /** Codes, separated by commas. */
    ids: z.string().max(700).optional(),
  }),
  answer: z.array(z.strictObject({ id: z.string(), label: z.string() })),
})

export const newestNotices = defineCall({
  method: 'GET',
  path: '/system/notice/listTop',
  access: 'signedIn',
  summary: 'The five newest notices, the ten newest messages to the caller, and how many are unread',
  answer: z.array(noticeBrief),
  envelopeExtras: z.strictObject({ unreadCount: count, messages: z.array(messageBrief) }),
})

export const markNoticeRead = defineCall({
  method: 'POST',
  path: '/system/notice/markRead',
  access: 'signedIn',
  summary: 'Marks a notice as read by the caller',
  query: z.object({ noticeId: z.string() }),
  answer: nothing,
})

export const markNoticesRead = defineCall({
  method: 'POST',
  path: '/system/notice/markReadAll',
  access: 'signedIn',
  summary: 'Marks notices as read by the caller; all in force without ids',
  query: z.object({ ids: z.string().max(10_000).optional() }),
  answer: z.strictObject({ marked: count }),
})

export const referenceCalls = [
  dictionaryOptions,
  refreshDictionaries,
  dictionaryEntries,
  refreshParameters,
  parameterValue,
  syncDivisions,
  latestDivisionSync,
  oneDivisionSync,
  divisionChoices,
  newestNotices,
  markNoticeRead,
  markNoticesRead,
] as const
