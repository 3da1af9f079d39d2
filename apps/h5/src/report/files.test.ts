import { expect, it } from 'vitest'
import { renameFiles, withFiles, withoutFile } from './files.ts'
import { newReport } from './report.ts'

it('a file that is removed while the next one is prepared does not come back with it', () => {
  const first = withFiles(undefined, ['p1'])
  const remaining = withoutFile(first, 'p1')
  expect(remaining).toBeUndefined()
  expect(withFiles(remaining, ['p2'])).toEqual(['p2'])
  expect(withFiles(first, ['p2', 'p3'])).toEqual(['p1', 'p2', 'p3'])
})

it('a copy of a report has new keys for its files', () => {
  const { content } = newReport({ id: 'r1', owner: '7', stage: 'felling', operator: 'Demo', now: 0 })
  const row = { key: 'row', code: '', at: 0, check: { state: 'unchecked' } as const, values: { photos: ['p2'] } }
  const values = { photos: ['p1', 'lost'], papers: ['lost'], plot: [9.5, 0.4] satisfies [number, number], volume: '2' }
  const names = new Map([
    ['p1', 'n1'],
    ['p2', 'n2'],
  ])
  const renamed = renameFiles({ ...content, values, rows: [row] }, names)
  expect(renamed.values).toEqual({ photos: ['n1'], plot: [9.5, 0.4], volume: '2' })
  expect(renamed.rows?.[0]?.values).toEqual({ photos: ['n2'] })
})
