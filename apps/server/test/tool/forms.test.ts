import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type FormContent,
  type FormField,
  type FormKind,
  formAttributes,
  formKinds,
  isFormPattern,
  type RowOf,
  type formDesign,
} from '@timbermark/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { componentName, componentText } from '../../src/areas/tool/build/component.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { hostileText } from './source-tables.ts'

let world: World
let operator: Caller
beforeAll(async () => {
  world = await makeWorld()
  operator = await world.signIn({ id: 1, deptId: null }, ['superAdmin'])
})

const named = (text: string) => ({ zh: text, en: text, fr: text })
const field = (kind: FormKind, more: Partial<FormField> = {}): FormField => ({
  key: kind,
  kind,
  labels: named(kind),
  width: 12,
  ...(kind === 'dict' && { dict: 'sys_yes_no' }),
  ...(kind === 'choice' && { options: [{ value: 'a', labels: named('A') }] }),
  ...more,
})
const form = (...fields: FormField[]): FormContent => ({ groups: [{ titles: named(''), fields }] })
const every = form(...formKinds.map(kind => field(kind)))
const add = (name: string, content: unknown) => operator.post<{ id: number }>('/tool/build', { name, content })

test('a form of every kind of field is stored unchanged, and imported from its own file (OPS-07)', async () => {
  const { data } = await add('Arrival', every)
  const stored = await operator.get<RowOf<typeof formDesign>>(`/tool/build/${data.id}`)
  expect(stored.data).toMatchObject({ name: 'Arrival', content: every, fieldCount: formKinds.length })
  const file = JSON.parse((await operator.get(`/tool/build/${data.id}/json`)).raw.toString())
  expect(file).toEqual({ format: 'timbermark-form/1', name: 'Arrival', remark: null, content: every })
  expect(await add('Arrival', every)).toMatchObject({ data: { issues: [{ field: 'name', error: 'taken' }] } })
  expect(await add('Arrival again', file.content)).toMatchObject({ code: 200 })
  expect(
    await operator.put('/tool/build', { id: data.id, name: 'Arrived', content: form(field('text')) }),
  ).toMatchObject({ code: 200 })
  expect((await operator.get('/tool/build/list?name=arriv')).rows.map(row => [row.name, row.fieldCount])).toEqual([
    ['Arrival again', formKinds.length],
    ['Arrived', 1],
  ])
  expect(await operator.delete(`/tool/build/${data.id}`)).toMatchObject({ data: { removed: 1 } })
  expect(await operator.get(`/tool/build/${data.id}`)).toMatchObject({ code: 404 })
  expect(await operator.put('/tool/build', { id: data.id, name: 'Gone', content: every })).toMatchObject({ code: 404 })
})

test.each<[string, FormContent, string]>([
  ['a key of two fields', form(field('text'), field('date', { key: 'text' })), 'fields.1.key taken'],
  ['a key that every object has', form(field('text', { key: 'constructor' })), 'fields.0.key pattern'],
  [
    'a language without a label',
    form(field('text', { labels: { zh: '名', en: ' ', fr: 'Nom' } })),
    'fields.0.labels.en required',
  ],
  ['more at least than at most', form(field('integer', { min: 5, max: 1 })), 'fields.0.min tooLarge'],
  ['a rule that the kind does not have', form(field('date', { pattern: '.' })), 'fields.0.pattern notOneOf'],
  ['what is no pattern', form(field('text', { pattern: '(' })), 'fields.0.pattern pattern'],
  ['a pattern without bound', form(field('text', { pattern: '(a+)+' })), 'fields.0.pattern pattern'],
  ['an unknown dictionary', form(field('dict', { dict: 'nowhere' })), 'fields.0.dict notOneOf'],
  ['a choice without options', form(field('choice', { options: [] })), 'fields.0.options required'],
])('%s is refused beside its field, read in or made', async (_, content, issue) => {
  const answer = await add('Wrong', content)
  const issues = (answer.data as { issues?: { field: string; error: string }[] }).issues ?? []
  expect(issues.map(one => `${one.field} ${one.error}`)).toEqual([`content.groups.0.${issue}`])
})

test('another kind of file is refused completely', async () => {
  for (const content of [null, [], { groups: [] }, { groups: [{ fields: 'x' }] }, { ...every, script: 'x' }])
    expect((await add('Wrong', content)).code).toBe(500)
  expect(isFormPattern('[A-Z]{2}-[0-9]{4}')).toBe(true)
})

