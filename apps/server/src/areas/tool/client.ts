import { strToU8, zipSync } from 'fflate'
import { typedClient } from '@timbermark/contract/calls'
import { FileAnswer, type RouteSpec, serve } from '../../platform/http/http.ts'
import { interfaceVersion, openapi } from './openapi.ts'
import type { Schema } from './schemas.ts'

/** The parts of the document from which the client is generated. */
interface Operation {
  summary: string
  security?: unknown[]
  'x-permission'?: string | string[]
  'x-refusals': string[]
  parameters: { $ref?: string; name: string; in: string; required: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content: Record<string, { schema: Schema }> }>
}
interface Document {
  info: { version: string }
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; 'x-refusals': Record<string, unknown> }
}

const isName = (text: string) => /^[A-Za-z_$][\w$]*$/.test(text)
const key = (text: string) => (isName(text) ? text : JSON.stringify(text))
const literal = (value: unknown) => JSON.stringify(value)
const union = (parts: readonly string[]) => [...new Set(parts)].join(' | ')
/** A text for a comment. */
const commentText = (text: string) => text.replaceAll('*/', '* /').replace(/\s+/g, ' ').trim()

/** The TypeScript type of a schema. */
function typeOf(schema: Schema, indent = ''): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1)!
  if (schema.const !== undefined) return literal(schema.const)
  if (Array.isArray(schema.enum)) return union(schema.enum.map(literal))
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return union(choices.map(one => typeOf(one, indent)))
  // A type cannot say that one of several fields is required.
  if (schema.allOf && !schema.properties) return schema.allOf.map(one => `(${typeOf(one, indent)})`).join(' & ')
  if (schema.contentMediaType !== undefined) return 'Blob'
  const types = [schema.type ?? (schema.properties ? 'object' : [])].flat()
  return types.length === 0 ? 'unknown' : union(types.map(type => plainType(type, schema, indent)))
}

function plainType(type: string, schema: Schema, indent: string): string {
  switch (type) {
    case 'integer':
    case 'number':
      return 'number'
    case 'array':
      if (schema.prefixItems) return `[${schema.prefixItems.map(one => typeOf(one, indent)).join(', ')}]`
      return `Array<${schema.items ? typeOf(schema.items, indent) : 'unknown'}>`
    case 'object':
      return objectType(schema, indent)
    default:
      return type
  }
}

function objectType({ properties, required = [], additionalProperties }: Schema, indent: string): string {
  const inner = `${indent}  `
  const needed = new Set(required)
  const lines = Object.entries(properties ?? {}).flatMap(([name, one]) => [
    ...(one.title || one.description
      ? [`${inner}/** ${commentText([one.title, one.description].filter(Boolean).join(': '))} */`]
      : []),
    `${inner}${key(name)}${needed.has(name) ? '' : '?'}: ${typeOf(one, inner)}`,
  ])
  const more = typeof additionalProperties === 'object' ? additionalProperties : undefined
  if (lines.length === 0) return `Record<string, ${more ? typeOf(more, inner) : 'unknown'}>`
  // Additional fields are `unknown`: a narrower type would also apply to the declared ones.
  if (more) lines.push(`${inner}[key: string]: unknown`)
  return `{\n${lines.join('\n')}\n${indent}}`
}

/** The success answer of a call: its envelope, or a file. */
function answerOf({ responses }: Operation): string {
  const content = responses['200']!.content
  const good = content['application/json']?.schema.oneOf?.find(one => !one.$ref)
  return good ? typeOf(good, '    ') : 'Blob'
}

function inputOf(operation: Operation): string[] {
  const of = (place: string) => operation.parameters.filter(one => one.in === place)
  const fields = (parameters: Operation['parameters'], textual: boolean) =>
    `{ ${parameters
      .map(({ name, required, schema }) => {
        const type = typeOf(schema)
        // Address parameters are texts for the server: numbers are allowed too.
        const taken = textual || type === 'unknown' || type === 'number' ? 'string | number' : type
        return `${key(name)}${required ? '' : '?'}: ${taken}`
      })
      .join('; ')} }`
  const [path, query] = [of('path'), of('query')]
  const content = operation.requestBody?.content ?? {}
  const body = content['application/json']?.schema
  const form = content['multipart/form-data']?.schema
  return [
    ...(path.length > 0 ? [`    params: ${fields(path, true)}`] : []),
    ...(query.length > 0 ? [`    query${query.some(one => one.required) ? '' : '?'}: ${fields(query, false)}`] : []),
    ...(body ? [`    body: ${typeOf(body, '    ')}`] : []),
    ...(form ? [`    form: ${typeOf(form, '    ')}`] : []),
  ]
}

