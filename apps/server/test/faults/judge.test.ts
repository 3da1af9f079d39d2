import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Books } from '../../faults/books.ts'
import { judge } from '../../faults/judge.ts'
import { Mailbox } from '../../faults/mailbox.ts'
import { makeScene, type Scene } from '../trace/scene.ts'

/** Checks that find nothing would let every campaign pass: each kind of damage is planted and must be detected. */
let scene: Scene
const books = new Books()
let scans: string[]
let mailbox: Mailbox
afterAll(() => mailbox.close())

async function findings(): Promise<string[]> {
  const { settings } = scene.world.services
  const verdict = await judge({
    books,
    adminUrl: scene.world.databaseUrl,
    filesFolder: join(settings.dataDir, 'files'),
    ledger: { dataDir: settings.dataDir, keyFile: settings.masterKeyFile, publicUrl: settings.publicUrl },
    patienceMs: 300,
    goodsNumber: 1,
    mailbox,
  })
  return verdict.all
}

async function scan(code: string): Promise<string> {
  const mark = randomUUID()
  const answer = await scene.world.anonymous.post<{ scans: number; first: boolean }>('/trace/scan', {
    code,
    device: mark,
  })
  expect(answer.code, answer.msg).toBe(200)
  books.acknowledge(books.enter('scan', mark, { code }), answer.data)
  return mark
}

const damage = (statement: string, values: unknown[] = []) => scene.world.admin.query(statement, values)

beforeAll(async () => {
  mailbox = await Mailbox.open()
  scene = await makeScene('JUDGED')
  const { admin, goods, world } = scene
  const recordId = await scene.report('felling', [goods.codes[5]!])
  const { rows } = await world.admin.query('select report_id from stage_record where id = $1', [recordId])
  books.acknowledge(books.enter('report', rows[0].report_id, { codes: [goods.codes[5]!] }), { recordId })
  scans = [await scan(goods.codes[0]!), await scan(goods.codes[0]!), await scan(goods.codes[1]!)]
  const content = Buffer.from('a file of the judge')
  const uploaded = await admin.upload<{ id: string; url: string }>('/common/upload', { name: 'judged.txt', content })
  const file = await world.admin.query('select sha256 from file_object where id = $1', [uploaded.data.id])
  books.acknowledge(books.enter('upload', 'judged.txt', { sha256: file.rows[0].sha256 }), uploaded.data)
  await scene.append()
})

test('what is as it should be is found so', async () => {
  expect(await findings()).toEqual([])
})

test('what nobody acknowledged may be missing, and may be there once', async () => {
  books.enter('scan', randomUUID(), { code: scene.goods.codes[0]! })
  books.enter('add', 'Listing never made', {})
  expect(await findings()).toEqual([])
})

test('work that nobody does any more is stuck', async () => {
  await damage("update code_request set status = 'inProgress'")
  expect(await findings()).toContainEqual(expect.stringMatching(/^stuck: code request \d+ is inProgress/))
  await damage("update code_request set status = 'completed'")
})

test('an acknowledged write that is missing is reported lost, once', async () => {
  books.acknowledge(books.enter('add', 'Listing lost', {}), { id: 1 })
  expect(await findings()).toEqual(['lost: add Listing lost'])
  expect(await findings()).toEqual([])
})

test('a change that an older one has overwritten is lost', async () => {
  const upload = await scene.admin.upload<{ id: string }>('/common/upload', {
    name: 'okoume.txt',
    content: Buffer.from('not shown'),
  })
  await damage(
    `insert into listing (tenant_id, kind, goods_name, quantity, unit, expected_price, publisher, contact_phone, remark, picture)
     values ($1, 'supply', 'Listing edited', 1, 'ton', 1, 'Judge', '+24106100002', 'change 1', $2)`,
    [scene.tenant.id, [upload.data.id]],
  )
  const { rows } = await scene.world.admin.query("select id from listing where goods_name = 'Listing edited'")
  books.acknowledge(books.enter('add', 'Listing edited', {}), { id: Number(rows[0].id) })
  books.acknowledge(books.enter('edit', 'Listing edited/1', { row: 'Listing edited', place: 1 }), {})
  expect(await findings()).toEqual([])
  books.acknowledge(books.enter('edit', 'Listing edited/2', { row: 'Listing edited', place: 2 }), {})
  expect(await findings()).toContain('lost: edit Listing edited/2')
})

test('packing, custody, certification, corrections, runs, submitted requests and files in pieces: each missing one is lost', async () => {
  const kinds = ['pack', 'unpack', 'list', 'assign', 'takeBack', 'revoke', 'correct', 'void'] as const
  for (const kind of kinds) books.acknowledge(books.enter(kind, `${kind}-lost`, {}), {} as never)
  books.acknowledge(books.enter('certify', '9999', {}), {})
  books.acknowledge(books.enter('run', 'run-lost', {}), { id: 2_000_000 })
  books.acknowledge(books.enter('piece', 'piece-lost.txt', { sha256: '0' }), { file: { id: 'x' } })
  const { rows } = await scene.world.admin.query('select id::text from code_request limit 1')
  await damage('update code_request set submitted_at = null where id = $1', [rows[0].id])
  books.acknowledge(books.enter('submit', rows[0].id, {}), {})
  expect((await findings()).sort()).toEqual(
    [
      ...kinds.map(kind => `lost: ${kind} ${kind}-lost`),
      'lost: certify 9999',
      'lost: run run-lost',
      'lost: piece piece-lost.txt',
      `lost: submit ${rows[0].id}`,
    ].sort(),
  )
})

