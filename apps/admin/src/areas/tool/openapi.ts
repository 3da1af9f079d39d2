/** The parts of an OpenAPI 3.1 document that the screen shows. */
export interface JsonSchema {
  $ref?: string
  type?: string | string[]
  title?: string
  description?: string
  enum?: unknown[]
  /** Some possible values, where there may be more. */
  examples?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  default?: unknown
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  additionalProperties?: boolean | JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
}
export interface Parameter {
  $ref?: string
  name: string
  in: string
  required?: boolean
  description?: string
  schema?: JsonSchema
  example?: unknown
}
interface Content {
  schema?: JsonSchema
  examples?: Record<string, { summary: string; value: unknown }>
}
interface Operation {
  operationId?: string
  tags?: string[]
  summary?: string
  description?: string
  security?: unknown[]
  'x-permission'?: string | string[]
  'x-changes'?: boolean
  'x-refusals'?: string[]
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content?: Record<string, Content> }
  responses?: Record<string, { content?: Record<string, Content> }>
}
export interface OpenApi {
  openapi: string
  info: { title: string; version: string; description?: string }
  tags?: { name: string; description?: string }[]
  paths: Record<string, Record<string, Operation>>
  components?: {
    schemas?: Record<string, JsonSchema>
    parameters?: Record<string, Parameter>
    'x-refusals'?: Record<string, { code: number; text: string }>
  }
}

export interface DocumentedRefusal {
  key: string
  code: number
  text: string
}
export interface Example {
  key: string
  summary: string
  value: unknown
}

export interface ApiCall {
  id: string
  tag: string
  method: string
  path: string
  summary: string
  /** Needs no sign-in. */
  open: boolean
  /** Changes data, so trying it needs a confirmation. */
  writes: boolean
  permissions: string[]
  parameters: Parameter[]
  body: JsonSchema | undefined
  examples: Example[]
  /** Fields of a form with a file, where the call takes one. */
  form: JsonSchema | undefined
  /** The successful answer, unless it is a file. */
  answer: JsonSchema | undefined
  answerExample: unknown
  /** Media types, where the answer is a file. */
  files: string[]
  refusals: DocumentedRefusal[]
}

const methods = ['get', 'post', 'put', 'delete', 'patch'] as const

const isRefusalSchema = ({ $ref }: JsonSchema) => $ref?.endsWith('/Refusal') ?? false

/** The value that a reference points to; any other value is returned unchanged. */
export function resolve<T extends { $ref?: string }>(document: OpenApi, value: T): T {
  if (!value.$ref?.startsWith('#/')) return value
  const target = value.$ref
    .slice(2)
    .split('/')
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document)
  return (target as T | undefined) ?? value
}

