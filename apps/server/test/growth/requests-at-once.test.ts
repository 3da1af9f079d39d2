import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { codeRequest } from '../code-request.ts'
import { makeBatch } from '../goods.ts'
import { type Answered, type Caller, makeWorld, type World } from '../harness.ts'

/**
 * A thousand code requests made at once by fifty enterprises, as after a night without a network: none is lost or made
 * twice, each number is given once, and the process that takes them stands still for nobody.
 */
const enterprises = 50
const each = 20
/** Of how many the codes are made, one after the other by each enterprise. */
const submittedEach = 2
/** Processor time in which the process does nothing but one thing, milliseconds. A scan waits for it as long. */
const longestTurnMs = 250

let world: World
let admins: Caller[]
let batches: number[]

beforeAll(async () => {
  world = await makeWorld({ background: true })
  admins = []
  batches = []
  for (let n = 0; n < enterprises; n++) {
    const admin = await world.signIn(await world.makeTenant(`AT-ONCE-${n}`), ['enterpriseAdmin'])
    admins.push(admin)
    batches.push(await makeBatch(world, admin))
  }
})

/** Sends a call until it is answered otherwise than "try again", as pages and phones do, under the same key. */
async function insist<T>(send: () => Promise<Answered<T>>): Promise<Answered<T>> {
  for (;;) {
    const answer = await send()
    if (answer.status !== 503) return answer
    await pause(100)
  }
}

/** Processor time of the longest turn of this thread while `work` runs, milliseconds. */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let before = process.threadCpuUsage()
  const timer = setInterval(() => {
    const { user, system } = process.threadCpuUsage(before)
    longest = Math.max(longest, (user + system) / 1000)
    before = process.threadCpuUsage()
  }, 1)
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
  return longest
}

const ids: number[][] = Array.from({ length: enterprises }, () => [])

test('each is stored once, under a number of its own', async () => {
  const answers: Promise<Answered<{ id: number }>>[] = []
  const longest = await longestTurn(async () => {
    for (let n = 0; n < enterprises * each; n++) {
      const place = n % enterprises
      const headers = { 'idempotency-key': randomUUID() }
      const body = codeRequest(batches[place]!, { name: `At once ${n}` })
      answers.push(insist(() => admins[place]!.post<{ id: number }>('/code/request', body, headers)))
      // Each arrives by itself.
      await nextTurn()
    }
    await Promise.all(answers)
  })
  for (const [n, answer] of answers.entries()) {
    const { code, msg, data } = await answer
    expect(code, msg).toBe(200)
    ids[n % enterprises]!.push(data.id)
  }
  const { rows } = await world.admin.query<{ names: number; numbers: number; given: number }>(`
    select count(distinct r.name) as names, count(distinct r.request_number) as numbers,
      (select count(*) from request_number n join code_request o on o.request_number = n.number and o.tenant_id = n.tenant_id
        where o.name like 'At once %') as given
    from code_request r where r.name like 'At once %'`)
  const all = enterprises * each
  expect(rows[0]).toEqual({ names: all, numbers: all, given: all })
  expect(longest).toBeLessThan(longestTurnMs)
})

test('the codes of each enterprise are made in turn, all of them, and open at once', async () => {
  const longest = await longestTurn(() =>
    Promise.all(
      admins.map(async (admin, place) => {
        for (const id of ids[place]!.slice(0, submittedEach)) {
          const headers = { 'idempotency-key': randomUUID() }
          const answer = await insist(() => admin.put(`/code/request/${id}/submit`, undefined, headers))
          expect(answer.code, answer.msg).toBe(200)
        }
      }),
    ),
  )
  const wanted = ids.flatMap(own => own.slice(0, submittedEach))
  const completed = async () =>
    Number(
      (
        await world.admin.query<{ n: string }>(
          `select count(*) as n from code_request where status = 'completed' and id = any($1)`,
          [wanted],
        )
      ).rows[0]!.n,
    )
  await expect.poll(completed, { timeout: 120_000 }).toBe(wanted.length)
  for (const [place, admin] of admins.entries()) {
    const { rows } = await admin.get(`/code/qr/list?requestId=${ids[place]![0]}&limit=1`)
    expect((await world.anonymous.get(`/trace/${rows[0]!.code as string}`)).code).toBe(200)
  }
  expect(longest).toBeLessThan(longestTurnMs)
})
