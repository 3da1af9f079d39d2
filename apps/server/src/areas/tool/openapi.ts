import { interfaceDocument } from '@timbermark/contract/calls'
import { z } from 'zod'
import { permissionsOf, type RouteSpec, serve } from '../../platform/http/http.ts'

/** JSON Schema of a zod schema as a caller sees it: what he sends, or what he gets. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output' = 'input'): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
  }) as Record<string, unknown>
  return rest
}

const envelope = {
  type: 'object',
  required: ['code', 'msg'],
  properties: {
    code: { type: 'integer', enum: [200, 401, 403, 404, 429, 500] },
    msg: { type: 'string', description: 'In the caller’s language' },
    error: { type: 'string', description: 'Stable key of a refusal' },
    data: {},
    rows: { type: 'array', items: {} },
    total: { type: 'integer' },
  },
}

/** The envelope with what the call declares to answer. */
const answerOf = ({ answer }: RouteSpec) =>
  answer ? { ...envelope, properties: { ...envelope.properties, data: schemaOf(answer, 'output') } } : envelope

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same call under the same key is done once within 24 hours and answered the same',
  schema: { type: 'string', minLength: 8, maxLength: 200, pattern: '^[\\x21-\\x7e]+$' },
}

/** OpenAPI 3.1 document of the declared routes. */
export function openapi(routes: readonly RouteSpec[], version: string): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const spec of routes) {
    const names = [...spec.path.matchAll(/:([A-Za-z]+)/g)].map(match => match[1]!)
    const path = `/api${spec.path.replace(/:([A-Za-z]+)(\([^)]*\))?/g, '{$1}')}`
    const query = spec.query ? schemaOf(spec.query) : undefined
    const properties = (query?.properties ?? {}) as Record<string, unknown>
    const required = new Set((query?.required as string[] | undefined) ?? [])
    const permissions = permissionsOf(spec.access)
    paths[path] ??= {}
    paths[path][spec.method.toLowerCase()] = {
      operationId: `${spec.method.toLowerCase()}${path.replace(/\{(\w+)\}/g, '$1').replace(/[^A-Za-z0-9]+(\w?)/g, (_, letter: string) => letter.toUpperCase())}`,
      tags: [spec.path.split('/')[1]],
      summary: spec.summary,
      ...(spec.access === 'public' ? { security: [] } : {}),
      ...(permissions.length > 0 ? { 'x-permission': permissions.length === 1 ? permissions[0] : permissions } : {}),
      parameters: [
        ...names.map(name => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
        ...Object.entries(properties).map(([name, schema]) => ({
          name,
          in: 'query',
          required: required.has(name),
          schema,
        })),
        ...(spec.method === 'GET' || spec.access === 'public' ? [] : [idempotencyKey]),
      ],
      ...(spec.body
        ? { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(spec.body) } } } }
        : {}),
      responses: {
        200: { description: 'Answer or coded refusal', content: { 'application/json': { schema: answerOf(spec) } } },
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
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    security: [{ bearer: [] }],
    paths,
  }
}

/** The document as a call; it needs the list of all routes, its own included. */
export function openapiRoutes(all: () => readonly RouteSpec[]): RouteSpec[] {
  return [serve(interfaceDocument, async ({ reply }) => reply.send(openapi(all(), '0.1.0')))]
}
