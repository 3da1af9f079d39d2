import { Validator } from '@seriousme/openapi-schema-validator'
import { errors, languages, post, user } from '@timbermark/contract'
import { calls } from '@timbermark/contract/calls'
import { words } from '@timbermark/phrases/all'
import type { z } from 'zod'
import { beforeAll, describe, expect, test } from 'vitest'
import { documentPath, openapi } from '../../src/areas/tool/openapi.ts'
import type { RouteSpec } from '../../src/platform/http/http.ts'
import { routes } from '../../src/routes.ts'
import { type Document, type Operation, type Schema, validatorOf } from '../published.ts'

let document: Document
let paths: Document['paths']

beforeAll(() => {
  // As a client reads it.
  document = JSON.parse(JSON.stringify(openapi(routes))) as Document
  paths = document.paths
})

const nameOf = ({ method, path }: Pick<RouteSpec, 'method' | 'path'>) => `${method} ${path.replace(/\([^)]*\)/g, '')}`
const operationOf = (spec: RouteSpec): Operation => paths[documentPath(spec.path)]![spec.method.toLowerCase()]!
const operations = () => Object.values(paths).flatMap(Object.values<Operation>)
const goodAnswer = (operation: Operation | undefined) =>
  operation?.responses['200']?.content['application/json']?.schema.oneOf?.find(schema => !schema.$ref)
const namesRefusal = ({ $ref }: Schema) => $ref === '#/components/schemas/Refusal'

describe('the interface document', () => {
  test('is OpenAPI 3.1, by a validator that is not ours, in every language', async () => {
    for (const language of languages) {
      const specification = JSON.parse(JSON.stringify(openapi(routes, language))) as Document
      const { valid, errors: problems } = await new Validator().validate({ ...specification })
      expect(problems ?? [], language).toEqual([])
      expect(valid).toBe(true)
    }
  })

  test('holds every route with the parameters of its path and the refusal that it may answer', () => {
    const wrong = routes.flatMap(spec => {
      const operation = operationOf(spec)
      if (!operation) return [nameOf(spec)]
      const wanted = [...spec.path.matchAll(/:(\w+)/g)].map(([, name]) => name)
      const pathParameters = operation.parameters.filter(one => one.in === 'path' && one.required).map(one => one.name)
      const json = operation.responses['200']?.content['application/json']?.schema
      const refuses = (json?.oneOf ?? json?.anyOf)?.some(namesRefusal)
      return pathParameters.join() === wanted.join() && refuses ? [] : [nameOf(spec)]
    })
    expect(wrong).toEqual([])
    expect(operations().length).toBe(routes.length)
    expect(new Set(operations().map(one => one.operationId)).size).toBe(routes.length)
  })

  test('says of every route what it answers, views and transitions included: data, rows or a file', () => {
    const silent = routes.filter(spec => !spec.answer && !spec.rows && !spec.file).map(nameOf)
    expect(silent).toEqual([])
    for (const spec of routes) {
      const answer = goodAnswer(operationOf(spec))
      if (spec.answer) expect(answer?.required, nameOf(spec)).toContain('data')
      if (spec.rows) expect(answer?.required, nameOf(spec)).toEqual(expect.arrayContaining(['rows', 'total']))
      if (spec.file)
        expect(Object.keys(operationOf(spec).responses['200']!.content), nameOf(spec)).toEqual(
          expect.arrayContaining([...spec.file]),
        )
    }
  })

  test('says what a body or a form holds wherever one is read', () => {
    const silent = routes.filter(spec => {
      const content = Object.values(operationOf(spec).requestBody?.content ?? {})
      const isDescribed = content.some(({ schema }) => schema.properties || schema.anyOf || schema.oneOf || schema.$ref)
      return (spec.body || spec.upload) && !isDescribed
    })
    expect(silent.map(nameOf)).toEqual([])
  })

  test('every reference leads somewhere, every group is declared', () => {
    const missing = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)]
      .map(([, path]) => path!)
      .filter(path => path.split('/').reduce<unknown>((at, key) => (at as Schema | undefined)?.[key], document) == null)
    expect(missing).toEqual([])
    const declared = new Set(document.tags.map(({ name }) => name))
    expect(operations().filter(({ tags }) => !declared.has(tags[0]!))).toEqual([])
    for (const language of languages)
      expect(
        (openapi(routes, language).tags as { description: string }[]).filter(({ description }) =>
          /^(menu|docs)\./.test(description),
        ),
      ).toEqual([])
  })

  test('every example fits its own schema, and is always the same one', () => {
    expect(JSON.stringify(openapi(routes))).toBe(JSON.stringify(document))
    const faults = validatorOf(document)
    const wrong: string[] = []
    let checked = 0
    const check = (where: string, schema: Schema, value: unknown) => {
      checked++
      const fault = faults(schema, value)
      if (fault) wrong.push(`${where}: ${fault} in ${JSON.stringify(value).slice(0, 200)}`)
    }
    for (const spec of routes) {
      const { parameters, requestBody, responses } = operationOf(spec)
      for (const one of parameters)
        if (one.example !== undefined) check(`${nameOf(spec)} ${one.name}`, one.schema!, one.example)
      const contents = [requestBody?.content ?? {}, ...Object.values(responses).map(({ content }) => content)]
      for (const { schema, examples = {} } of contents.flatMap(
        Object.values<Operation['responses']['']['content']['']>,
      ))
        for (const [name, { value }] of Object.entries(examples)) check(`${nameOf(spec)} ${name}`, schema, value)
      if (spec.body) expect(Object.keys(requestBody!.content['application/json']!.examples!)).toContain('least')
      if (!spec.file)
        expect(Object.keys(responses['200']!.content['application/json']!.examples!), nameOf(spec)).toContain('done')
    }
    expect(wrong).toEqual([])
    expect(checked).toBeGreaterThan(routes.length)
  })

  test('what is shown as an example of a body is read by the call itself', () => {
    const refused = routes.flatMap(spec => {
      const { body } = spec as { body?: z.ZodType }
      const examples = operationOf(spec).requestBody?.content['application/json']?.examples ?? {}
      return Object.entries(examples).flatMap(([name, { value }]) => {
        const read = body?.safeParse(value)
        return read?.error ? [`${nameOf(spec)} ${name}: ${read.error.message}`] : []
      })
    })
    expect(refused).toEqual([])
  })

  test('says of every call what it may be refused for, with wire code and text in the reader’s language', () => {
    for (const language of languages) {
      const specification = openapi(routes, language) as unknown as Document
      const texts = words(language)
      for (const [key, { code, text }] of Object.entries(specification.components['x-refusals'])) {
        expect(code).toBe(errors[key as keyof typeof errors])
        expect(text.length, key).toBeGreaterThan(2)
        expect(text, key).not.toBe(`error.${key}`)
        expect(texts.has(`error.${key}`)).toBe(true)
      }
    }
    const known = document.components['x-refusals']
    const silent = operations().filter(
      one => one['x-refusals'].some(key => !known[key]) || one['x-refusals'].length === 0,
    )
    expect(silent).toEqual([])
    const submit = paths['/api/code/request/{id}/submit']!.put!['x-refusals']
    expect(submit).toEqual(
      expect.arrayContaining(['unauthenticated', 'forbidden', 'notFound', 'stateRefused', 'tooFast']),
    )
    expect(paths['/api/trace/check']!.post!['x-refusals']).not.toContain('unauthenticated')
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
