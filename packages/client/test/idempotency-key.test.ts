import { expect, test } from 'vitest'
import { createIdempotencyKey } from '../src/idempotency-key.ts'

const keyOf = (headers: Record<string, string>) => headers['idempotency-key']

test('the same body has the same key until renew; another body has another key', () => {
  const key = createIdempotencyKey()
  const first = keyOf(key.headers({ name: 'a', n: 1 }))
  expect(keyOf(key.headers({ name: 'a', n: 1 }))).toBe(first)
  expect(keyOf(key.headers({ name: 'b', n: 1 }))).not.toBe(first)
  expect(keyOf(createIdempotencyKey().headers({ name: 'a', n: 1 }))).not.toBe(first)
  key.renew()
  expect(keyOf(key.headers({ name: 'a', n: 1 }))).not.toBe(first)
})

test('a key has the form that the server accepts', () => {
  for (const body of [undefined, {}, { text: '木'.repeat(5000) }])
    expect(keyOf(createIdempotencyKey().headers(body))).toMatch(/^[\x21-\x7e]{8,200}$/)
})
