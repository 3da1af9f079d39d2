import { entities, keyOf, type Language, type Listed, phraseOf, views } from '@timbermark/contract'
import { phrase } from '@timbermark/phrases/all'
import { callWord } from '@timbermark/phrases/call-words'
import { sheetNameOf } from '../../entity/sheets.ts'
import { word } from '../../entity/words.ts'
import type { RouteSpec } from '../../platform/http/http.ts'

/** A path without the patterns of its parameters: `/code/qr/:code`. */
export const plainPath = (path: string): string => path.replace(/\([^)]*\)/g, '')

/** Entities and views, longest address first: `dict/type` before `dict`. */
const listed = new Map<string, Listed>([...entities, ...views].map(one => [`/${keyOf(one)}`, one]))
const addresses = [...listed.keys()].sort((a, b) => b.length - a.length)

const operations = {
  'GET /list': 'docs.list',
  'GET /:id': 'docs.query',
  'GET /export': 'docs.export',
  'GET /options': 'docs.options',
  'GET /importTemplate': 'docs.importTemplate',
  'POST /importData': 'docs.importData',
  'POST ': 'docs.add',
  'PUT ': 'docs.edit',
  'PUT /changeStatus': 'docs.changeStatus',
  'DELETE /:ids': 'docs.remove',
} as const

/** Name of a verb: the entity's own, else the common word. */
function verbWord(language: Language, one: Listed, verb: string): string {
  const phraseKey = `${phraseOf(one)}.${verb}`
  const key = verb in one.fields ? phraseKey : word(language, phraseKey)
  return key === phraseKey ? word(language, `action.${verb}`) : key
}

/** Summary of a list's or lifecycle's call, derived from its declaration. */
function composed(language: Language, method: string, path: string): string | undefined {
  const address = addresses.find(one => path === one || path.startsWith(`${one}/`))
  const one = address && listed.get(address)
  if (!one) return undefined
  const name = sheetNameOf(language, one)
  const rest = path.slice(address.length)
  const key = `${method} ${rest}`
  if (Object.hasOwn(operations, key)) return phrase(language, operations[key as keyof typeof operations], { name })
  const [, single, verb] = /^(\/:id)?\/([A-Za-z]+)$/.exec(rest) ?? []
  if (method !== 'PUT' || verb === undefined) return undefined
  return phrase(language, single ? 'docs.verb' : 'docs.verbSeveral', { name, verb: verbWord(language, one, verb) })
}

/** One-line summary of a call in a language. In English an area's own summary takes precedence over derived ones. */
export function summaryOf({ method, path, summary }: RouteSpec, language: Language): string {
  const plain = plainPath(path)
  const callSummary = callWord(language, `${method} ${plain}`)
  if (callSummary) return callSummary
  const ruled = /[a-z]\/[a-z]/.test(summary)
  return language !== 'en' || ruled ? (composed(language, method, plain) ?? summary) : summary
}
