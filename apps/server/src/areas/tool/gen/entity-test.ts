import { columnOf, type GenColumn, type GenContent } from '@timbermark/contract'
import { constantOf } from './names.ts'
import { tsText } from './literals.ts'

const harness = tsText('../harness.ts')
const samples = tsText('../samples.ts')

/** An example text that matches its format. */
const sample = ({ format, max = 1 }: GenColumn) =>
  format === 'phone'
    ? '+241 06123456'
    : format === 'email'
      ? 'a@example.org'
      : format === 'url'
        ? 'https://example.org/'
        : 'Sample'.slice(0, max)

/** Test of the generated entity: what the conformance tests cannot know. */
export function entityTestText({ settings, columns }: GenContent, table: string): string {
  const { area, entity, operations } = settings
  const constant = constantOf(entity)
  const label = columns.find(one => one.used && one.key === settings.label)!
  const may = (verb: (typeof operations)[number]) => operations.includes(verb)
  const changed = may('edit')
    ? `
  expect(await admin.put(path, { id, ${label.key}: ${tsText(sample(label))} })).toMatchObject({ code: 200 })`
    : ''
  const removed = may('remove')
    ? `
  expect(await admin.delete(\`\${path}/\${id}\`)).toMatchObject({ code: 200 })
  expect((await admin.get(\`\${path}/list\`)).rows).toEqual([])`
    : ''
  const body = may('add')
    ? `  const { id } = await addSample(admin, ${constant}, 'S')
  expect((await admin.get(\`\${path}/list\`)).rows).toMatchObject([{ id }])
  expect((await stranger.get(\`\${path}/list\`)).rows).toEqual([])${changed}
  expect(await admin.post(path, {})).toMatchObject({ code: 500, error: 'invalid' })${removed}`
    : `  expect((await admin.get(\`\${path}/list\`)).rows).toEqual([])
  expect((await stranger.get(\`\${path}/list\`)).rows).toEqual([])`
  return `import { ${constant} } from '@timbermark/contract'
import { expect, test } from 'vitest'
import { makeWorld } from ${harness}
${may('add') ? `import { addSample } from ${samples}\n` : ''}
const path = '/${area}/${entity}'

test('${area}/${entity} is kept by an enterprise for itself', async () => {
  const world = await makeWorld()
  const admin = await world.signIn(await world.makeTenant('GENERATED'), ['enterpriseAdmin'])
  const stranger = await world.signIn(await world.makeTenant('STRANGER'), ['enterpriseAdmin'])
${body}
})

test('${area}/${entity} has the columns that it was generated with', async () => {
  const world = await makeWorld()
  const { rows } = await world.admin.query<{ name: string }>(
    "select column_name as name from information_schema.columns where table_schema = 'public' and table_name = $1",
    ['${table}'],
  )
  const names = rows.map(row => row.name)
  for (const name of [
${columns
  .filter(one => one.used)
  .map(one => `    '${columnOf(one.key)}',`)
  .join('\n')}
  ])
    expect(names).toContain(name)
  expect(Object.keys(${constant}.fields)).toHaveLength(${columns.filter(one => one.used).length})
})
`
}