function declarations({ paths, components, info }: Document): string {
  const shapes = Object.entries(components.schemas).map(([name, schema]) => `export type ${name} = ${typeOf(schema)}\n`)
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => {
      const rights = [operation['x-permission'] ?? []].flat()
      const who = operation.security ? 'without signing in' : rights.length > 0 ? rights.join(' or ') : 'signed in'
      return [
        `  /** ${commentText(operation.summary)}. Access: ${who}. */`,
        `  ${literal(`${method.toUpperCase()} ${path.slice('/api'.length)}`)}: {`,
        ...inputOf(operation),
        `    answer: ${answerOf(operation)}`,
        '  }',
      ].join('\n')
    }),
  )
  return `// Timbermark interface ${info.version}: every call with what it takes and answers. Made from the declarations that the server serves.

${shapes.join('\n')}
/** Keys of all refusals that calls may be answered with. */
export type RefusalKey =
${Object.keys(components['x-refusals'])
  .map(one => `  | ${literal(one)}`)
  .join('\n')}

export interface Calls {
${calls.join('\n')}
}

export type CallKey = keyof Calls
export type AnswerOf<K extends CallKey> = Calls[K]['answer']
type CallInput<K extends CallKey> = Omit<Calls[K], 'answer'> & {
  signal?: AbortSignal
  /** The same call under the same key is done once within 24 hours. */
  idempotencyKey?: string
}

export interface ClientOptions {
  /** Address of the installation: \`https://timber.example\`. */
  origin: string
  /** Bearer token of POST /login; asked for at each call. */
  token?: () => string | undefined
  /** Language of texts in answers. */
  language?: 'zh' | 'en' | 'fr'
  fetch?: typeof globalThis.fetch
}

/** A call that was answered with a refusal, or not at all (\`error\` is then \`unavailable\`). */
export class TimbermarkError extends Error {
  /** Wire code: 401, 403, 404, 408, 429, 500 or 503. */
  readonly code: number
  readonly error: RefusalKey | (string & {})
  /** What is wrong with single fields. */
  readonly issues: readonly Issue[]
  readonly data: unknown
  /** Seconds after which the call may be sent again, where the server said so. */
  readonly retryAfter: number | undefined
}

export interface Client {
  /**
   * Makes a call. Lists and values come as the whole envelope, files as a Blob.
   * @throws TimbermarkError for a refusal; TypeError when nothing came back
   * @example const { data } = await client.call('GET /code/request/{id}', { params: { id: 17 } })
   */
  call<K extends CallKey>(
    key: K,
    ...input: object extends CallInput<K> ? [input?: CallInput<K>] : [input: CallInput<K>]
  ): Promise<AnswerOf<K>>
}

export function createClient(options: ClientOptions): Client
export declare const version: ${literal(info.version)}
`
}

