import { errors, type ErrorKey, type Language } from '@timbermark/contract'
import { interfaceDocument } from '@timbermark/contract/calls'
import { outcomes } from '@timbermark/contract/transition-calls'
import { phrase, words } from '@timbermark/phrases/all'
import type { z } from 'zod'
import { choices, imported } from '../../entity/common-answers.ts'
import { permissionsOf, type RouteSpec, serve } from '../../platform/http/http.ts'
import { refusalText } from '../../platform/refusal.ts'
import { exampleOf } from './examples.ts'
import { refusalsOf } from './refusals.ts'
import { type Schema, Schemas } from './schemas.ts'
import { summaryOf } from './summaries.ts'
import { titleOf } from './titles.ts'

/** The version of the interface: its second part grows when something is added, its first when something is taken away. */
export const interfaceVersion = '1.0.0'

const wireCodes = [401, 403, 404, 408, 429, 500, 503] as const

const issue = {
  type: 'object',
  required: ['field', 'error', 'message'],
  properties: {
    field: { type: 'string', description: 'Path of the field: `rows.0.code`' },
    error: { type: 'string', description: 'Stable key of what is wrong with it' },
    params: { type: 'object' },
    message: { type: 'string', description: 'In the caller’s language' },
  },
}

const refusalSchema = {
  type: 'object',
  description: 'A refusal; HTTP 200 all the same, but 503 when the system is at fault and 408 for a body that stalls',
  required: ['code', 'msg', 'message', 'error', 'request'],
  properties: {
    code: { type: 'integer', enum: wireCodes },
    msg: { type: 'string', description: 'In the caller’s language' },
    message: { type: 'string' },
    error: { type: 'string', description: 'Stable key of the refusal' },
    request: { type: 'string', description: 'Id of the call in the log' },
    data: {
      type: 'object',
      properties: { issues: { type: 'array', items: { $ref: '#/components/schemas/Issue' } } },
    },
  },
}

/** Headers that calls have in common. */
const headers = (language: Language) => ({
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: phrase(language, 'docs.said.idempotencyKey'),
    schema: { type: 'string', minLength: 8, maxLength: 200, pattern: '^[\\x21-\\x7e]+$' },
    example: '00000000-0000-4000-8000-000000000017',
  },
  Language: {
    name: 'Accept-Language',
    in: 'header',
    required: false,
    description: phrase(language, 'docs.said.language'),
    schema: { type: 'string' },
    example: 'fr',
  },
})

/** Groups of the addresses whose first part is none. */
const groups: Record<string, string> = {
  captchaImage: 'session',
  login: 'session',
  logout: 'session',
  register: 'session',
  getInfo: 'session',
  getRouters: 'session',
  common: 'file',
  'openapi.json': 'tool',
}

/** The group of a call. */
export function tagOf(path: string): string {
  const first = path.split('/')[1]!
  return groups[first] ?? first
}

function tagName(language: Language, tag: string): string {
  const texts = words(language)
  return texts.has(`docs.tag.${tag}`) ? texts.from(`docs.tag.${tag}`) : texts.from(`menu.${tag}`)
}

interface Reader {
  schemas: Schemas
  language: Language
}

/** Envelope of a success answer with the declared data and extras, or rows. */
function goodAnswer({ answer, envelopeExtras, rows, labels, path }: RouteSpec, { schemas }: Reader): Schema {
  const more = envelopeExtras ? schemas.of(envelopeExtras, 'output', labels).properties : undefined
  return {
    type: 'object',
    required: ['code', 'msg', ...(rows ? ['rows', 'total'] : answer ? ['data'] : [])],
    properties: {
      code: { type: 'integer', const: 200 },
      msg: { type: 'string', default: 'ok' },
      ...more,
      ...(answer ? { data: schemas.row(answer, path, labels) } : {}),
      ...(rows
        ? {
            rows: { type: 'array', items: schemas.row(rows, path, labels) },
            total: { type: 'integer' },
            estimated: { type: 'boolean', default: false, description: 'The total is an estimate' },
          }
        : {}),
    },
  }
}

