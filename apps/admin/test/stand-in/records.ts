/** Made-up records of every declared entity, in no language, for viewing the product's own screens. */
import { entityByKey, type Field, firstStepKeys, type Kind, type Listed, listedByKey } from '@timbermark/contract'
import { softRules } from '@timbermark/contract/plausible'
import { dictionaries, kindOf, stages } from '@timbermark/contract/stages'
import { all } from '../../../../packages/phrases/src/all.ts'
import type { StageRecord } from '../../src/areas/stage/record-shape.ts'
import { declaredAnswers } from './declared.ts'
import { interfaceDocument } from './interface.ts'
import type { Call } from './server.ts'

const file = { id: 'f1', name: 'x.png', url: '/favicon.svg', size: 1000, type: 'image/png' }
const moment = '2026-03-04T08:05:09Z'

/** The `n`th value of a field: choices, flags and dictionaries differ from one to the next. */
function sampleOf(field: Field | Kind, n: number): unknown {
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
    case 'country':
      return 'GA'
    case 'coordinates':
      return [9.45, 0.39]
    case 'flag':
      return n % 2 === 0
    case 'choice': {
      const option = field.options[n % field.options.length]
      return field.numeric ? Number(option) : option
    }
    case 'dict': {
      const entries = dictionaries.find(({ type }) => type === field.dict)?.entries ?? []
      const value = entries[n % entries.length]?.value
      return field.numeric ? Number(value) : value
    }
    default:
      return [file]
  }
}

/** Row extras of views, where a screen reads them. */
const rowExtras = {
  attributes: [],
  values: {},
  roleIds: [],
  own: true,
  mine: true,
  phoneShown: true,
  side: 'received',
}

/** A record of this entity with a value in every field; every action is possible. The `n`th differs in its choices. */
export function recordOf(entity: Listed, id = 1, n = 0): Record<string, unknown> {
  const values = Object.entries(entity.fields).map(([key, field]) => [key, sampleOf(field, n)])
  const labels = Object.entries(entity.fields)
    .filter(([, field]) => field.kind === 'ref')
    .map(([key]) => [`${key.replace(/Id$/, '')}Name`, 'X-2'])
  return {
    ...rowExtras,
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

/** What a stage record has in addition to its row: every field of any stage, something unlikely, documents, versions. */
function reportedOf(): Pick<StageRecord, 'values' | 'flags' | 'papers' | 'versions' | 'codeList'> {
  const fields = new Map(stages.flatMap(stage => stage.fields).map(field => [field.key, field]))
  const statuses = ['current', 'superseded', 'voided'] as const
  return {
    values: [...fields.values()]
      .filter(({ from }) => from === undefined)
      .map(({ key, type, group, unit, dict, options, personal }, n) => {
        const kind = kindOf({ type, unit, dict, options })
        return { key, type, group, unit, dict, withheld: personal, value: sampleOf(kind, n) }
      }),
    flags: softRules.map((rule, n) => ({
      rule,
      field: 'values.species',
      params: Object.fromEntries(
        [...all.en[`error.plausible.${rule}`].matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, 1]),
      ),
      reason: n === 0 ? '' : 'X-1',
    })),
    papers: [{ field: '', code: 'X-1', name: 'X-2', version: 1, newest: 2, validUntil: '2026-03-04' }],
    versions: statuses.map((status, n) => ({
      id: n + 1,
      version: 3 - n,
      status,
      reason: 'X-1',
      recordedAt: moment,
      createBy: 'X-3',
    })),
    codeList: ['X-1'],
  }
}

const echoStyles = ['primary', 'success', 'info', 'warning', 'danger', '']

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
 * The server's answers about such records: lists of one, the record itself, dictionaries in the requested language.
 * Unknown calls are refused without a text, so that the page shows its own.
 */
export function recordAnswers(call: Call): unknown {
  return answerOf(call, 1) ?? { code: 404, error: 'notFound' }
}

const most = 8
/** How many rows it takes to show every option of every field. */
function varieties({ fields }: Listed): number {
  const counts = Object.values(fields).map(field => {
    if (field.kind === 'choice') return field.options.length
    if (field.kind === 'dict') return dictionaries.find(({ type }) => type === field.dict)?.entries.length ?? 1
    return field.kind === 'flag' ? 2 : 1
  })
  return Math.min(most, Math.max(2, ...counts))
}

/**
 * The same with as many rows as it takes to show all options, with full stage records, and with the answers of all
 * declared calls.
 */
export function fullAnswers(call: Call): unknown {
  return fullAnswer(call) ?? { code: 404, error: 'notFound' }
}

/** Whether the stand-in knows an answer to this call. */
export const isKnown = (call: Call) => call.method !== 'GET' || fullAnswer(call) !== undefined

function fullAnswer(call: Call): unknown {
  if (call.path === '/openapi.json') return interfaceDocument
  const known = answerOf(call) ?? declaredAnswers(call)
  if (!/^\/stage\/record\/\d+$/.test(call.path)) return known
  const { data } = known as { data: object }
  return { code: 200, msg: 'ok', data: { ...data, ...reportedOf() } }
}

/** @param count number of rows; as many as there are variants by default */
function answerOf({ method, path, headers }: Call, count?: number): unknown {
  if (method !== 'GET') return undefined
  const ok = (data: unknown) => ({ code: 200, msg: 'ok', data })
  const language = (String(headers['accept-language']).slice(0, 2) as 'zh' | 'en' | 'fr') || 'zh'
  if (path === '/stats/overview') return ok(dashboard)
  if (path === '/stats/activity') return ok(activity)
  if (path === '/stats/firstSteps') return ok(steps)
  // The notification of a refusal would cover the search form of the users for eight seconds.
  if (path === '/system/user/deptTree') return ok([])
  const [, dict] = /^\/system\/dict\/data\/type\/(.+)$/.exec(path) ?? []
  if (dict) {
    const entries = dictionaries.find(({ type }) => type === dict)?.entries ?? []
    const phrases: Record<string, string> = all[language]
    return ok(
      entries.map((entry, id) => ({
        id,
        dictValue: entry.value,
        dictLabel: phrases[entry.label],
        listClass: count === 1 ? '' : echoStyles[id % echoStyles.length],
      })),
    )
  }
  const [, key, what] = /^\/(\w[\w-]*\/[\w-]+(?:\/(?:type|data))?)\/(list|options|\d+)$/.exec(path) ?? []
  const listed = key === undefined ? undefined : listedByKey(key)
  // A full record has the stored fields, its list the shown ones: here both have both.
  const stored = key === undefined ? undefined : entityByKey(key)
  const record = (id = 1, n = 0) => ({
    ...(stored && recordOf(stored, id, n)),
    ...(listed && recordOf(listed, id, n)),
  })
  if (what === 'options') return ok([{ id: 1, label: 'X-2' }])
  if (listed && what && /^\d+$/.test(what)) return ok(record(Number(what)))
  if (what !== 'list') return undefined
  const rows = listed ? Array.from({ length: count ?? varieties(listed) }, (_, n) => record(n + 1, n)) : []
  return { code: 200, msg: 'ok', rows, total: rows.length, data: rows }
}
