import { expect, it } from 'vitest'
import { firstStepsText, inSeconds } from './start-messages.ts'

const accounts = [
  { role: 'superAdmin', username: 'admin', password: 'p-admin' },
  { role: 'enterpriseAdmin', username: 'gabon-admin', password: 'p-gabon' },
  { role: 'enterpriseAdmin', username: 'zj-admin', password: 'p-zj' },
  { role: 'enterpriseAdmin', username: 'huzhou-admin', password: 'p-huzhou' },
  { role: 'enterpriseAdmin', username: 'start-admin', password: 'p-start' },
  { role: 'fieldReporter', username: 'zj-field', password: 'p-field' },
]

it('tells a newcomer the address and whom to sign in as, in a box that fits a terminal', () => {
  const text = firstStepsText('http://localhost:8080', accounts)
  expect(text).toMatch(/Open +http:\/\/localhost:8080\/login/)
  expect(text).toMatch(/Sign in +start-admin +p-start\s[\s\S]*Follow the first steps/)
  for (const part of ['p-zj', 'p-huzhou', 'p-field', 'p-admin', '/h5', '/c']) expect(text).toContain(part)
  const lines = text.split('\n')
  expect(new Set(lines.map(line => line.length)).size).toBe(1)
  expect(lines[0]!.length).toBeLessThanOrEqual(80)
})

it('promises no first steps where the demonstration of an earlier release has no new company', () => {
  const text = firstStepsText(
    'http://localhost:8080',
    accounts.filter(({ username }) => username !== 'start-admin'),
  )
  expect(text).toMatch(/Sign in +zj-admin +p-zj/)
  expect(text).not.toContain('first steps')
})

it('names the address alone when nobody knows the accounts any more', () => {
  expect(firstStepsText('http://localhost:8080', [])).toContain('http://localhost:8080/login')
})

it.each([
  [940, '0.9 s'],
  [9_400, '9.4 s'],
  [109_790, '110 s'],
])('%i ms is %s', (milliseconds, text) => {
  expect(inSeconds(milliseconds)).toBe(text)
})
