import { type AnyEntity, checkField, entities, keyOf, languages } from '@timbermark/contract'
import { checkWithinReport } from '@timbermark/contract/plausible'
import { type ReadBy, readValue, textOf } from '@timbermark/contract/reading'
import { stages } from '@timbermark/contract/stages'
import { expect, test } from 'vitest'
import { exampleCell, exampleRows, reportColumns } from '../../src/areas/stage/report/columns.ts'
import { exampleCell as exampleOfEntity } from '../../src/entity/exchange.ts'
import { importColumns } from '../../src/entity/table/entity-columns.ts'

const at = Date.parse('2026-11-01T08:00:00Z')
const by = (language: ReadBy['language']): ReadBy => ({ language, timeZone: 'UTC' })
/** Kinds whose examples are the labels of their choices, and papers, which every enterprise has for itself. */
const fromChoices = new Set(['dict', 'choice', 'flag', 'country', 'ref', 'document'])

test.each(stages.map(stage => [stage.key, stage] as const))(
  'the examples in the template of a list of reports are accepted: %s',
  (_key, stage) => {
    const wrong: unknown[] = []
    for (const language of languages)
      for (const n of exampleRows) {
        const values: Record<string, unknown> = {}
        for (const column of reportColumns(stage, [])) {
          const { field, kind } = column
          if (!field || fromChoices.has(field.type)) continue
          const read = readValue(kind, textOf(exampleCell(column, language, n)), by(language))
          if ('fault' in read) wrong.push({ language, n, field: field.key, fault: read.fault })
          else values[field.key] = read.value
        }
        wrong.push(...checkWithinReport({ stage, values, codes: 1, at, now: at }))
      }
    expect(wrong).toEqual([])
  },
)

test('the examples in the import template of every entity are accepted', () => {
  const wrong: unknown[] = []
  let checked = 0
  for (const entity of (entities as readonly AnyEntity[]).filter(({ operations }) => operations.includes('import')))
    for (const language of languages)
      for (const { key } of importColumns(entity, language)) {
        const field = entity.fields[key]
        if (!field || fromChoices.has(field.kind)) continue
        for (const n of exampleRows) {
          const cell = exampleOfEntity('Label', field, n)
          const read = readValue(field, textOf(cell), by(language))
          const fault = 'fault' in read ? read.fault : checkField(key, { ...field, required: true }, read.value)
          if (fault) wrong.push({ entity: keyOf(entity), key, cell, fault })
          checked++
        }
      }
  expect(checked).toBeGreaterThan(100)
  expect(wrong).toEqual([])
})
