import { type AnyEntity, entities, keyOf, languages, stageKeys } from '@timbermark/contract'
import { stageByKey } from '@timbermark/contract/stages'
import { expect, it } from 'vitest'
import { reportColumns } from '../../src/areas/stage/report/columns.ts'
import { importColumns } from '../../src/entity/table/entity-columns.ts'
import { headingOf } from '../../src/entity/table/heading.ts'

/** Headings that are compared alike, although they are of different columns. */
const alike = (titles: readonly string[]) =>
  titles.filter((one, n) => titles.findIndex(other => headingOf(other) === headingOf(one)) !== n)

it('no two columns of a list have headings that are compared alike', () => {
  const imported = (entities as readonly AnyEntity[]).filter(({ operations }) => operations.includes('import'))
  expect(imported.length).toBeGreaterThan(5)
  for (const language of languages) {
    for (const entity of imported)
      expect(alike(importColumns(entity, language).map(({ title }) => title)), `${language} ${keyOf(entity)}`).toEqual(
        [],
      )
    for (const stage of stageKeys)
      expect(
        alike(reportColumns(stageByKey(stage), []).map(({ titleIn }) => titleIn(language))),
        `${language} ${stage}`,
      ).toEqual([])
  }
})
