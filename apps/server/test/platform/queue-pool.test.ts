import { expect, inject, test } from 'vitest'
import { queuePool } from '../../src/platform/jobs/queue-pool.ts'

test('a connection that the queue returns twice is handed out once, and nothing is thrown', async () => {
  const pool = queuePool(inject('cluster').workerUrl, 1)
  const { promise, resolve, reject } = Promise.withResolvers<(reason?: Error) => void>()
  pool.connect((error, _client, release) => (error ? reject(error) : resolve(release)))
  const release = await promise
  expect(pool.idleCount).toBe(0)
  release()
  release()
  expect(pool.idleCount).toBe(1)
  const client = await pool.connect()
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  client.release()
  await pool.end()
})

test('a connection that does not come in time is an error for who asked, also when the caller has ended meanwhile', async () => {
  const pool = queuePool(inject('cluster').workerUrl, 1)
  const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  pool.options.connectionTimeoutMillis = 50
  // The queue releases at once what it no longer needs, whether or not it got a connection.
  const error = await new Promise<Error | undefined>(done =>
    pool.connect((failure, _client, release) => {
      release()
      done(failure)
    }),
  )
  expect(error?.message).toContain('timeout')
  for (const client of clients) client.release()
  await pool.end()
})
