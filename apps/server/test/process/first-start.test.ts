import { expect, test } from 'vitest'
import { killFirstStart } from '../../faults/first-start.ts'

test('a first start that is killed at any moment is completed by the next ones, without manual steps', async () => {
  const outcome = await killFirstStart(2)
  expect(outcome.interruptions).toHaveLength(2)
  expect(outcome.refused).toEqual([])
  expect(outcome.signedIn).toBeGreaterThan(10)
  expect(outcome.changedPasswords).toEqual([])
  expect(outcome.tables).toBeGreaterThan(40)
  expect(outcome.differing).toEqual({})
  expect(outcome.countedDays).toBeGreaterThan(20)
  expect(outcome.miscounted).toEqual([])
  expect(outcome.left).toEqual([])
}, 900_000)
