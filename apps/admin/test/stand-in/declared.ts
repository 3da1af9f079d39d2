/** Made-up answers of the declared calls: whatever their declaration allows, with every option of its choices. */
import { calls } from '@timbermark/contract/calls'
import type { Call } from './server.ts'

/** The used part of a schema; the library's own types spread it over fifty classes. */
interface Schema {
  _zod: {
    def: {
      type: string
      shape?: Record<string, Schema>
      element?: Schema
      innerType?: Schema
      options?: readonly Schema[]
      items?: readonly Schema[]
      entries?: Record<string, string | number>
      values?: readonly unknown[]
      keyType?: Schema
      valueType?: Schema
      left?: Schema
      right?: Schema
      out?: Schema
      getter?: () => Schema
      format?: string
      checks?: readonly { _zod: { def: { check: string; value?: number; format?: string; pattern?: RegExp } } }[]
    }
  }
}

const moment = '2026-03-04T08:05:09Z'
const texts: Record<string, string> = {
  date: '2026-03-04',
  datetime: moment,
  url: 'https://x-1.com/',
  uuid: '00000000-0000-4000-8000-000000000001',
  email: 'x@x-1.com',
}
/** Values tried where a pattern is declared. */
const spellings = ['X-1', '1234.5', '2026-03', '2026-03-04', 'a'.repeat(64), '1', '08:05', 'X1', 'x1']

/** Maximum depth of recursive schemas. */
const maxDepth = 6

/** How many variants of a schema there are: the largest number of options of one of its choices. */
function varieties(schema: Schema, depth = 0): number {
  const { type, shape, innerType, options, entries } = schema._zod.def
  if (depth > 2) return 1
  if (type === 'enum') return Object.keys(entries!).length
  if (type === 'boolean') return 2
  if (type === 'object') return Math.max(1, ...Object.values(shape!).map(one => varieties(one, depth + 1)))
  if (type === 'union') return options!.length
  return innerType ? varieties(innerType, depth) : 1
}

const most = 6

/** Keys of a free record, including the parameters of the alarms' phrases. */
const anyKeys = ['x1', 'x2', 'size', 'known', 'found', 'most', 'seconds', 'used', 'waiting', 'years']

/** The `n`th value that a schema allows. */
export function sampleOf(schema: Schema, n = 0, depth = 0): unknown {
  const { def } = schema._zod
  const checks = (def.checks ?? []).map(check => check._zod.def)
  const inner = (one: Schema | undefined, index = n) => sampleOf(one!, index, depth + 1)
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape!)
          .map(([key, one]) => {
            // Made-up rows are never children of others; a row would be its own parent.
            if (key === 'parentId') return [key, 0]
            return [key, depth > maxDepth && one._zod.def.type === 'optional' ? undefined : inner(one)]
          })
          .filter(([, value]) => value !== undefined),
      )
    case 'array': {
      const count = depth > maxDepth ? 0 : Math.min(most, Math.max(2, varieties(def.element!)))
      return Array.from({ length: count }, (_, index) => inner(def.element, index))
    }
    case 'tuple':
      return def.items!.map(one => inner(one))
    case 'enum': {
      const values = Object.values(def.entries!)
      return values[n % values.length]
    }
    case 'literal':
      return def.values![n % def.values!.length]
    case 'union':
      return inner(def.options![n % def.options!.length])
    case 'record': {
      const { entries } = def.keyType!._zod.def
      const keys = entries ? Object.values(entries) : anyKeys
      return Object.fromEntries(keys.map((key, index) => [key, inner(def.valueType, index)]))
    }
    case 'intersection':
      return { ...(inner(def.left) as object), ...(inner(def.right) as object) }
    case 'lazy':
      return inner(def.getter!())
    case 'pipe':
      return inner(def.out)
    case 'string': {
      const format = texts[def.format ?? checks.find(({ format }) => format)?.format ?? '']
      return format ?? spellings.find(text => checks.every(({ pattern }) => !pattern || pattern.test(text))) ?? 'X-1'
    }
    case 'number':
      return checks.reduce((value, { check, value: limit }) => {
        if (check === 'less_than') return Math.min(value, limit!)
        return check === 'greater_than' ? Math.max(value, limit!) : value
      }, 1 + n)
    case 'boolean':
      return n % 2 === 0
    case 'null':
      return null
    case 'undefined':
    case 'unknown':
    case 'any':
    case 'custom':
      return def.type === 'undefined' ? undefined : 'X-1'
    case 'date':
      return moment
    default:
      if (def.innerType) return inner(def.innerType)
      throw new Error(`No sample of a ${def.type}`)
  }
}

const patternOf = (path: string) =>
  new RegExp(`^${path.replace(/:\w+(\([^)]*\))?/g, (_, custom?: string) => custom?.replace(/[\^$]/g, '') ?? '[^/]+')}$`)

export const reads = calls
  .filter(call => call.method === 'GET' && !('file' in call))
  .map(call => ({ path: call.path as string, pattern: patternOf(call.path), call: call as object }))

/** The answer of a declared call: the data of its envelope with the envelope extras, or rows. */
export function declaredAnswer(call: object): Record<string, unknown> {
  const { answer, envelopeExtras, rows } = call as { answer?: Schema; envelopeExtras?: Schema; rows?: Schema }
  const list = rows && Array.from({ length: Math.min(most, Math.max(2, varieties(rows))) }, (_, n) => sampleOf(rows, n))
  return {
    code: 200,
    msg: 'ok',
    ...(answer && { data: sampleOf(answer) }),
    ...(envelopeExtras && (sampleOf(envelopeExtras) as object)),
    ...(list && { rows: list, total: list.length }),
  }
}

/** The answer of a call by its declaration; undefined for a call that is not declared. */
export function declaredAnswers({ method, path }: Call): unknown {
  if (method !== 'GET') return undefined
  // A path without parameters wins over one whose parameter would match its last part.
  const matches = reads
    .filter(({ pattern }) => pattern.test(path))
    .sort((a, b) => a.path.split(':').length - b.path.split(':').length)
  return matches[0] && declaredAnswer(matches[0].call)
}