test('a report without its photo is found, and a missing one is lost', async () => {
  const lost = randomUUID()
  books.acknowledge(books.enter('photo', lost, { codes: [], sha256: '0' }), { recordId: 1 })
  const { mark, facts } = books.all('report')[0]!
  books.enter('photo', mark, { ...facts, sha256: '0' })
  expect((await findings()).sort()).toEqual([`lost: photo ${lost}`, `wrong: report ${mark} does not have its photo`])
})

test('mail that was never ordered, ordered twice, not sent, or marked as sent and never arrived is found', async () => {
  const order = (name: string, sent: string) =>
    damage(`insert into operator_mail (kind, facts, sent_at) values ('taskFailed', $1, ${sent})`, [{ name }])
  for (const mark of ['mail-lost', 'mail-twice', 'mail-unsent', 'mail-astray'])
    books.acknowledge(books.enter('mail', mark, {}), { id: 1 })
  for (let n = 0; n < 2; n++) await order('mail-twice', 'null')
  await order('mail-unsent', 'null')
  await order('mail-astray', 'now()')
  mailbox.taken.set('operator-2000000', 1)
  expect(await findings()).toEqual(
    expect.arrayContaining([
      'lost: mail mail-lost',
      'doubled: mail mail-twice: 2 times',
      expect.stringMatching(/^lost: operator-\d+, marked as sent$/),
      'stuck: 3 mails wait, though only 1 were sent',
      'wrong: operator-2000000 arrived and was never ordered',
    ]),
  )
  await damage(
    "insert into operator_mail (kind, facts, sent_at) select 'alarm', '{}', now() from generate_series(1, 40)",
  )
  expect(await findings()).toContain('wrong: 41 mails were sent in an hour')
  await damage('delete from operator_mail')
  mailbox.taken.clear()
})

test('half the rows of an import are wrong', async () => {
  const { rows } = await scene.world.admin.query('select user_name from account limit 1')
  books.enter('import', 'half', { users: [rows[0].user_name, 'nobody-of-that-name'] })
  expect(await findings()).toContain('wrong: import half: 1 of 2 users')
})

test('a scan that is logged twice or was never requested is detected; so are counters that differ from the log', async () => {
  const copy = `insert into scan_log (tenant_id, request_number, serial, product_id, device, scanned_at)
    select tenant_id, request_number, serial, product_id, $2, scanned_at from scan_log where device = $1`
  await damage(copy, [scans[2], scans[2]])
  const strange = randomUUID()
  await damage(copy, [scans[2], strange])
  const reported = await findings()
  expect(reported).toContain(`doubled: scan ${scans[2]}: 2 times`)
  expect(reported).toContain(`wrong: scan ${strange} was never asked for`)
  expect(reported).toContainEqual(expect.stringContaining('scan counters differ from the log'))
  expect(reported).toContainEqual(expect.stringContaining('sums of the day differ from the logs'))
})

test('two first scans, and two scans of one number, are found', async () => {
  const [entry] = books.all('scan').filter(item => item.mark === scans[1])
  entry!.answer = { scans: 1, first: true }
  const reported = await findings()
  expect(reported).toContain(`wrong: 2 scans of ${scene.goods.codes[0]} were told to be the first`)
  expect(reported).toContain(`wrong: two scans of ${scene.goods.codes[0]} were told the same number`)
})

test('a file without its bytes, and one with others, is found', async () => {
  const [entry] = books.all('upload')
  const { sha256 } = entry!.facts
  const { dataDir } = scene.world.services.settings
  rmSync(join(dataDir, 'files', sha256.slice(0, 2), sha256.slice(2, 4), sha256))
  expect(await findings()).toContain(`wrong: content ${sha256} is missing`)
})

test('a record without its codes and a gap in the ledger are found', async () => {
  await damage("set session_replication_role = 'replica'")
  await damage('delete from stage_record_code')
  await damage("delete from ledger_entry where content in (select content from sealed_content where kind = 'mention')")
  const reported = await findings()
  expect(reported).toContainEqual(expect.stringMatching(/^wrong: record \d+ does not have its codes$/))
  expect(reported).toContainEqual(expect.stringMatching(/^wrong: mention\/\d+ is in the ledger 0 times$/))
  expect(reported).toContainEqual(expect.stringMatching(/^wrong: \d+ leaves, the head says \d+$/))
  expect(reported).toContainEqual(expect.stringMatching(/^wrong: ledger: /))
})
