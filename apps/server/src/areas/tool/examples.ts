import { resolved, type Schema } from './schemas.ts'

/** Example texts for the patterns in use; the first that matches is used. */
const patterned = [
  '17',
  '9.75',
  'OKO',
  'okoume_01',
  'Okoume01',
  'okoume',
  'wx0123456789abcdef',
  '+241 11 72 00 01',
  '+24111720001',
  'name@example.com',
  'https://example.com/1',
  '00000000-0000-4000-8000-000000000017',
  'Okoumé',
  '2026-05',
  '1',
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
]

/** Example texts by field name; invented names and well-known places. */
const byName: readonly (readonly [name: RegExp, text: string])[] = [
  [/^code$|qrcode|parentcode|^codes$/i, '0000A1B2C3D4E5F6G7H8'],
  [/email/i, 'name@example.com'],
  [/phone|mobile/i, '+8613800138000'],
  [/^sex$/, '0'],
  [/^administrator$/, 'okoume_01'],
  [/url$|link|address$/i, 'https://example.com/1'],
  [/longitude/i, '9.45'],
  [/latitude/i, '0.39'],
  [/species/i, 'OKO'],
  [/country/i, 'GA'],
  [/timezone/i, 'Africa/Libreville'],
  [/^ids$/i, '17,18'],
  [/password/i, 'correct-horse-17'],
  [/name|title/i, 'Okoumé'],
  [/^(can|verb)/i, 'edit'],
  [/status/i, '0'],
]

const byFormat: Record<string, string> = {
  date: '2026-03-14',
  'date-time': '2026-03-14T09:30:00Z',
  uuid: '00000000-0000-4000-8000-000000000017',
  email: 'name@example.com',
  uri: 'https://example.com/1',
  url: 'https://example.com/1',
  html: '<p>Okoumé</p>',
  decimal: '12.5',
  binary: '',
}

const typesOf = (schema: Schema): string[] => [schema.type ?? []].flat()

function textOf(schema: Schema, name: string): string {
  const {
    pattern,
    minLength = 0,
    maxLength = Number.POSITIVE_INFINITY,
  } = schema as {
    pattern?: string
    minLength?: number
    maxLength?: number
  }
  const fits = (text: string) =>
    [...text].length >= minLength &&
    [...text].length <= maxLength &&
    (pattern === undefined || new RegExp(pattern, 'u').test(text))
  if (schema.format === 'decimal') return decimalOf(schema)
  const known = byFormat[String(schema.format)]
  if (known !== undefined) return known
  const namedTexts = byName.flatMap(([names, text]) => (names.test(name) ? [text] : []))
  const fitting = [...namedTexts, ...(pattern === undefined ? ['Okoumé'] : []), ...patterned].find(fits)
  return fitting ?? 'x'.repeat(Math.max(minLength, 1))
}

/** A number within the bounds in a description (`>= 0.01, <= 1000`). */
function decimalOf({ description = '' }: Schema): string {
  const bound = (sign: string) => new RegExp(`${sign} (-?[0-9.]+)`).exec(description)?.[1]
  const [from, to] = [bound('>='), bound('<=')]
  if (to !== undefined && Number(to) < 12.5) return to
  return from !== undefined && Number(from) > 12.5 ? from : '12.5'
}

function numberOf(schema: Schema, name: string): number {
  const { minimum, exclusiveMinimum, maximum } = schema as {
    minimum?: number
    exclusiveMinimum?: number
    maximum?: number
  }
  const bounds = Math.max(minimum ?? Number.NEGATIVE_INFINITY, (exclusiveMinimum ?? Number.NEGATIVE_INFINITY) + 1)
  const usual = /^id$|Id$|^ids$|Ids$/.test(name) ? 17 : /^limit$|pageSize/i.test(name) ? 20 : 1
  return Math.min(Math.max(usual, bounds), maximum ?? Number.POSITIVE_INFINITY)
}

export interface ExampleOptions {
  /** Only required members; else all. */
  least?: boolean
  /** Referenced schemas by name. */
  named: Readonly<Record<string, Schema>>
}

/** Optional members below this depth are left out: shapes may be recursive. */
const mostDepth = 6

/**
 * A value that fits a schema; deterministic.
 * @param name field name, which selects the example text
 */
export function exampleOf(schema: Schema, name: string, options: ExampleOptions, depth = 0): unknown {
  const one = resolved(schema, options.named)
  const inner = (next: Schema, key: string) => exampleOf(next, key, options, depth + 1)
  if (one.const !== undefined) return one.const
  if (one.default !== undefined) return one.default
  if (Array.isArray(one.enum)) return one.enum[0]
  if (Array.isArray(one.examples) && one.examples.length > 0) return one.examples[0]
  const choices = one.anyOf ?? one.oneOf
  // A nullable value gets a value, unless it is recursive.
  const chosen = choices?.find(choice => depth < mostDepth && choice.type !== 'null') ?? choices?.at(-1)
  if (chosen) return exampleOf(chosen, name, options, depth + 1)
  if (one.allOf && !one.properties) return Object.assign({}, ...one.allOf.map(part => inner(part, name)))
  const [type] = typesOf(one)
  if (type === 'object' || (type === undefined && one.properties)) return objectOf(one, options, depth)
  if (type === 'array') {
    if (one.prefixItems) return one.prefixItems.map(item => inner(item, name))
    const count = Math.max(Number(one.minItems ?? 0), depth < mostDepth ? 1 : 0)
    return one.items ? Array.from({ length: count }, () => inner(one.items!, name)) : []
  }
  if (type === 'integer' || type === 'number') return numberOf(one, name)
  if (type === 'boolean') return true
  if (type === 'null') return null
  return textOf(one, name)
}

function objectOf(one: Schema, options: ExampleOptions, depth: number): Record<string, unknown> {
  // Of alternative fields only the first is shown.
  const either = (one.allOf ?? []).flatMap(({ anyOf }) => anyOf?.[0]?.required ?? [])
  const needed = new Set([...(one.required ?? []), ...either])
  const entries = Object.entries(one.properties ?? {}).filter(
    ([key]) => needed.has(key) || (!options.least && depth < mostDepth),
  )
  return Object.fromEntries(entries.map(([key, inner]) => [key, exampleOf(inner, key, options, depth + 1)]))
}
