/** The parts of an OpenAPI 3.1 document that the screen shows. */
export interface JsonSchema {
  type?: string | string[]
  title?: string
  description?: string
  enum?: unknown[]
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
interface Operation {
  operationId?: string
  tags?: string[]
  summary?: string
  description?: string
  security?: unknown[]
  'x-permission'?: string | string[]
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema?: JsonSchema }[]
  requestBody?: { required?: boolean; content?: Record<string, { schema?: JsonSchema }> }
}
export interface OpenApi {
  openapi: string
  info: { title: string; version: string; description?: string }
  paths: Record<string, Record<string, Operation>>
}

export interface ApiCall {
  id: string
  tag: string
  method: string
  path: string
  summary: string
  /** Needs no sign-in. */
  open: boolean
  permissions: string[]
  parameters: NonNullable<Operation['parameters']>
  body: JsonSchema | undefined
}

const methods = ['get', 'post', 'put', 'delete', 'patch'] as const

/** The calls of a document, by tag and path. */
export function callsOf(document: OpenApi): ApiCall[] {
  return Object.entries(document.paths)
    .flatMap(([path, operations]) =>
      methods.flatMap(method => {
        const operation = operations[method]
        if (!operation) return []
        const needed = operation['x-permission']
        return [
          {
            id: operation.operationId ?? `${method} ${path}`,
            tag: operation.tags?.[0] ?? path.split('/')[2] ?? '',
            method: method.toUpperCase(),
            path,
            summary: operation.summary ?? '',
            open: operation.security?.length === 0,
            permissions: needed === undefined ? [] : [needed].flat(),
            parameters: operation.parameters ?? [],
            body: operation.requestBody?.content?.['application/json']?.schema,
          },
        ]
      }),
    )
    .sort((a, b) => compare(a.tag, b.tag) || compare(a.path, b.path))
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Calls in which every word of the text occurs: in the address, the method, the summary or the permission. */
export function findCalls(calls: readonly ApiCall[], text: string): ApiCall[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return calls.filter(call => {
    const where = `${call.method} ${call.path} ${call.summary} ${call.permissions.join(' ')}`.toLowerCase()
    return words.every(word => where.includes(word))
  })
}

/** A type in a few words: `string (1–20)`, `array of integer`. */
export function typeText(schema: JsonSchema | undefined): string {
  if (!schema) return ''
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
  return `${schema.format ?? type}${range}` || 'any'
}

/** An example body by its schema: what a caller fills in. */
export function exampleOf(schema: JsonSchema | undefined): unknown {
  if (!schema) return undefined
  if (schema.default !== undefined) return schema.default
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const choice = (schema.anyOf ?? schema.oneOf)?.find(one => one.type !== 'null')
  if (choice) return exampleOf(choice)
  const type = [schema.type].flat()[0]
  if (schema.properties) {
    const required = new Set(schema.required ?? [])
    const names = Object.keys(schema.properties).filter(name => required.size === 0 || required.has(name))
    return Object.fromEntries(names.map(name => [name, exampleOf(schema.properties?.[name])]))
  }
  if (type === 'array') return [exampleOf(schema.items)].filter(one => one !== undefined)
  if (type === 'integer' || type === 'number')
    return schema.minimum !== undefined && schema.minimum > 0 ? schema.minimum : 1
  if (type === 'boolean') return true
  if (type === 'object') return {}
  return schema.format === 'uuid' ? '00000000-0000-4000-8000-000000000000' : ''
}

/** A command line that makes the call; the token is left to whoever runs it. */
export function curlOf(call: ApiCall, origin: string): string {
  const required = call.parameters.filter(one => one.in === 'query' && one.required)
  const query = required.map(one => `${one.name}=`).join('&')
  const lines = [`curl -X ${call.method} '${origin}${call.path}${query ? `?${query}` : ''}'`]
  if (!call.open) lines.push(`-H 'Authorization: Bearer '"$TOKEN"`)
  if (call.body) {
    const body = JSON.stringify(exampleOf(call.body)).replaceAll("'", `'\\''`)
    lines.push(`-H 'Content-Type: application/json'`, `-d '${body}'`)
  }
  return lines.join(' \\\n  ')
}