/** Example of a refusal's answer. */
function refused(key: ErrorKey, language: Language) {
  const msg = refusalText(language, key)
  return { code: errors[key], msg, message: msg, error: key, request: '00000000-0000-4000-8000-000000000017' }
}

/** Refusals common to all calls; the others are more specific and come first. */
const usual = new Set<ErrorKey>(['unauthenticated', 'forbidden', 'invalid', 'notFound', 'unavailable'])

/** Content of HTTP 200: a file, or an envelope with success or refusal. */
function contentOf(spec: RouteSpec, keys: readonly ErrorKey[], reader: Reader) {
  const refusal: Schema = { $ref: '#/components/schemas/Refusal' }
  const { named } = reader.schemas
  const telling = keys.find(key => !usual.has(key) && key.includes('.') && !key.startsWith('auth.')) ?? keys[0]
  const examples: Record<string, object> = telling
    ? { refused: { summary: telling, value: refused(telling, reader.language) } }
    : {}
  const file = spec.file ?? []
  const good = file.length > 0 ? undefined : goodAnswer(spec, reader)
  const schema = file.includes('application/json')
    ? { anyOf: [{ type: 'object' }, refusal] }
    : { oneOf: [...(good ? [good] : []), refusal] }
  if (good) examples.done = { summary: 'ok', value: exampleOf(good, '', { named }) }
  const files = file.map(type => [type, { schema: { type: 'string', contentMediaType: type } }] as const)
  return { ...Object.fromEntries(files), 'application/json': { schema, examples } }
}

function bodyOf({ body, upload, form, labels }: RouteSpec, { schemas, language }: Reader) {
  const { named } = schemas
  if (upload) {
    const formSchema = form ? schemas.of(form, 'input', labels) : undefined
    const file = { type: 'string', contentMediaType: 'application/octet-stream' }
    const schema = {
      type: 'object',
      required: [upload, ...(formSchema?.required ?? [])],
      properties: { [upload]: { title: titleOf(language, upload, labels), ...file }, ...formSchema?.properties },
    }
    return { 'multipart/form-data': { schema } }
  }
  if (!body) return undefined
  const schema = schemas.of(body, 'input', labels)
  const least = exampleOf(schema, '', { named, least: true })
  const fullExample = exampleOf(schema, '', { named })
  const same = JSON.stringify(least) === JSON.stringify(fullExample)
  const examples = {
    least: { summary: phrase(language, 'docs.least'), value: least },
    ...(same ? {} : { whole: { summary: phrase(language, 'docs.whole'), value: fullExample } }),
  }
  return { 'application/json': { schema, examples } }
}

/** A path parameter with its pattern. */
function pathParameter(name: string, pattern: string | undefined, { schemas, language }: Reader, labels?: string) {
  const schema: Schema =
    pattern === '^\\d+$'
      ? { type: 'integer', minimum: 1 }
      : { type: 'string', ...(pattern === undefined ? {} : { pattern }) }
  const title = titleOf(language, name, labels)
  return {
    name,
    in: 'path',
    required: true,
    schema: { ...(title ? { title } : {}), ...schema },
    example: exampleOf(schema, name, { named: schemas.named }),
  }
}

function queryParameters({ query, labels }: RouteSpec, { schemas, language }: Reader) {
  if (!query) return []
  const schema = schemas.of(query, 'input', labels)
  const required = new Set(schema.required ?? [])
  return Object.entries(schema.properties ?? {}).map(([name, one]) => {
    const { description: text, ...rest } = one
    const description = text?.startsWith('docs.said.') ? words(language).from(text) : text
    const title = titleOf(language, name, labels)
    return {
      name,
      in: 'query',
      required: required.has(name),
      ...(description ? { description } : {}),
      schema: { ...(title ? { title } : {}), ...rest },
      ...(required.has(name) || rest.default !== undefined
        ? { example: exampleOf(rest, name, { named: schemas.named }) }
        : {}),
    }
  })
}

/** The address as OpenAPI writes it, below `/api`. */
export const documentPath = (path: string): string => `/api${path.replace(/:(\w+)(\([^)]*\))?/g, '{$1}')}`

