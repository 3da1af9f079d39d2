import { post, user } from '@timbermark/contract'
import { calls } from '@timbermark/contract/calls'
import { beforeAll, describe, expect, test } from 'vitest'
import { openapi } from '../../src/areas/tool/openapi.ts'
import type { RouteSpec } from '../../src/platform/http/http.ts'
import { routes } from '../../src/routes.ts'

interface Schema {
  properties?: Record<string, Schema>
  required?: string[]
  oneOf?: Schema[]
  $ref?: string
  maxLength?: number
  type?: string
}
interface Operation {
  parameters: { name: string; in: string; required: boolean }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content: Record<string, { schema: Schema }> }>
}

let paths: Record<string, Record<string, Operation>>

beforeAll(() => {
  // As a client reads it.
  const document = JSON.parse(JSON.stringify(openapi(routes, '0.1.0'))) as { paths: typeof paths }
  paths = document.paths
})

const nameOf = ({ method, path }: Pick<RouteSpec, 'method' | 'path'>) => `${method} ${path.replace(/\([^)]*\)/g, '')}`
const operationOf = (spec: RouteSpec) =>
  paths[`/api${spec.path.replace(/:([A-Za-z]+)(\([^)]*\))?/g, '{$1}')}`]?.[spec.method.toLowerCase()]
const goodAnswer = (operation: Operation | undefined) =>
  operation?.responses['200']?.content['application/json']?.schema.oneOf?.find(schema => !schema.$ref)

/** What a list, one row, a choice or a workbook holds is said by the views of its entity, which are not declared yet. */
const view = /^GET .*\/(list|:id|export|importTemplate|options|mine)$|^POST .*\/importData$/
/** A change of state is declared as data, not as a call. */
const transition = /^PUT .*\/(changeStatus|submit|publish|withdraw|audit|shelf|accept|state)$/

const undeclared = (spec: RouteSpec) => view.test(nameOf(spec)) || transition.test(nameOf(spec))

describe('the interface document', () => {
  test('holds every route with the parameters of its path and the refusal that it may answer', () => {
    const wrong = routes.flatMap(spec => {
      const operation = operationOf(spec)
      if (!operation) return [nameOf(spec)]
      const wanted = [...spec.path.matchAll(/:([A-Za-z]+)/g)].map(([, name]) => name)
      const said = operation.parameters.filter(one => one.in === 'path' && one.required).map(one => one.name)
      const json = operation.responses['200']?.content['application/json']?.schema
      const refuses = json?.oneOf?.some(({ $ref }) => $ref === '#/components/schemas/Refusal')
      return said.join() === wanted.join() && refuses ? [] : [nameOf(spec)]
    })
    expect(wrong).toEqual([])
    expect(Object.values(paths).flatMap(Object.keys).length).toBe(routes.length)
  })

  test('says of every route what it answers: data, rows or a file; only views and transitions do so elsewhere', () => {
    const silent = routes
      .filter(spec => !spec.answer && !spec.rows && !spec.file && !undeclared(spec))
      .map(spec => nameOf(spec))
    expect(silent).toEqual([])
    for (const spec of routes) {
      const answer = goodAnswer(operationOf(spec))
      if (spec.answer) expect(answer?.required, nameOf(spec)).toContain('data')
      if (spec.rows) expect(answer?.required, nameOf(spec)).toEqual(expect.arrayContaining(['rows', 'total']))
    }
  })

  test('says what a body holds wherever one is read', () => {
    const silent = routes.filter(spec => {
      const body = operationOf(spec)?.requestBody?.content['application/json']?.schema
      return spec.body && !undeclared(spec) && !body?.properties && !(body as { anyOf?: unknown })?.anyOf
    })
    expect(silent.map(nameOf)).toEqual([])
  })

  test('names the fields of an add, the needed ones as required', () => {
    const body = paths['/api/system/post']?.post?.requestBody?.content['application/json']?.schema
    expect(body?.required).toEqual(['postCode', 'postName', 'postSort'])
    expect(Object.keys(body?.properties ?? {})).toEqual(Object.keys(post.fields))
    expect(body?.properties?.postCode).toMatchObject({ type: 'string', maxLength: 64 })
  })

  test('needs only the id for an edit, and leaves out what is given once for all', () => {
    const body = paths['/api/system/user']?.put?.requestBody?.content['application/json']?.schema
    expect(body?.required).toEqual(['id'])
    expect(user.fields.userName.createOnly).toBe(true)
    expect(body?.properties).not.toHaveProperty('userName')
    expect(body?.properties).toMatchObject({ nickName: {}, roleIds: { type: 'array' } })
  })
})

test('every declared call is served as it is declared, and no two have the same address', () => {
  const served = new Map(routes.map(spec => [nameOf(spec), spec]))
  for (const call of calls) expect(served.get(nameOf(call)), nameOf(call)).toMatchObject({ summary: call.summary })
  expect(new Set(calls.map(nameOf)).size).toBe(calls.length)
  expect(served.size).toBe(routes.length)
})
