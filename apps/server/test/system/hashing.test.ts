import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { hashPassword } from '../../src/areas/system/identity/passwords.ts'
import { type Answered, type Caller, makeWorld, type World } from '../harness.ts'
import { makeDept, makeUser, password, refused, sessionOf } from './people.ts'

/** Hashing pauses while the gate is shut, so that the test can check what others can do meanwhile. */
const gate = vi.hoisted(() => ({
  wait: undefined as Promise<void> | undefined,
  open: () => {},
  judged: 0,
  /** Passwords in the order in which their hashing began. */
  begun: [] as unknown[],
}))
vi.mock('@node-rs/argon2', async original => {
  const real = await original<typeof import('@node-rs/argon2')>()
  return {
    ...real,
    hash: async (...args: Parameters<typeof real.hash>) => {
      gate.begun.push(args[0])
      await gate.wait
      return real.hash(...args)
    },
    verify: async (...args: Parameters<typeof real.verify>) => {
      gate.judged++
      await gate.wait
      return real.verify(...args)
    },
  }
})
const shut = () => {
  gate.judged = 0
  gate.wait = new Promise(open => {
    gate.open = open
  })
}
const open = () => {
  gate.open()
  gate.wait = undefined
}
afterEach(open)

let world: World
let admin: Caller
let deptId: number

beforeAll(async () => {
  world = await makeWorld({ environment: { TRUST_PROXY: '1' } })
  const tenant = await world.makeTenant('HASHING')
  admin = await world.signIn(tenant, ['enterpriseAdmin'])
  deptId = await makeDept(admin, tenant.deptId)
})

const from = (n: number) => ({ 'x-forwarded-for': `203.0.113.${n}` })
const signIn = (username: string, word: string, n = 1) =>
  world.anonymous.post('/login', { username, password: word }, from(n))
const tally = (answers: Answered[]) => {
  const counts: Record<string, number> = {}
  for (const answer of answers) counts[refused(answer)] = (counts[refused(answer)] ?? 0) + 1
  return counts
}
/** Ends once every started call waits for the gate, or was answered. */
const settled = () => new Promise(wake => setTimeout(wake, 1000))

test('signed-in users are served while many passwords wait to be checked; beyond a limit callers are refused', async () => {
  shut()
  const answers = Array.from({ length: 70 }, (_, n) => signIn(`nobody-${n}`, 'wrong', n))
  await settled()
  expect((await admin.get('/system/user/list')).code).toBe(200)
  open()
  const all = await Promise.all(answers)
  const turned = all.filter(answer => answer.error === 'tooMany')
  expect(turned.length).toBeGreaterThan(0)
  expect(turned.length).toBeLessThanOrEqual(20)
  expect(turned[0]).toMatchObject({ code: 429, headers: { 'retry-after': '2' } })
  // A try that was not checked does not count as a failure.
  const failures = await world.admin.query(
    `select count(*)::int as n from throttle where bucket like 'sign-in:nobody-% at %'`,
  )
  expect(failures.rows[0].n).toBe(70 - turned.length)
})

test('saves of passwords hold no connection while they hash', async () => {
  const user = await makeUser(admin, deptId)
  shut()
  const saves = [
    ...Array.from({ length: 7 }, () => makeUser(admin, deptId)),
    ...Array.from({ length: 7 }, (_, n) =>
      admin.put('/system/user/resetPwd', { userId: user.id, password: `Another-word-${n}` }),
    ),
  ]
  await settled()
  expect((await admin.get('/getInfo')).code).toBe(200)
  expect(world.services.database.poolState.waiting).toBe(0)
  open()
  await Promise.all(saves)
})

test('hashes of an import let interactive ones pass', async () => {
  shut()
  gate.begun = []
  const job = Array.from({ length: 6 }, (_, n) => hashPassword(`job ${n}`, 'background'))
  const person = Array.from({ length: 4 }, () => hashPassword('person'))
  open()
  await Promise.all([...job, ...person])
  // The first of the job had begun before anybody waited.
  expect(gate.begun.lastIndexOf('person')).toBeLessThan(gate.begun.indexOf('job 1'))
})

test('tries at the same moment are counted one after the other', async () => {
  const user = await makeUser(admin, deptId)
  shut()
  const tries = Array.from({ length: 24 }, (_, n) => signIn(user.userName, `wrong-${n}`, 100))
  await settled()
  open()
  // Five are free; the sixth is checked and begins the wait.
  expect(tally(await Promise.all(tries))).toEqual({ 'auth.badCredentials': 6, 'auth.wait': 18 })
})

test('a right password does not count as a try, a wrong old one does', async () => {
  const user = await makeUser(admin, deptId)
  for (let n = 0; n < 12; n++) expect(refused(await signIn(user.userName, password))).toBe('accepted')
  const caller = await sessionOf(world, admin.tenantId, user.id)
  const change = (oldPassword: string, n: number) =>
    caller.put('/system/user/profile/updatePwd', { oldPassword, newPassword: `My-own-word-${n}` })
  for (let n = 0; n < 6; n++) expect(refused(await change('wrong-old-word', n))).toBe('auth.oldPasswordWrong')
  expect(refused(await change(password, 7))).toBe('auth.wait')
  // An open session does not allow faster guessing; the owner can still sign in.
  expect(refused(await signIn(user.userName, password))).toBe('accepted')
})

test('one change of a password at a time', async () => {
  const user = await makeUser(admin, deptId)
  const caller = await sessionOf(world, admin.tenantId, user.id)
  shut()
  const changes = Array.from({ length: 60 }, (_, n) =>
    caller.put('/system/user/profile/updatePwd', { oldPassword: password, newPassword: `My-own-word-${n}` }),
  )
  await expect.poll(() => gate.judged).toBe(1)
  await settled()
  expect(gate.judged).toBe(1)
  open()
  expect(tally(await Promise.all(changes))).toEqual({ accepted: 1, tooFast: 59 })
})

test('a sign-in that was checked with the old password opens no session once it was changed', async () => {
  const user = await makeUser(admin, deptId)
  shut()
  const late = signIn(user.userName, password)
  await settled()
  await world.admin.query(`update account set password_hash = 'changed' where id = $1`, [user.id])
  open()
  expect(refused(await late)).toBe('auth.badCredentials')
})
