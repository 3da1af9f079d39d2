import { interfaceDocument } from '@timbermark/contract/calls'
import type { Language } from '@timbermark/contract'
import { z } from 'zod'
import { permissionsOf, type RouteSpec, serve } from '../../platform/http/http.ts'
import { summaryOf } from './summaries.ts'
import { titled, titleOf } from './titles.ts'

/** JSON Schema of a zod schema as a caller sees it: what he sends, or what he gets. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output' = 'input'): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
  }) as Record<string, unknown>
  return rest
}

const refusal = {
  type: 'object',
  description: 'A refusal; HTTP 200 all the same, but 503 when the system is at fault and 408 for a body that stalls',
  required: ['code', 'msg', 'message', 'error', 'request'],
  properties: {
    code: { type: 'integer', enum: [401, 403, 404, 429, 500] },
    msg: { type: 'string', description: 'In the caller’s language' },
    message: { type: 'string' },
    error: { type: 'string', description: 'Stable key of the refusal' },
    request: { type: 'string', description: 'Id of the call in the log' },
    data: { type: 'object', properties: { issues: { type: 'array', items: { $ref: '#/components/schemas/Issue' } } } },
  },
}

const issue = {
  type: 'object',
  required: ['field', 'error', 'message'],
  properties: {
    field: { type: 'string' },
    error: { type: 'string' },
    params: { type: 'object' },
    message: { type: 'string' },
  },
}

const refused = { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } }

/** The envelope of a good answer, with what the call declares: data and keys beside it, or rows. */
function goodAnswer({ answer, beside, rows, labels }: RouteSpec, language: Language) {
  const more = beside ? (schemaOf(beside, 'output').properties as object | undefined) : undefined
  return {
    type: 'object',
    required: ['code', 'msg', ...(rows ? ['rows', 'total'] : answer ? ['data'] : [])],
    properties: {
      code: { type: 'integer', const: 200 },
      msg: { type: 'string' },
      ...more,
      ...(answer ? { data: titled(schemaOf(answer, 'output'), language, labels) } : {}),
      ...(rows
        ? {
            rows: { type: 'array', items: titled(schemaOf(rows, 'output'), language, labels) },
            total: { type: 'integer' },
            estimated: { type: 'boolean', description: 'The total is an estimate' },
          }
        : {}),
    },
  }
}

/** What comes back with HTTP 200: a file, or an envelope that is good or a refusal. */
function contentOf(spec: RouteSpec, language: Language) {
  const json = spec.file?.includes('application/json')
    ? [{ type: 'object' }]
    : spec.file
      ? []
      : [goodAnswer(spec, language)]
  const answers = { oneOf: [...json, { $ref: '#/components/schemas/Refusal' }] }
  const files = (spec.file ?? []).map(type => [type, { schema: { type: 'string', format: 'binary' } }] as const)
  return { ...Object.fromEntries(files), 'application/json': { schema: answers } }
}

function bodyOf({ body, upload, labels }: RouteSpec, language: Language) {
  if (upload)
    return {
      'multipart/form-data': {
        schema: { type: 'object', required: [upload], properties: { [upload]: { type: 'string', format: 'binary' } } },
      },
    }
  return body ? { 'application/json': { schema: titled(schemaOf(body), language, labels) } } : undefined
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same call under the same key is done once within 24 hours and answered the same',
  schema: { type: 'string', minLength: 8, maxLength: 200, pattern: '^[\\x21-\\x7e]+$' },
}

/** OpenAPI 3.1 document of the declared routes; what people read of it is in their language. */
export function openapi(
  routes: readonly RouteSpec[],
  version: string,
  language: Language = 'en',
): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const spec of routes) {
    const names = [...spec.path.matchAll(/:([A-Za-z]+)/g)].map(match => match[1]!)
    const path = `/api${spec.path.replace(/:([A-Za-z]+)(\([^)]*\))?/g, '{$1}')}`
    const query = spec.query ? schemaOf(spec.query) : undefined
    const properties = (query?.properties ?? {}) as Record<string, unknown>
    const required = new Set((query?.required as string[] | undefined) ?? [])
    const permissions = permissionsOf(spec.access)
    const content = bodyOf(spec, language)
    paths[path] ??= {}
    paths[path][spec.method.toLowerCase()] = {
      operationId: `${spec.method.toLowerCase()}${path.replace(/\{(\w+)\}/g, '$1').replace(/[^A-Za-z0-9]+(\w?)/g, (_, letter: string) => letter.toUpperCase())}`,
      tags: [spec.path.split('/')[1]],
      summary: summaryOf(spec, language),
      ...(spec.access === 'public' ? { security: [] } : {}),
      ...(permissions.length > 0 ? { 'x-permission': permissions.length === 1 ? permissions[0] : permissions } : {}),
      parameters: [
        ...names.map(name => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
        ...Object.entries(properties).map(([name, schema]) => ({
          name,
          in: 'query',
          required: required.has(name),
          schema: { title: titleOf(language, name, spec.labels), ...(schema as object) },
        })),
        ...(spec.method === 'GET' || spec.access === 'public' ? [] : [idempotencyKey]),
      ],
      ...(content ? { requestBody: { required: true, content } } : {}),
      responses: {
        200: { description: 'Answer or coded refusal', content: contentOf(spec, language) },
        503: { description: 'The system is at fault; try again after `Retry-After` seconds', content: refused },
      },
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Timbermark',
      version,
      description: 'Every call answers HTTP 200 with {code, msg, data}; see docs/wire.md.',
    },
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Refusal: refusal, Issue: issue },
    },
    security: [{ bearer: [] }],
    paths,
  }
}

/** The document as a call; it needs the list of all routes, its own included. */
export function openapiRoutes(all: () => readonly RouteSpec[]): RouteSpec[] {
  return [serve(interfaceDocument, async ({ reply, language }) => reply.send(openapi(all(), '0.1.0', language)))]
}
