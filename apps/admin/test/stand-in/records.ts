/** Plainly made-up records of every declared kind, in no language, for looking at the product's own screens. */
import { entityByKey, type Field, firstStepKeys, type Listed, listedByKey } from '@timbermark/contract'
import { dictionaries } from '@timbermark/contract/stages'
import { all } from '../../../../packages/phrases/src/all.ts'
import type { Call } from './server.ts'

const file = { id: 'f1', name: 'x.png', url: '/favicon.svg', size: 1000, type: 'image/png' }
const moment = '2026-03-04T08:05:09Z'

function sampleOf(field: Field): unknown {
  switch (field.kind) {
    case 'text':
      if (field.patternError === 'notUrl') return 'https://x-1.com/'
      return field.several ? ['X-1'] : 'X-1'
    case 'richText':
      return '<p>X-1</p>'
    case 'integer':
    case 'ref':
      return 1
    case 'decimal':
      return '1234.5'
    case 'date':
      return '2026-03-04'
    case 'datetime':
      return moment
    case 'flag':
      return true
    case 'choice':
      return field.numeric ? Number(field.options[0]) : field.options[0]
    case 'dict': {
      const first = dictionaries.find(({ type }) => type === field.dict)?.entries[0]?.value
      return field.numeric ? Number(first) : first
    }
    default:
      return [file]
  }
}

/** What rows of views carry beside their fields, where a screen reads it. */
const besideFields = {
  attributes: [],
  values: {},
  roleIds: [],
  own: true,
  mine: true,
  phoneShown: true,
  side: 'received',
}

/** A record of this kind with something in every field; everything may be done with it. */
export function recordOf(entity: Listed, id = 1): Record<string, unknown> {
  const values = Object.entries(entity.fields).map(([key, field]) => [key, sampleOf(field)])
  const labels = Object.entries(entity.fields)
    .filter(([, field]) => field.kind === 'ref')
    .map(([key]) => [`${key.replace(/Id$/, '')}Name`, 'X-2'])
  return {
    ...besideFields,
    ...Object.fromEntries([...labels, ...values]),
    id,
    [entity.idAlias ?? `${entity.name.split('/')[0]}Id`]: id,
    ...(entity.tree ? { parentId: 0 } : {}),
    createTime: moment,
    updateTime: moment,
    createBy: 'X-3',
    can: [...entity.operations, ...(entity.verbs ?? [])],
    why: {},
  }
}

const dashboard = {
  codes: 1,
  scans: 1,
  checks: 1,
  products: 1,
  batches: 1,
  activeRequests: 1,
  cities: [],
  trend: [{ day: '2026-03-04', scans: 1, checks: 1 }],
  recent: [],
}

const sums = { scans: 3, checks: 1, codes: null }
const activity = {
  now: sums,
  before: { ...sums, scans: 2 },
  trend: [
    { day: '2026-03-03', scans: 1, checks: 0 },
    { day: '2026-03-04', scans: 2, checks: 1 },
  ],
  cities: [{ name: 'X-4', scans: 3 }],
}
const steps = Object.fromEntries(firstStepKeys.map((key, index) => [key, index < 2]))

/**
 * What the server would answer about such records: lists of one, the record itself, dictionaries in the language asked for.
 * What it does not know is refused without words, so that the page says its own.
 */
export function recordAnswers(call: Call): unknown {
  return answerOf(call) ?? { code: 404, error: 'notFound' }
}

function answerOf({ method, path, headers }: Call): unknown {
  if (method !== 'GET') return undefined
  const ok = (data: unknown) => ({ code: 200, msg: 'ok', data })
  const language = (String(headers['accept-language']).slice(0, 2) as 'zh' | 'en' | 'fr') || 'zh'
  if (path === '/stats/overview') return ok(dashboard)
  if (path === '/stats/activity') return ok(activity)
  if (path === '/stats/firstSteps') return ok(steps)
  // A refusal's notice would lie over the search form of the users for its eight seconds.
  if (path === '/system/user/deptTree') return ok([])
  const [, dict] = /^\/system\/dict\/data\/type\/(.+)$/.exec(path) ?? []
  if (dict) {
    const entries = dictionaries.find(({ type }) => type === dict)?.entries ?? []
    const phrases: Record<string, string> = all[language]
    return ok(
      entries.map((entry, id) => ({ id, dictValue: entry.value, dictLabel: phrases[entry.label], listClass: '' })),
    )
  }
  const [, key, what] = /^\/(\w[\w-]*\/[\w-]+(?:\/(?:type|data))?)\/(list|options|\d+)$/.exec(path) ?? []
  const listed = key === undefined ? undefined : listedByKey(key)
  // A whole record holds what is kept, its list what is shown: here both hold both.
  const stored = key === undefined ? undefined : entityByKey(key)
  const record = (id = 1) => ({ ...(stored && recordOf(stored, id)), ...(listed && recordOf(listed, id)) })
  if (what === 'options') return ok([{ id: 1, label: 'X-2' }])
  if (listed && what && /^\d+$/.test(what)) return ok(record(Number(what)))
  if (what !== 'list') return undefined
  const rows = listed ? [record()] : []
  return { code: 200, msg: 'ok', rows, total: rows.length, data: rows }
}
