/** The parts of an OpenAPI 3.1 document that the screen shows. */
export interface JsonSchema {
  $ref?: string
  type?: string | string[]
  title?: string
  description?: string
  enum?: unknown[]
  /** Some of what it may be, where there may be more. */
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

export interface Refused {
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
  /** Changes something, which whoever tries it is asked about. */
  writes: boolean
  permissions: string[]
  parameters: Parameter[]
  body: JsonSchema | undefined
  examples: Example[]
  /** Fields of a form with a file, where the call takes one. */
  form: JsonSchema | undefined
  /** The good answer, where it is no file. */
  answer: JsonSchema | undefined
  answerExample: unknown
  /** Media types, where the answer is a file. */
  files: string[]
  refusals: Refused[]
}

const methods = ['get', 'post', 'put', 'delete', 'patch'] as const

const namesRefusal = ({ $ref }: JsonSchema) => $ref?.endsWith('/Refusal') ?? false

/** What a reference means; anything else is itself. */
export function resolve<T extends { $ref?: string }>(document: OpenApi, value: T): T {
  if (!value.$ref?.startsWith('#/')) return value
  const found = value.$ref
    .slice(2)
    .split('/')
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document)
  return (found as T | undefined) ?? value
}

/** The calls of a document, by tag and path. */
export function callsOf(document: OpenApi): ApiCall[] {
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
            answer: json?.schema?.oneOf?.find(one => !namesRefusal(one)),
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

/** So many of the values that a field may have stand beside its type. */
const shownExamples = 6

/** A type in a few words: `string (1–20)`, `array of integer`. */
export function typeText(schema: JsonSchema | undefined): string {
  if (!schema) return ''
  if (schema.$ref) return schema.$ref.split('/').at(-1)!
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return [...new Set(choices.map(typeText))].filter(Boolean).join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map(value => JSON.stringify(value)).join(' | ')
  const type = [schema.type ?? (schema.properties ? 'object' : '')].flat().join(' | ')
  if (type === 'array') return `array of ${typeText(schema.items) || 'any'}`
  const from = schema.minLength ?? schema.minimum
  const to = schema.maxLength ?? schema.maximum
  // Safe-integer bounds say nothing that "integer" does not.
  const known = (bound: number | undefined) => bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER
  const range = known(from) || known(to) ? ` (${known(from) ? from : ''}–${known(to) ? to : ''})` : ''
  const shown = schema.examples?.slice(0, shownExamples).map(value => JSON.stringify(value)) ?? []
  const some = shown.length > 0 ? ` (${[...shown, '…'].join(', ')})` : ''
  return `${schema.format ?? type}${range}${some}` || 'any'
}

/** One field of a body or an answer, those of objects and of lists of objects below it. */
export interface FieldRow {
  /** Path of the field: `rows[].code`. */
  name: string
  schema: JsonSchema
  required: boolean
}

/** Deeper fields are seen in the example. */
const mostDepth = 3

/** The fields of a schema, one after the other, each below the one it is in. */
export function fieldsOf(document: OpenApi, schema: JsonSchema, prefix = '', depth = 0): FieldRow[] {
  const whole = resolve(document, schema)
  const part = whole.anyOf ?? whole.oneOf
  const chosen = part ? resolve(document, part.find(one => one.type !== 'null') ?? {}) : whole
  const required = new Set(chosen.required ?? [])
  return Object.entries(chosen.properties ?? {}).flatMap(([key, one]): FieldRow[] => {
    const name = prefix + key
    const row = { name, schema: one, required: required.has(key) }
    if (depth >= mostDepth) return [row]
    const inner = resolve(document, one)
    const within = inner.type === 'array' && inner.items ? inner.items : inner
    const mark = within === inner ? '.' : '[].'
    return [row, ...fieldsOf(document, within, `${name}${mark}`, depth + 1)]
  })
}

/** What somebody filled in for a call. */
export interface Filled {
  /** Values of parameters by name, as texts. */
  values: Readonly<Record<string, string>>
  /** The body as text. */
  body?: string
}

/** What is filled in when a call is opened: what its path needs, and the least body. */
export function filledOf(call: ApiCall): { values: Record<string, string>; body: string } {
  const wanted = call.parameters.filter(one => one.required && one.in !== 'header')
  const values = Object.fromEntries(wanted.map(one => [one.name, String(one.example ?? '')]))
  return { values, body: call.body ? JSON.stringify(call.examples[0]?.value ?? {}, null, 2) : '' }
}

/** Is all there that a call needs? A part of a path that is dots alone would lead somewhere else, however it is written. */
export const isFilled = (call: ApiCall, values: Readonly<Record<string, string>>): boolean =>
  call.parameters.every(({ in: place, name, required }) => {
    const value = values[name] ?? ''
    return place === 'path' ? !/^\.{0,2}$/.test(value) : place === 'header' || !required || value !== ''
  })

/** The address of a call with its values, below the origin. */
export function addressOf(call: ApiCall, values: Readonly<Record<string, string>>): string {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
  const query = call.parameters
    .filter(one => one.in === 'query' && (values[one.name] ?? '') !== '')
    .map(one => `${encodeURIComponent(one.name)}=${encodeURIComponent(values[one.name]!)}`)
  return query.length > 0 ? `${path}?${query.join('&')}` : path
}

/** A word of a shell, whatever is in it. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** A command line that makes the call as it is filled in; the token is left to whoever runs it. */
export function curlOf(call: ApiCall, origin: string, { values, body }: Filled = filledOf(call)): string {
  const lines = [`curl -X ${call.method} ${quoted(origin + addressOf(call, values))}`]
  if (!call.open) lines.push(`-H 'Authorization: Bearer '"$TOKEN"`)
  if (call.form)
    for (const [name, one] of Object.entries(call.form.properties ?? {})) {
      const value = values[`form.${name}`] ?? ''
      if (isFile(one)) lines.push(`-F ${quoted(`${name}=@file`)}`)
      // A text that begins like the name of a file is a text.
      else if (value !== '') lines.push(`--form-string ${quoted(`${name}=${value}`)}`)
    }
  else if (call.body) lines.push(`-H 'Content-Type: application/json'`, `-d ${quoted(compact(body ?? ''))}`)
  return lines.join(' \\\n  ')
}

/** Is it the file of a form? */
export const isFile = (schema: JsonSchema): boolean => 'contentMediaType' in schema

/** JSON on one line: without the blanks between its parts, and else letter by letter what is sent. */
const compact = (text: string): string => text.replace(/("(?:[^"\\]|\\.)*")|\s+/g, '$1')
