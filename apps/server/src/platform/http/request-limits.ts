import qs from 'qs'
import { Refusal } from '../refusal.ts'

/** The longest query that our pages send is a hundred record numbers. */
export const maxQueryLength = 8192
export const maxParameters = 200

/** Query of the form `key[sub]=value`. A query beyond the limits is not read: `checkQuery` refuses it. */
export function parseQuery(text: string): Record<string, unknown> {
  if (isExcessive(text)) return {}
  return qs.parse(text, { depth: 3, parameterLimit: maxParameters, arrayLimit: 100 }) as Record<string, unknown>
}

/** @throws Refusal queryTooLong */
export function checkQuery(url: string): void {
  const start = url.indexOf('?')
  if (start >= 0 && isExcessive(url.slice(start + 1))) throw new Refusal('queryTooLong')
}

function isExcessive(text: string): boolean {
  if (text.length > maxQueryLength) return true
  let parameters = 1
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) parameters++
  return parameters > maxParameters
}