/** Operation id, derived from the address. */
export const operationIdOf = (method: string, path: string): string =>
  `${method.toLowerCase()}${path.replace(/\{(\w+)\}/g, '$1').replace(/[^A-Za-z0-9]+(\w?)/g, (_, letter: string) => letter.toUpperCase())}`

function operationOf(spec: RouteSpec, reader: Reader) {
  const path = documentPath(spec.path)
  const permissions = permissionsOf(spec.access)
  const userTypes = typeof spec.access === 'object' ? spec.access.userTypes : undefined
  const keys = refusalsOf(spec)
  const refusalLines = keys.filter(key => key !== 'unavailable').map(key => `- \`${key}\` (${errors[key]})`)
  const content = bodyOf(spec, reader)
  const fault = { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } }
  return {
    operationId: operationIdOf(spec.method, path),
    tags: [tagOf(spec.path)],
    summary: summaryOf(spec, reader.language),
    ...(spec.access === 'public' ? { security: [] } : {}),
    ...(spec.changes ? { 'x-changes': true } : {}),
    ...(permissions.length > 0 ? { 'x-permission': permissions.length === 1 ? permissions[0] : permissions } : {}),
    ...(userTypes ? { 'x-user-types': userTypes } : {}),
    parameters: [
      ...[...spec.path.matchAll(/:(\w+)(?:\(([^)]*)\))?/g)].map(([, name, pattern]) =>
        pathParameter(name!, pattern, reader, spec.labels),
      ),
      ...queryParameters(spec, reader),
      { $ref: '#/components/parameters/Language' },
      ...(spec.method === 'GET' || spec.access === 'public'
        ? []
        : [{ $ref: '#/components/parameters/IdempotencyKey' }]),
    ],
    ...(content ? { requestBody: { required: true, content } } : {}),
    responses: {
      200: {
        description: ['Answer or coded refusal', ...(refusalLines.length > 0 ? ['', ...refusalLines] : [])].join('\n'),
        content: contentOf(spec, keys, reader),
      },
      ...(spec.refusedByStatus
        ? { '4XX': { description: 'A refusal; its code is the HTTP status too', content: fault } }
        : {}),
      503: {
        description: 'The system is at fault; try again after `Retry-After` seconds',
        headers: { 'Retry-After': { schema: { type: 'integer' }, description: 'Seconds' } },
        content: fault,
      },
    },
    'x-refusals': keys,
  }
}

/** Answers common to many calls. */
const common = new Map<z.ZodType, string>([
  [outcomes, 'Outcomes'],
  [imported, 'ImportResult'],
  [choices, 'Choices'],
])

/** OpenAPI 3.1 document of the declared routes; its texts are in the given language. */
export function openapi(routes: readonly RouteSpec[], language: Language = 'en'): Record<string, unknown> {
  const schemas = new Schemas(language, common)
  Object.assign(schemas.named, { Refusal: refusalSchema, Issue: issue })
  const reader = { schemas, language }
  const paths: Record<string, Record<string, unknown>> = {}
  const keys = new Set<ErrorKey>()
  for (const spec of routes) {
    const path = documentPath(spec.path)
    const operation = operationOf(spec, reader)
    for (const key of operation['x-refusals']) keys.add(key)
    paths[path] ??= {}
    paths[path][spec.method.toLowerCase()] = operation
  }
  const tags = [...new Set(routes.map(({ path }) => tagOf(path)))].sort()
  return {
    openapi: '3.1.0',
    info: {
      title: 'Timbermark',
      version: interfaceVersion,
      description: phrase(language, 'docs.about', { envelope: '`{code, msg, data}`' }),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: tags.map(name => ({ name, description: tagName(language, name) })),
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: phrase(language, 'docs.bearer') },
      },
      parameters: headers(language),
      schemas: schemas.named,
      'x-refusals': Object.fromEntries(
        [...keys].sort().map(key => [key, { code: errors[key], text: refusalText(language, key) }]),
      ),
    },
  }
}

/** Route that serves the document; it needs the list of all routes, its own included. */
export function openapiRoutes(all: () => readonly RouteSpec[]): RouteSpec[] {
  return [serve(interfaceDocument, async ({ reply, language }) => reply.send(openapi(all(), language)))]
}