const runtime = `// A client of a Timbermark installation; its types stand beside, in index.d.ts.
export const version = ${literal(interfaceVersion)}

export class TimbermarkError extends Error {
  constructor(answer, retryAfter) {
    super(answer.msg ?? answer.error)
    this.name = 'TimbermarkError'
    this.code = answer.code
    this.error = answer.error ?? 'unknown'
    this.data = answer.data
    this.issues = answer.data?.issues ?? []
    this.retryAfter = retryAfter
  }
}

const encoded = value => encodeURIComponent(String(value))

function addressOf(path, { params = {}, query = {} }) {
  const filled = path.replace(/\\{(\\w+)\\}/g, (_, name) => encoded(params[name]))
  const words = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== null)
    .flatMap(([name, value]) => [value].flat().map(one => \`\${encoded(name)}=\${encoded(one)}\`))
  return words.length > 0 ? \`\${filled}?\${words.join('&')}\` : filled
}

function formOf(fields) {
  const form = new FormData()
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined)
  // A file comes last: the server has read the rest when it meets it.
  for (const [name, value] of entries) if (!(value instanceof Blob)) form.append(name, String(value))
  for (const [name, value] of entries) if (value instanceof Blob) form.append(name, value)
  return form
}

export function createClient({ origin, token, language = 'en', fetch = globalThis.fetch }) {
  const base = \`\${origin.replace(/\\/$/, '')}/api\`
  return {
    async call(key, given = {}) {
      const [method, path] = key.split(' ')
      const held = token?.()
      const headers = { 'accept-language': language }
      if (held) headers.authorization = \`Bearer \${held}\`
      if (given.idempotencyKey) headers['idempotency-key'] = given.idempotencyKey
      if (given.body !== undefined) headers['content-type'] = 'application/json'
      const body = given.form ? formOf(given.form) : given.body === undefined ? undefined : JSON.stringify(given.body)
      const response = await fetch(base + addressOf(path, given), { method, headers, body, signal: given.signal })
      const retryAfter = Number(response.headers.get('retry-after')) || undefined
      const type = response.headers.get('content-type') ?? ''
      if (!type.includes('json') || response.headers.has('content-disposition')) {
        if (response.ok) return response.blob()
        throw new TimbermarkError({ code: response.status, error: 'unavailable' }, retryAfter)
      }
      const answer = await response.json()
      if ('openapi' in answer) return new Blob([JSON.stringify(answer)], { type: 'application/json' })
      if (answer.code === 200) return answer
      throw new TimbermarkError(answer, retryAfter)
    },
  }
}
`

const readme = `# timbermark-client ${interfaceVersion}

A typed client of a Timbermark installation for browsers and Node 20 or newer: one module without dependencies, and the
types of every call, made from the declarations that the installation serves.

\`\`\`
npm install ./timbermark-client
\`\`\`

\`\`\`ts
import { createClient, TimbermarkError } from 'timbermark-client'

let token: string | undefined
const client = createClient({ origin: 'https://timber.example', token: () => token, language: 'fr' })

const signedIn = await client.call('POST /login', { body: { username: 'clerk', password: '…', code: '', uuid: '' } })
const { rows, total } = await client.call('GET /catalog/product/list', { query: { page: 1, limit: 20 } })
const { data } = await client.call('GET /trace/{code}', { params: { code: '0000A1B2C3D4E5F6G7H8' } })

try {
  await client.call('PUT /code/request/{id}/submit', { params: { id: 17 }, body: {} })
} catch (error) {
  if (error instanceof TimbermarkError && error.error === 'stateRefused') console.log(error.message)
}
\`\`\`

- A call is named by method and address, as the interface docs do; what it takes and answers is typed.
- Lists and values are answered as the whole envelope, files as a \`Blob\`.
- A refusal is thrown as \`TimbermarkError\` with its stable key, wire code, text in your language, and \`issues\` by field.
- \`idempotencyKey\` lets a write be sent again until it is answered: it is done once.

The version is that of the interface: its second part grows when something is added, its first when something is taken away.
Licence: Apache-2.0.
`

const manifest = {
  name: 'timbermark-client',
  version: interfaceVersion,
  description: 'Typed client of a Timbermark installation',
  type: 'module',
  license: 'Apache-2.0',
  exports: { '.': { types: './index.d.ts', default: './index.js' } },
  types: './index.d.ts',
  files: ['index.js', 'index.d.ts', 'README.md'],
  sideEffects: false,
}

/** Files of the client by path: a package to install from its folder. */
export function clientFiles(routes: readonly RouteSpec[]): Record<string, string> {
  const document = openapi(routes) as unknown as Document
  return {
    'timbermark-client/package.json': `${JSON.stringify(manifest, null, 2)}\n`,
    'timbermark-client/README.md': readme,
    'timbermark-client/index.js': runtime,
    'timbermark-client/index.d.ts': declarations(document),
  }
}

/** Routes that serve the client; they need the list of all routes. */
export function clientRoutes(all: () => readonly RouteSpec[]): RouteSpec[] {
  return [
    serve(typedClient, async () => {
      const files = Object.entries(clientFiles(all())).map(([path, text]) => [path, strToU8(text)] as const)
      // Reproducible bytes; a zip cannot hold a time before 1980.
      const zip = zipSync(Object.fromEntries(files), { mtime: new Date(1980, 0, 1) })
      return new FileAnswer(Buffer.from(zip), 'application/zip', `timbermark-client-${interfaceVersion}.zip`)
    }),
  ]
}
