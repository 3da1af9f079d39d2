import { randomUUID } from 'node:crypto'
import { beforeAll, expect, inject, test } from 'vitest'
import { makeApp } from '../../src/app.ts'
import { IdempotencyKeys, removeExpiredKeys } from '../../src/platform/http/idempotency-keys.ts'
import { type App, type RouteSpec, registerRoutes, route, createApp } from '../../src/platform/http/http.ts'
import { Refusal } from '../../src/platform/refusal.ts'
import type { Services } from '../../src/platform/services.ts'
import { sql } from '../../src/platform/database/sql.ts'
import { routes } from '../../src/routes.ts'
import { makeServices } from '../../src/services.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { writeXlsx } from '../../src/platform/workbook/xlsx/xlsx.ts'
import { png } from '../samples.ts'
import { sheetOf } from '../sheet.ts'

/** Two servers on one database, as two processes would be. */
let world: World
let admin: Caller
let other: App
let others: Services

beforeAll(async () => {
  world = await makeWorld()
  const tenant = await world.makeTenant('KEYS')
  admin = await world.signIn(tenant, ['enterpriseAdmin'])
  const cluster = inject('cluster')
  const at = (url: string) => Object.assign(new URL(url), { pathname: new URL(world.databaseUrl).pathname }).toString()
  others = await makeServices(world.services.settings, {
    serverUrl: at(cluster.serverUrl),
    workerUrl: at(cluster.workerUrl),
  })
  other = await makeApp(others)
  await other.ready()
  return async () => {
    await other.close()
    await others.audit.whenSettled()
    await others.database.close()
  }
})

interface Sent {
  status: number
  replayed: string | undefined
  text: string
  json: { code: number; error?: string; data: unknown }
}

async function send(
  key: string,
  body: object,
  { app = world.app, method = 'POST', path = '/catalog/category', caller = admin } = {} as {
    app?: App
    method?: 'POST' | 'PUT' | 'DELETE'
    path?: string
    caller?: Caller
  },
): Promise<Sent> {
  const answer = await app.inject({
    method,
    url: `/api${path}`,
    headers: { authorization: `Bearer ${caller.token}`, 'idempotency-key': key, 'accept-language': 'en' },
    payload: body,
  })
  return {
    status: answer.statusCode,
    replayed: answer.headers['idempotency-replayed'] as string | undefined,
    text: answer.payload,
    json: answer.json(),
  }
}

const category = () => ({ name: `C-${randomUUID()}`, orderNum: 1 })
async function rows(name: string): Promise<number> {
  const { rows } = await world.admin.query('select count(*)::int as n from category where name = $1', [name])
  return rows[0].n
}

test('the same call with the same key is made once and answered the same, on whichever server', async () => {
  const [key, body] = [randomUUID(), category()]
  const first = await send(key, body)
  expect(first.json.code).toBe(200)
  expect(first.replayed).toBeUndefined()
  for (const app of [world.app, other, world.app]) {
    const again = await send(key, body, { app })
    expect(again.text).toBe(first.text)
    expect(again.replayed).toBe('true')
  }
  expect(await rows(body.name)).toBe(1)
})

test('another body, method or path under a key is refused, and another account has keys of its own', async () => {
  const [key, body] = [randomUUID(), category()]
  const first = await send(key, body)
  expect((await send(key, { ...body, name: `${body.name}x` })).json.error).toBe('idempotencyReuse')
  expect((await send(key, { id: first.json.data, ...body }, { method: 'PUT' })).json.error).toBe('idempotencyReuse')
  expect((await send(key, body, { path: '/system/post' })).json.error).not.toBe(undefined)
  const colleague = await world.signIn({ id: admin.tenantId, deptId: null }, ['enterpriseAdmin'])
  const theirs = await send(key, { ...body, name: `${body.name}y` }, { caller: colleague })
  expect(theirs.json.code).toBe(200)
  expect(await rows(body.name)).toBe(1)
})

test('what was refused may be sent again under its key', async () => {
  const key = randomUUID()
  const body = category()
  await send(randomUUID(), body)
  const refused = await send(key, body)
  expect(refused.json.code).toBe(500)
  await world.admin.query('delete from category where name = $1', [body.name])
  const accepted = await send(key, body)
  expect(accepted.json.code).toBe(200)
  expect(accepted.replayed).toBeUndefined()
})

test.each(['short', `x${'y'.repeat(200)}`, 'with a blank in it', 'é'.repeat(9)])(
  'a key of the wrong form is refused: %s',
  async key => {
    expect((await send(key, category())).json.error).toBe('invalid')
  },
)

