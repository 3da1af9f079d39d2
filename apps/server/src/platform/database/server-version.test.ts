import { expect, it } from 'vitest'
import { explainStartFailure } from '../../start/failure.ts'
import { assertServerVersion } from './server-version.ts'

/** Numbers as `server_version_num` gives them. */
it.each([150000, 150020, 160014, 180006])('takes the version %i', number => {
  expect(() => assertServerVersion(number)).not.toThrow()
})

it.each([
  [140023, '14.23'],
  [130000, '13.0'],
  [90624, '9'],
])('refuses the version %i in one sentence for the operator, without a stack trace', (number, name) => {
  let refused: unknown
  try {
    assertServerVersion(number)
  } catch (error) {
    refused = error
  }
  const sentence = explainStartFailure(refused, false)!
  expect(sentence).toContain('needs PostgreSQL 15 or newer')
  expect(sentence).toContain(`PostgreSQL ${name}`)
  expect(sentence).not.toContain('\n')
})
