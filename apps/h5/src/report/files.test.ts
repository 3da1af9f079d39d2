import { expect, it } from 'vitest'
import { withFiles, withoutFile } from './files.ts'

it('a file that was taken away while the next was made does not come back with it', () => {
  const first = withFiles(undefined, ['p1'])
  const left = withoutFile(first, 'p1')
  expect(left).toBeUndefined()
  expect(withFiles(left, ['p2'])).toEqual(['p2'])
  expect(withFiles(first, ['p2', 'p3'])).toEqual(['p1', 'p2', 'p3'])
})