test('changes and removals are repeated as safely as additions', async () => {
  const created = await send(randomUUID(), category())
  const id = (created.json.data as { id: number }).id ?? created.json.data
  const change = { id, name: `N-${randomUUID()}` }
  const edit = randomUUID()
  const edited = await send(edit, change, { method: 'PUT' })
  expect(edited.json.code).toBe(200)
  expect((await send(edit, change, { method: 'PUT' })).text).toBe(edited.text)
  const key = randomUUID()
  const removed = await send(key, {}, { method: 'DELETE', path: `/catalog/category/${id}` })
  expect(removed.json.code).toBe(200)
  const again = await send(key, {}, { method: 'DELETE', path: `/catalog/category/${id}`, app: other })
  expect(again.text).toBe(removed.text)
  expect(again.replayed).toBe('true')
})

/** A file and its form fields, each time between other chunk boundaries. */
function upload(key: string, path: string, content: Buffer, fields: Record<string, string> = {}) {
  const boundary = randomUUID()
  const part = (head: string) => Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n\r\n`)
  const payload = Buffer.concat([
    ...Object.entries(fields).flatMap(([name, value]) => [part(`name="${name}"`), Buffer.from(`${value}\r\n`)]),
    part('name="file"; filename="a.png"'),
    content,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  return world.app.inject({
    method: 'POST',
    url: `/api${path}`,
    headers: {
      authorization: `Bearer ${admin.token}`,
      'idempotency-key': key,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    payload,
  })
}

test('a list that is imported again is stored once', async () => {
  const { header } = await sheetOf((await admin.get('/channel/dealer-level/importTemplate')).raw)
  const columns = header.map(title => ({ title, width: 10, kind: 'text' as const }))
  const rows = [header.map((title, at) => (at < 2 ? 'Twice' : title.endsWith('*') ? '1' : ''))]
  const chunks: Buffer[] = []
  for await (const chunk of writeXlsx(columns, rows, { sheetName: 'x' })) chunks.push(chunk as Buffer)
  const key = randomUUID()
  const send = () => upload(key, '/channel/dealer-level/importData', Buffer.concat(chunks), { mode: 'commit' })
  const first = await send()
  expect(first.json()).toMatchObject({ code: 200, data: { rows: 1 } })
  const again = await send()
  expect(again.payload).toBe(first.payload)
  expect(again.headers['idempotency-replayed']).toBe('true')
  const { rows: stored } = await world.admin.query(`select 1 from dealer_level where name = 'Twice'`)
  expect(stored).toHaveLength(1)
})

test('an upload is repeated by its content, whatever the boundary', async () => {
  const key = randomUUID()
  const send = (content: Buffer) => upload(key, '/common/upload', content)
  const count = async () =>
    (
      await world.admin.query(
        'select (select count(*) from file_object)::int as files, (select count(*) from upload_use)::int as uses',
      )
    ).rows[0]
  const before = await count()
  const first = await send(png)
  expect(first.json().code).toBe(200)
  const again = await send(png)
  expect(again.payload).toBe(first.payload)
  expect(again.headers['idempotency-replayed']).toBe('true')
  expect(await count()).toEqual({ files: before.files + 1, uses: before.uses + 1 })
  expect((await send(Buffer.concat([png, Buffer.from([0])]))).json().error).toBe('idempotencyReuse')
})

test('an answer that was lost with its process is reported lost, and its effect is not repeated', async () => {
  const [key, body] = [randomUUID(), category()]
  // The process dies after the commit of the effect and before the answer is stored.
  await world.admin.query(`
    create function dead() returns trigger language plpgsql as $$ begin raise exception 'dead'; end $$;
    create trigger dead before insert or update on idempotency for each row when (new.answered_at is not null) execute function dead()`)
  await send(key, body)
  await world.admin.query('drop trigger dead on idempotency; drop function dead()')
  await world.admin.query(`update idempotency set holder = 1 where key = 'key:' || $1`, [key])
  const again = await send(key, body, { app: other })
  expect(again.json).toMatchObject({ code: 200, data: null })
  expect(again.replayed).toBe('answer-lost')
  expect(await rows(body.name)).toBe(1)
})

test('a call is bound to its key in the transaction of its effect: both are lost or both stored', async () => {
  const [key, body] = [randomUUID(), category()]
  // The database goes away at the moment of the commit, after everything has been written.
  await world.admin.query(`
    create function die() returns trigger language plpgsql as $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$;
    create constraint trigger die after insert on category deferrable initially deferred for each row execute function die();
    alter function die() security definer`)
  const lost = await send(key, body)
  await world.admin.query('drop trigger die on category; drop function die()')
  expect(lost.status).toBe(503)
  expect(await rows(body.name)).toBe(0)
  const again = await send(key, body)
  expect(again.json.code).toBe(200)
  expect(again.replayed).toBeUndefined()
  expect(await rows(body.name)).toBe(1)
})

test('while another server executes it, the second waits or is told to retry', async () => {
  const [key, body] = [randomUUID(), category()]
  await send(key, body)
  await expect
    .poll(() =>
      world.services.database.acrossTenants('jobs', db => others.database.isAlive(db, others.database.processNumber)),
    )
    .toBe(true)
  await world.admin.query(`update idempotency set holder = $2, answered_at = null where key = 'key:' || $1`, [
    key,
    others.database.processNumber,
  ])
  const early = await send(key, body)
  expect(early.json.error).toBe('tooFast')
  setTimeout(
    () => void world.admin.query(`update idempotency set answered_at = now() where key = 'key:' || $1`, [key]),
    500,
  )
  expect((await send(key, body)).replayed).toBe('true')
})

test('keys run out after a day and are swept', async () => {
  const [key, body] = [randomUUID(), category()]
  await send(key, body)
  await world.admin.query(`update idempotency set created_at = now() - interval '25 hours' where key = 'key:' || $1`, [
    key,
  ])
  const next = await send(key, category())
  expect(next.json.code).toBe(200)
  expect(next.replayed).toBeUndefined()
  await world.admin.query(`update idempotency set created_at = now() - interval '25 hours' where key = 'key:' || $1`, [
    key,
  ])
  expect(await removeExpiredKeys(world.services.database)).toBe(1)
})

test('stored answers cannot be read in the database', async () => {
  const [key, body] = [randomUUID(), category()]
  await send(key, body)
  const { rows } = await world.admin.query(
    `select sealed, i::text as row from idempotency i where key = 'key:' || $1`,
    [key],
  )
  expect(rows[0].sealed.length).toBeGreaterThan(20)
  expect(rows[0].row).not.toContain(Buffer.from('"code":200').toString('hex'))
  const keys = new IdempotencyKeys(world.services)
  expect(() => keys.unseal('elsewhere', rows[0].sealed)).toThrow()
})

test('however repeats fall together, each call is made once', async () => {
  const calls = Array.from({ length: 12 }, () => ({ key: randomUUID(), body: category() }))
  const sent = calls
    .flatMap(call => Array.from({ length: 6 }, (_, n) => ({ ...call, app: n % 2 ? other : world.app })))
    .sort(() => Math.random() - 0.5)
  const answers = await Promise.all(
    sent.map(async ({ key, body, app }) => {
      await new Promise(done => setTimeout(done, Math.random() * 60))
      for (;;) {
        const answer = await send(key, body, { app })
        if (answer.json.error !== 'tooFast') return { key, answer }
      }
    }),
  )
  for (const { key, body } of calls) {
    const texts = new Set(answers.filter(one => one.key === key).map(one => one.answer.text))
    expect([...texts], body.name).toHaveLength(1)
    expect(await rows(body.name)).toBe(1)
  }
})

test('reads and refusals within a call do not bind its key; a call of several transactions is bound by the first that writes', async () => {
  let runs = 0
  const several: RouteSpec = route({
    method: 'POST',
    path: '/several',
    access: 'signedIn',
    summary: 'test',
    handler: async ({ services, actor }) => {
      runs++
      const { database } = services
      await database.withTenant(actor.tenantId, db => db.query(sql`select 1`))
      if (runs === 1) throw new Refusal('stateRefused')
      await database.withTenant(actor.tenantId, db =>
        db.execute(sql`insert into category (tenant_id, name) values (${actor.tenantId}, ${`several-${runs}`})`),
      )
      await database.withTenant(actor.tenantId, db =>
        db.execute(sql`insert into category (tenant_id, name) values (${actor.tenantId}, ${`several-again-${runs}`})`),
      )
      return { runs }
    },
  })
  const app = createApp(world.services)
  registerRoutes(app, {
    services: world.services,
    routes: [several],
    authenticate: token => world.services.sessions.actor(token),
  })
  await app.ready()
  const key = randomUUID()
  expect((await send(key, {}, { app, path: '/several' })).json.error).toBe('stateRefused')
  expect((await send(key, {}, { app, path: '/several' })).json.data).toEqual({ runs: 2 })
  expect((await send(key, {}, { app, path: '/several' })).json.data).toEqual({ runs: 2 })
  expect(runs).toBe(2)
  await app.close()
})

test('every writing call of somebody signed in takes a key', async () => {
  const writing = routes.filter(spec => spec.method !== 'GET' && spec.access !== 'public')
  expect(writing.length).toBeGreaterThan(60)
  const refused = await Promise.all(
    writing.map(async spec => {
      const path = spec.path.replace(/:(\w+)(\([^)]*\))?/g, '1')
      return (await send('bad', {}, { method: spec.method as 'POST', path })).json.error
    }),
  )
  // Every caller with access gets the error about the key, unless the body was invalid already.
  expect(new Set(refused)).toEqual(new Set(['invalid', 'forbidden']))
})
