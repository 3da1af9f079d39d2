import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { codeRequest } from '../code-request.ts'
import { makeBatch } from '../goods.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { until } from '../until.ts'

const enterprises = 20
const requestsOfEach = 10
/** Making them takes most of the time, so that only some are submitted. */
const submittedOfEach = 3

/** As a client calls: a server that has no connection free within its time says so, and the same call is sent again. */
async function insist<T extends { status: number; error?: unknown }>(
  call: (headers: Record<string, string>) => Promise<T>,
): Promise<T> {
  const headers = { 'idempotency-key': randomUUID() }
  for (;;) {
    const answer = await call(headers)
    // The first attempt may still be under way.
    if (answer.status !== 503 && answer.error !== 'tooFast') return answer
    await pause(500)
  }
}

/** Counts the rows that the directory of codes reads, on their way through. */
function countDirectoryRows({ services: { database } }: World): () => number {
  let rows = 0
  const read = database.readAcrossTenants.bind(database)
  database.readAcrossTenants = async <T extends object>(...question: Parameters<typeof read>) => {
    const answer = await read<T>(...question)
    if (question[0] === 'directory') rows += answer.length
    return answer
  }
  return () => rows
}

test('200 requests of 20 enterprises at once are all made, and the work for each does not grow with the others', async () => {
  const world = await makeWorld({ background: true })
  const callers: { admin: Caller; batchId: number }[] = []
  for (let n = 0; n < enterprises; n++) {
    const tenant = await world.makeTenant(`ATONCE-${n}`)
    const admin = await world.signIn(tenant, ['enterpriseAdmin'])
    callers.push({ admin, batchId: await makeBatch(world, admin) })
  }
  const rowsRead = countDirectoryRows(world)
  const added = await Promise.all(
    callers.flatMap(({ admin, batchId }) =>
      Array.from({ length: requestsOfEach }, (_, n) =>
        insist(headers =>
          admin.post<{ id: number }>('/code/request', codeRequest(batchId, { name: `Request ${n}` }), headers),
        ),
      ),
    ),
  )
  expect(added.filter(({ code }) => code !== 200)).toEqual([])
  const { rows: numbers } = await world.admin.query<{ n: number; different: number }>(
    `select count(*)::int as n, count(distinct request_number)::int as different from code_request where name like 'Request %'`,
  )
  expect(numbers[0]).toEqual({ n: enterprises * requestsOfEach, different: enterprises * requestsOfEach })

  // An enterprise has one request generated at a time: of several submitted at once all are taken, and wait in a queue.
  const submitted = await Promise.all(
    callers.flatMap(({ admin }, e) =>
      added
        .slice(e * requestsOfEach, e * requestsOfEach + submittedOfEach)
        .map(({ data }) => insist(headers => admin.put(`/code/request/${data.id}/submit`, {}, headers))),
    ),
  )
  expect(submitted.filter(({ code }) => code !== 200)).toEqual([])
  await until(async () => {
    const { rows } = await world.admin.query<{ n: number }>(
      `select count(*)::int as n from code_request where status = 'completed'`,
    )
    return rows[0]!.n === enterprises * submittedOfEach
  }, 'all submitted requests of each enterprise')
  // Each step of a request reads that request at most once: one reading of all of them at each step would be 300 rows for each.
  expect(rowsRead()).toBeLessThan(enterprises * requestsOfEach * 10)
  const { directory } = world.services
  const { rows } = await world.admin.query<{ n: number }>(
    `select request_number as n from code_request where status = 'completed'`,
  )
  for (const { n } of rows) {
    const entry = (await directory.find(n))!
    expect((await directory.open(directory.codesOf(entry).code(9999))).known).toBe(true)
  }
})