/** The calls of a document, by tag and path. */
export function listCalls(document: OpenApi): ApiCall[] {
  const texts = document.components?.['x-refusals'] ?? {}
  return Object.entries(document.paths)
    .flatMap(([path, operations]) =>
      methods.flatMap((method): ApiCall[] => {
        const operation = operations[method]
        if (!operation) return []
        const needed = operation['x-permission']
        const sent = operation.requestBody?.content
        const answered = operation.responses?.['200']?.content ?? {}
        const json = answered['application/json']
        return [
          {
            id: operation.operationId ?? `${method} ${path}`,
            tag: operation.tags?.[0] ?? path.split('/')[2] ?? '',
            method: method.toUpperCase(),
            path,
            summary: operation.summary ?? '',
            open: operation.security?.length === 0,
            writes: method !== 'get' || operation['x-changes'] === true,
            permissions: needed === undefined ? [] : [needed].flat(),
            parameters: (operation.parameters ?? []).map(one => resolve(document, one)),
            body: sent?.['application/json']?.schema && resolve(document, sent['application/json'].schema),
            examples: Object.entries(sent?.['application/json']?.examples ?? {}).map(([key, one]) => ({ key, ...one })),
            form: sent?.['multipart/form-data']?.schema,
            answer: json?.schema?.oneOf?.find(one => !isRefusalSchema(one)),
            answerExample: json?.examples?.done?.value,
            files: Object.keys(answered).filter(type => type !== 'application/json' || json?.schema?.anyOf),
            refusals: (operation['x-refusals'] ?? []).flatMap(key => (texts[key] ? [{ key, ...texts[key] }] : [])),
          },
        ]
      }),
    )
    .sort((a, b) => compare(a.tag, b.tag) || compare(a.path, b.path))
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Calls in which every word of the text occurs: in the address, the method, the summary, the permission or a refusal. */
export function findCalls(calls: readonly ApiCall[], text: string): ApiCall[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return calls.filter(call => {
    const refusals = call.refusals.map(({ key }) => key).join(' ')
    const where = `${call.method} ${call.path} ${call.summary} ${call.permissions.join(' ')} ${refusals}`.toLowerCase()
    return words.every(word => where.includes(word))
  })
}

/** Number of example values shown with a type. */
const maxExamples = 6

/** A type in a few words: `string (1–20)`, `array of integer`. */
export function describeType(schema: JsonSchema | undefined): string {
  if (!schema) return ''
  if (schema.$ref) return schema.$ref.split('/').at(-1)!
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return [...new Set(choices.map(describeType))].filter(Boolean).join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map(value => JSON.stringify(value)).join(' | ')
  const type = [schema.type ?? (schema.properties ? 'object' : '')].flat().join(' | ')
  if (type === 'array') return `array of ${describeType(schema.items) || 'any'}`
  const from = schema.minLength ?? schema.minimum
  const to = schema.maxLength ?? schema.maximum
  // Safe-integer bounds add nothing to "integer".
  const isBound = (bound: number | undefined) => bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER
  const range = isBound(from) || isBound(to) ? ` (${isBound(from) ? from : ''}–${isBound(to) ? to : ''})` : ''
  const examples = schema.examples?.slice(0, maxExamples).map(value => JSON.stringify(value)) ?? []
  const some = examples.length > 0 ? ` (${[...examples, '…'].join(', ')})` : ''
  return `${schema.format ?? type}${range}${some}` || 'any'
}

/** One field of a body or an answer; fields of objects and of lists of objects have rows of their own. */
export interface FieldRow {
  /** Path of the field: `rows[].code`. */
  name: string
  schema: JsonSchema
  required: boolean
}

/** Deeper fields can be seen in the example. */
const maxDepth = 3

/** The fields of a schema in order, each after its parent. */
export function listFields(document: OpenApi, schema: JsonSchema, prefix = '', depth = 0): FieldRow[] {
  const resolved = resolve(document, schema)
  const part = resolved.anyOf ?? resolved.oneOf
  const chosen = part ? resolve(document, part.find(one => one.type !== 'null') ?? {}) : resolved
  const required = new Set(chosen.required ?? [])
  return Object.entries(chosen.properties ?? {}).flatMap(([key, one]): FieldRow[] => {
    const name = prefix + key
    const row = { name, schema: one, required: required.has(key) }
    if (depth >= maxDepth) return [row]
    const inner = resolve(document, one)
    const within = inner.type === 'array' && inner.items ? inner.items : inner
    const mark = within === inner ? '.' : '[].'
    return [row, ...listFields(document, within, `${name}${mark}`, depth + 1)]
  })
}

/** The values that a person entered for a call. */
export interface CallInput {
  /** Values of parameters by name, as texts. */
  values: Readonly<Record<string, string>>
  /** The body as text. */
  body?: string
}

/** The initial values of a call: its path parameters and the smallest body. */
export function initialInput(call: ApiCall): { values: Record<string, string>; body: string } {
  const required = call.parameters.filter(one => one.required && one.in !== 'header')
  const values = Object.fromEntries(required.map(one => [one.name, String(one.example ?? '')]))
  return { values, body: call.body ? JSON.stringify(call.examples[0]?.value ?? {}, null, 2) : '' }
}

/** Whether all required values are present. A path segment of only dots would address another path, even when encoded. */
export const isFilled = (call: ApiCall, values: Readonly<Record<string, string>>): boolean =>
  call.parameters.every(({ in: place, name, required }) => {
    const value = values[name] ?? ''
    return place === 'path' ? !/^\.{0,2}$/.test(value) : place === 'header' || !required || value !== ''
  })

/** The address of a call with its values, below the origin. */
export function buildAddress(call: ApiCall, values: Readonly<Record<string, string>>): string {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
  const query = call.parameters
    .filter(one => one.in === 'query' && (values[one.name] ?? '') !== '')
    .map(one => `${encodeURIComponent(one.name)}=${encodeURIComponent(values[one.name]!)}`)
  return query.length > 0 ? `${path}?${query.join('&')}` : path
}

/** A quoted shell word. */
const quoteForShell = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** A command line that makes the call with its values; the token is an environment variable. */
export function buildCurl(call: ApiCall, origin: string, { values, body }: CallInput = initialInput(call)): string {
  const lines = [`curl -X ${call.method} ${quoteForShell(origin + buildAddress(call, values))}`]
  if (!call.open) lines.push(`-H 'Authorization: Bearer '"$TOKEN"`)
  if (call.form)
    for (const [name, one] of Object.entries(call.form.properties ?? {})) {
      const value = values[`form.${name}`] ?? ''
      if (isFile(one)) lines.push(`-F ${quoteForShell(`${name}=@file`)}`)
      // A text that starts with "@" is sent as text, not as a file.
      else if (value !== '') lines.push(`--form-string ${quoteForShell(`${name}=${value}`)}`)
    }
  else if (call.body) lines.push(`-H 'Content-Type: application/json'`, `-d ${quoteForShell(compactJson(body ?? ''))}`)
  return lines.join(' \\\n  ')
}

/** Whether the field is the file of a form. */
export const isFile = (schema: JsonSchema): boolean => 'contentMediaType' in schema

/** JSON on one line: without the blanks between its tokens, otherwise byte for byte what is sent. */
const compactJson = (text: string): string => text.replace(/("(?:[^"\\]|\\.)*")|\s+/g, '$1')
