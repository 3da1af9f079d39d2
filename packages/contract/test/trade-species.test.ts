import { expect, test } from 'vitest'
import { explainedAnnotations } from '../src/material/species.ts'
import { citesSource, citesTaxa } from '../src/stage/cites.ts'
import { citesCover } from '../src/stage/cites-cover.ts'
import { pilotNames } from '../src/stage/pilot-names.ts'
import { treeSpecies } from '../src/stage/species.ts'

test('what CITES lists of each delivered species is explained in words', () => {
  const annotations = treeSpecies.flatMap(
    ({ latin }) => citesCover(latin, undefined, citesSource.asOf)?.annotation ?? [],
  )
  expect(annotations.length).toBeGreaterThan(4)
  for (const annotation of annotations) expect(explainedAnnotations).toContain(annotation.replace('#', '') || 'all')
})

test('no listing begins after the day of the delivered list', () => {
  for (const { since } of citesTaxa) expect((since ?? '') <= citesSource.asOf).toBe(true)
})

test('a pilot name stands for one species', () => {
  const pilots = Object.values(pilotNames)
  expect(pilots.length).toBeGreaterThan(25)
  expect(new Set(pilots).size).toBe(pilots.length)
  const codes: readonly string[] = treeSpecies.map(({ value }) => value)
  for (const code of Object.keys(pilotNames)) expect(codes).toContain(code)
})
