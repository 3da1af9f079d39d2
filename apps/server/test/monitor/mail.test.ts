import { all } from '@timbermark/phrases/all'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { tellAlarms } from '../../src/areas/monitor/state/alarm-notices.ts'
import { sendMail } from '../../src/platform/mail/mail.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { until } from '../until.ts'

/** Mail to the operator, with a test mail server: OPS alarms reach people who are not looking at a screen. */
const password = 'correct-horse-7'
let taken: string[] = []
let mood: 'ready' | 'refusing' = 'ready'
const server = new SMTPServer({
  authMethods: ['PLAIN', 'LOGIN'],
  allowInsecureAuth: true,
  hideSTARTTLS: true,
  onAuth: (auth, _session, done) =>
    auth.username === 'timber' && auth.password === password ? done(null, { user: 'timber' }) : done(new Error('no')),
  onRcptTo: (_address, _session, done) => done(mood === 'refusing' ? new Error('not now') : null),
  onData: (stream, _session, done) => {
    let text = ''
    stream.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')))
    stream.on('end', () => {
      taken.push(text)
      done()
    })
  },
})
server.on('error', () => {})

let world: World
let root: Caller
let port: number
const settings = () => ({
  url: `smtp://timber:${password}@127.0.0.1:${port}`,
  from: 'timbermark@example.com',
  to: ['one@example.com', 'two@example.com'],
  language: 'fr' as const,
})

beforeAll(async () => {
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  port = (server.server.address() as { port: number }).port
  world = await makeWorld({
    background: true,
    environment: {
      SMTP_URL: settings().url,
      MAIL_FROM: settings().from,
      ALARM_MAIL_TO: settings().to.join(', '),
      MAIL_LANGUAGE: 'fr',
    },
  })
  root = await world.signIn({ id: 1, deptId: null }, ['superAdmin'])
})
afterAll(() => new Promise<void>(done => server.close(() => done())))
beforeEach(() => {
  taken = []
  mood = 'ready'
})

/** The text of a mail, out of quoted-printable or base64. */
function decodedText(raw: string): string {
  const end = raw.indexOf('\r\n\r\n')
  const [head, body] = [raw.slice(0, end), raw.slice(end + 4)]
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8')
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

test('an alarm is sent once, in the configured language, with its remedy', async () => {
  world.services.alarms.raise('proxyUndeclared')
  await tellAlarms(world.services)
  await tellAlarms(world.services)
  world.services.alarms.clear('proxyUndeclared')
  await until(() => taken.length > 0)
  const [mail = ''] = taken
  expect(decodedText(mail)).toContain(all.fr['alarm.proxyUndeclared'])
  expect(decodedText(mail)).toContain(all.fr['alarm.proxyUndeclared.help'])
  expect(decodedText(mail)).toContain('/monitor/server')
  expect(mail).toMatch(/To: one@example\.com, two@example\.com/)
  expect(mail).toMatch(/Auto-Submitted: auto-generated/)
  await until(
    async () => (await root.get<{ mail: { sentAt: string | null } }>('/monitor/server')).data.mail.sentAt !== null,
  )
  expect(taken).toHaveLength(1)
})

test('a refused mail waits, is shown on the screen, and is sent by a retry', async () => {
  mood = 'refusing'
  world.services.alarms.raise('jobsWaiting', { waiting: 3 })
  await tellAlarms(world.services)
  world.services.alarms.clear('jobsWaiting')
  const mail = async () =>
    (await root.get<{ mail: { fault: string | null; waiting: number } }>('/monitor/server')).data.mail
  await until(async () => (await mail()).waiting === 1)
  expect((await mail()).fault).toBe('refused')
  expect(taken).toEqual([])
  mood = 'ready'
  // Only the queue's pause is shortened.
  await world.admin.query('update graphile_worker._private_jobs set run_at = now() where last_error is not null')
  await until(() => taken.length === 1)
  await until(async () => (await mail()).waiting === 0)
})

test('after thirty mails in an hour the next one waits, and is sent in the next hour', async () => {
  await world.admin.query(
    `insert into operator_mail (kind, facts, sent_at) select 'alarm', '{}', now() from generate_series(1, 30)`,
  )
  world.services.alarms.raise('workWaitsAhead')
  await tellAlarms(world.services)
  world.services.alarms.clear('workWaitsAhead')
  const waiting = async () =>
    Number(
      (
        await world.admin.query(
          `select count(*) as n from graphile_worker._private_jobs where key like 'operator-mail:%' and run_at > now() + interval '5 minutes'`,
        )
      ).rows[0].n,
    )
  await until(async () => (await waiting()) === 1)
  expect(taken).toEqual([])
  await world.admin.query(`update operator_mail set sent_at = sent_at - interval '61 minutes'`)
  await world.admin.query('update graphile_worker._private_jobs set run_at = now() where run_at > now()')
  await until(() => taken.length === 1)
})

test('the test mail is sent, or reports why not; callers without permission are refused', async () => {
  expect((await root.post('/monitor/server/mail', {})).data).toEqual({ to: 2 })
  expect(taken).toHaveLength(1)
  mood = 'refusing'
  const refused = await root.post('/monitor/server/mail', {}, { 'accept-language': 'zh' })
  expect([refused.error, refused.msg]).toEqual(['monitor.mail.refused', all.zh['error.monitor.mail.refused']])
  const stranger = await world.signIn(await world.makeTenant('MAILLESS'), ['enterpriseAdmin'])
  expect((await stranger.post('/monitor/server/mail', {})).code).toBe(403)
})

test('every kind of failure has a key, and no fault reveals the password', async () => {
  const fails = (url: string) =>
    sendMail({ ...settings(), url }, { id: 'x', subject: 's', text: 't' }).then(
      () => 'sent',
      error => `${error.fault} ${error.message}`,
    )
  const auth = await fails(`smtp://timber:wrong-password@127.0.0.1:${port}`)
  expect(auth).toMatch(/^auth/)
  expect(auth).not.toContain('wrong-password')
  expect(await fails('smtp://timber:x@127.0.0.1:1')).toMatch(/^connect/)
  // A server that does not speak TLS at all, asked for it.
  expect(await fails(`smtps://timber:${password}@127.0.0.1:${port}`)).toMatch(/^(tls|connect)/)
  expect(taken).toEqual([])
})