test('as a stage template it has text, pictures, files and codes, and reports what is omitted', async () => {
  const { attributes, omitted: left } = formAttributes(every)
  expect(attributes.map(one => [one.input, one.kind])).toEqual([
    ['text', undefined],
    ['text', 'number'],
    ['text', 'number'],
    ['text', 'date'],
    ['text', 'choice'],
    ['text', 'coordinates'],
    ['image', undefined],
    ['file', undefined],
    ['code', undefined],
  ])
  expect(left.map(({ field: of, why }) => [of?.kind, why])).toEqual([
    ['datetime', 'kind'],
    ['choice', 'options'],
    ['flag', 'kind'],
    ['country', 'kind'],
    ['video', 'kind'],
    [undefined, 'widthAndGroups'],
  ])
  const added = await operator.post<{ id: number }>('/stage/template', {
    name: 'From a form',
    displayName: 'From a form',
    stage: 'felling',
    orderNum: 1,
    visible: '0',
    status: '0',
    attributes,
  })
  expect(added).toMatchObject({ code: 200 })
  const template = await operator.get<{ attributes: { label: string; input: string }[] }>(
    `/stage/template/${added.data.id}`,
  )
  expect(template.data.attributes.map(one => one.input)).toEqual(attributes.map(one => one.input))
})

describe('as a React component', () => {
  const folder = mkdtempSync(join(tmpdir(), 'timbermark-form-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const root = join(import.meta.dirname, '../../../..')

  test('it compiles strictly and shows all texts as plain texts (A81)', () => {
    const hostile: FormContent = {
      groups: [
        {
          titles: named(hostileText),
          fields: [
            ...every.groups[0]!.fields,
            field('text', { key: 'odd', labels: named(hostileText), pattern: '`$\\{x}"\'', lines: 3, min: 1, max: 9 }),
          ],
        },
      ],
    }
    const texts = {
      'every.tsx': componentText('Arrival of logs', every),
      'hostile.tsx': componentText(hostileText, hostile),
    }
    for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text)
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          strict: true,
          noUncheckedIndexedAccess: true,
          outDir: 'made',
          jsx: 'react-jsx',
          module: 'esnext',
          moduleResolution: 'bundler',
          target: 'es2022',
          lib: ['es2023', 'dom'],
          types: [],
          skipLibCheck: true,
        },
        include: ['*.tsx'],
      }),
    )
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    const { stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', folder, '--singleThreaded'], {
      encoding: 'utf8',
    })
    expect(stdout).toBe('')
    expect(texts['every.tsx']).toContain('export function ArrivalOfLogsForm(')
    expect(componentName('收货')).toBe('Form')
    // Entered texts are only in the data.
    expect(texts['hostile.tsx'].replace(/const groups[\s\S]*?\n\]\n/, '')).not.toContain('drop table')
    // In a separate process: React's types would declare `document` for all server tests.
    writeFileSync(
      join(folder, 'draw.js'),
      `import { createElement } from 'react'
      import { renderToStaticMarkup } from 'react-dom/server'
      import * as made from './made/hostile.js'
      process.stdout.write(renderToStaticMarkup(createElement(Object.values(made)[0], { language: 'en', onSubmit() {} })))`,
    )
    const { stdout: drawn } = spawnSync(process.execPath, [join(folder, 'draw.js')], { encoding: 'utf8' })
    expect(drawn).toContain('&lt;/script&gt;')
    expect(drawn).not.toMatch(/<\/?script|javascript:/i)
  })

  test('it is a file of its own name', async () => {
    const { data } = await add('Arrival of logs', every)
    const answer = await operator.get(`/tool/build/${data.id}/component`)
    expect(answer.headers['content-disposition']).toContain('ArrivalOfLogsForm.tsx')
    expect(answer.raw.toString()).toContain('export function ArrivalOfLogsForm(')
  })
})

test('is the platform’s: nobody of an enterprise reaches it, and whoever reads does not write', async () => {
  const { data } = await add('Of the platform', every)
  const calls = (caller: Caller) =>
    Promise.all([
      caller.get('/tool/build/list'),
      caller.get(`/tool/build/${data.id}`),
      caller.get(`/tool/build/${data.id}/json`),
      caller.post('/tool/build', { name: 'x', content: every }),
      caller.put('/tool/build', { id: data.id, name: 'x', content: every }),
      caller.delete(`/tool/build/${data.id}`),
    ])
  const admin = await world.signIn(await world.makeTenant('NOFORMS'), ['enterpriseAdmin'])
  for (const answer of await calls(admin)) expect(answer.code).toBe(403)
  const auditor = await world.signIn({ id: 1, deptId: null }, ['auditor'])
  // A file contains no code.
  expect((await calls(auditor)).map(answer => answer.code)).toEqual([200, 200, 0, 403, 403, 403])
  // The platform's operators design stage forms.
  const clerk = await world.signIn({ id: 1, deptId: null }, ['platformOperator'])
  const answer = await clerk.post<{ id: number }>('/tool/build', { name: 'Of the operator', content: every })
  expect(await clerk.delete(`/tool/build/${answer.data.id}`)).toMatchObject({ code: 200, data: { removed: 1 } })
})
