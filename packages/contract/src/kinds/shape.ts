import { z } from 'zod'
import { dictionaryByType } from '../dictionaries.ts'
import type { FileInfo } from '../wire/envelope.ts'
import { languages } from '../limits.ts'
import type { Kind, NumberKind, TextKind } from './kind.ts'
import { perLanguage } from './texts.ts'

// Separate from the checks: the phone checks what it sends but must not bundle the validator.

/** Bounds of a number in words; undefined where it has none. */
const boundsText = ({ min, max }: NumberKind) =>
  [min === undefined ? '' : `>= ${min}`, max === undefined ? '' : `<= ${max}`].filter(Boolean).join(', ') || undefined

/** JSON Schema of a value in a request. */
export function inputSchema(kind: Kind): Record<string, unknown> {
  switch (kind.kind) {
    case 'text':
      return {
        type: 'string',
        minLength: kind.min,
        maxLength: kind.max,
        pattern: kind.pattern,
        description: kind.pattern,
      }
    case 'richText':
      return { type: 'string', format: 'html', maxLength: kind.max }
    case 'integer':
      return { type: 'integer', minimum: kind.min, maximum: kind.max }
    case 'decimal':
      // The bounds go into the description: JSON Schema has no numeric bounds for texts.
      return { type: ['string', 'number'], format: 'decimal', description: boundsText(kind) }
    case 'date':
      return { type: 'string', format: 'date' }
    case 'datetime':
      return { type: 'string', format: 'date-time' }
    case 'choice':
      return { enum: [...kind.options], default: kind.default }
    case 'flag':
      return { type: 'boolean' }
    case 'dict':
      return {
        type: 'string',
        default: kind.default,
        description: `/api/system/dict/data/type/${kind.dict}`,
        // Examples only: people add to dictionaries.
        examples: dictionaryByType(kind.dict)?.entries.map(({ value }) => value),
      }
    case 'country':
      return { type: 'string', pattern: '^[A-Z]{2}$', description: 'ISO 3166-1 alpha-2', examples: ['GA'] }
    case 'timeZone':
      return {
        type: 'string',
        maxLength: 50,
        default: kind.default,
        description: 'IANA time zone',
        examples: ['Africa/Libreville'],
      }
    case 'coordinates':
      return { type: 'array', items: { type: 'number' }, minItems: 2, maxItems: 2, description: 'longitude, latitude' }
    case 'ref':
      return { type: 'integer', description: `/api/${kind.entity}/options` }
    case 'images':
    case 'files':
    case 'video':
      return { type: 'array', items: { type: 'string' }, maxItems: kind.maxItems, description: '/api/common/upload' }
  }
}

/** JSON Schema of a text by language in a request. */
export function textsInputSchema(kind: TextKind): Record<string, unknown> {
  return {
    type: 'object',
    properties: Object.fromEntries(
      languages.map(language => [language, { type: ['string', 'null'], maxLength: kind.max, pattern: kind.pattern }]),
    ),
    additionalProperties: false,
    description: 'by language; one left out stays, an empty one is taken away',
  }
}

/** Names the languages in the description of a text by language. */
export const byLanguage = `by language: ${languages.join(', ')}`

/** A text by language in a call's body, next to the plain text; `checkTexts` checks each by its kind. */
export const textsInput = z
  .strictObject(perLanguage(() => z.string().nullish()))
  .nullish()
  .transform(value => value ?? undefined)
  .describe(byLanguage)

/** Text by language in a row: the languages that have a text. */
export const rowTexts = z.strictObject(perLanguage(() => z.string().min(1).optional()))

/** Type of a value in a row. */
export type RowValue<K extends Kind> = K extends
  | { kind: 'integer' | 'ref' }
  | { kind: 'dict' | 'choice'; numeric: true }
  ? number
  : K extends { kind: 'decimal' }
    ? number | string
    : K extends { kind: 'flag' }
      ? boolean
      : K extends { kind: 'choice'; options: readonly (infer O)[] }
        ? O
        : K extends { kind: 'coordinates' }
          ? readonly [string, string]
          : K extends { kind: 'images' | 'files' | 'video' }
            ? FileInfo[]
            : K extends { several: true }
              ? string[]
              : string

const file = z.looseObject({ id: z.string(), name: z.string(), url: z.string(), size: z.number(), type: z.string() })

/** Shape of a value in a row. */
export function rowShape(kind: Kind): z.ZodType {
  switch (kind.kind) {
    case 'integer':
    case 'ref':
      return z.int()
    case 'decimal':
      return z.union([z.number(), z.string()])
    case 'flag':
      return z.boolean()
    case 'choice':
      return kind.numeric ? z.int() : z.enum(kind.options)
    case 'dict':
      return kind.numeric ? z.int() : z.string()
    case 'text':
      return kind.several ? z.array(z.string()) : z.string()
    case 'coordinates':
      return z.tuple([z.string(), z.string()])
    case 'images':
    case 'files':
    case 'video':
      return z.array(file)
    case 'date':
      return z.iso.date()
    case 'datetime':
      return z.iso.datetime({ offset: true })
    default:
      return z.string()
  }
}
