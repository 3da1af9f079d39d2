import type { TraceAnswer } from '@timbermark/contract/trace'
import { stageByKey, valueFields, isWithheld } from '@timbermark/contract/stages'
import { canonicalize, leafHash } from '@timbermark/ledger'
import { sha256 } from '@timbermark/ledger/node'
import { beforeAll, describe, expect, it } from 'vitest'
import { rowChecks } from '../../src/areas/trace/proof/nightly-check.ts'
import { ledgerLog } from '../../src/areas/ledger/log/log.ts'
import { digestOf } from '../../src/areas/ledger/sealing/content.ts'
import { checkWholeLedger } from '../../src/areas/ledger/log/verify.ts'
import { pdf, png } from '../samples.ts'
import { makeGoods } from '../goods.ts'
import { unguarded } from '../unguarded.ts'
import { forged, makeScene, type Scene } from './scene.ts'
import { walkServedProof } from './walk-proof.ts'

let scene: Scene
beforeAll(async () => {
  scene = await makeScene('TRACE')
})

const trace = (code: string, language = 'en') =>
  scene.world.caller(null, language).get<TraceAnswer>(`/trace/${encodeURIComponent(code)}`)
/** Runs something behind the server's back, undone afterwards. */
async function tampered(change: string, undo: string, work: () => Promise<void>): Promise<void> {
  const changed = await unguarded(scene.world.admin, change)
  expect(changed.rowCount, change).toBeGreaterThan(0)
  try {
    await work()
  } finally {
    await unguarded(scene.world.admin, undo)
  }
}

/** Faults of the nightly check: their kinds, with the kind of row. */
async function nightly(): Promise<string[]> {
  const { database } = scene.world.services
  const { faults } = await checkWholeLedger(database, ledgerLog(scene.world.services), rowChecks)
  return faults.map(({ kind, place }) =>
    place.includes('/') && kind.startsWith('subject') ? `${kind} ${place.split('/')[0]}` : kind,
  )
}

describe('what anyone sees of a code', () => {
  it('TRC-01, TRC-02: product, batch, owner and the reported stages in the order of the chain', async () => {
    const { codes } = scene.goods
    const upload = await scene.field.upload<{ id: string }>('/common/upload', { name: 'tree.png', content: png })
    const paper = await scene.field.upload<{ id: string }>('/common/upload', { name: 'permit.pdf', content: pdf })
    const survey = valueFields(stageByKey('forestSurvey'))
    const imageKey = survey.find(field => field.type === 'images' && !isWithheld(field))!.key
    const felling = await scene.report('felling', [codes[0]!], {})
    const surveyed = await scene.report('forestSurvey', [codes[0]!], {
      values: { [imageKey]: [upload.data.id] },
      longitude: 9.5,
      latitude: 0.25,
    })
    await scene.append()
    const answer = await trace(codes[0]!.toLowerCase())
    expect(answer.code).toBe(200)
    const { data } = answer
    expect(data).toMatchObject({
      code: codes[0],
      status: 'active',
      owner: { id: 'TRACE', name: 'Demo TRACE', active: true },
      print: { country: 'GA', factory: 'F1', batchDate: '2026-11-01', species: 'OKO' },
      warnings: [],
    })
    expect(data.product.name).not.toBe('')
    expect(data.product.description).not.toContain('<')
    expect(data.ledger).toEqual({ state: 'recorded', anchored: false, breaks: [] })
    expect(data.stages.map(stage => [stage.stage, stage.recordId, stage.order])).toEqual([
      ['forestSurvey', String(surveyed), 1],
      ['felling', String(felling), 2],
    ])
    expect(data.stages[0]).toMatchObject({
      place: { longitude: 9.5, latitude: 0.25 },
      version: 1,
      corrected: false,
      reason: null,
      enterprise: 'Demo TRACE',
      documents: [{ code: scene.goods.documentCode, name: 'Felling permit' }],
    })
    expect(data.stages[0]!.files).toEqual([
      {
        url: `/api/file/${upload.data.id}`,
        name: 'tree.png',
        type: 'image/webp',
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        field: imageKey,
        kind: 'image',
      },
    ])
    const picture = await scene.world.anonymous.get(data.stages[0]!.files[0]!.url)
    expect(picture.status).toBe(200)
    expect(picture.headers['content-type']).toBe('image/webp')
    expect((await scene.world.anonymous.get(`/file/${paper.data.id}`)).code).toBe(404)
  })

  it('names a place in China by its divisions, elsewhere only as far as certain', async () => {
    const named = async (language: string) =>
      (await trace(scene.goods.codes[0]!, language)).data.stages.map(stage => stage.place?.name ?? null)
    expect(await named('zh')).toEqual(['加蓬奥文多', '加蓬'])
    const id = (
      await scene.world.admin.query("select id from stage_record where stage = 'felling' order by id limit 1")
    ).rows[0].id
    await tampered(
      `update stage_record set longitude = 120.9807, latitude = 31.3857 where id = ${id}`,
      `update stage_record set longitude = 9.4544, latitude = 0.3901 where id = ${id}`,
      async () => {
        expect(await named('zh')).toEqual(['加蓬奥文多', '江苏省苏州市昆山市'])
        expect((await named('fr'))[1]).toBe('Suzhou, Chine')
      },
    )
  })

  it('shows dictionary values in the reader’s language', async () => {
    const labels = async (language: string) =>
      (await trace(scene.goods.codes[0]!, language)).data.stages
        .flatMap(stage => stage.values)
        .find(value => value.key === 'treeSpecies')
    expect(await labels('en')).toMatchObject({ value: 'OKO', label: expect.stringContaining('Okoum') })
    expect((await labels('zh'))!.label).toMatch(/[\u4e00-\u9fff]/)
  })

  it('shows no personal or confidential value, in the answer or in the proof (A97)', async () => {
    const withheld = valueFields(stageByKey('felling')).filter(isWithheld)
    expect(withheld.length).toBeGreaterThan(0)
    const canaries = Object.fromEntries(
      withheld
        .filter(field => field.type === 'text' || field.type === 'longText')
        .map((field, n) => [field.key, `CANARY-${n}`]),
    )
    await scene.report('felling', [scene.goods.codes[1]!], { values: canaries })
    await scene.append()
    const { world, goods } = scene
    const stored = await world.admin.query(
      "select personal_values::text as text from stage_record where personal_values::text like '%CANARY%'",
    )
    expect(stored.rows.length).toBeGreaterThan(0)
    for (const url of [`/trace/${goods.codes[1]}`, `/trace/${goods.codes[1]}/proof`])
      expect((await world.anonymous.get(url)).raw.toString()).not.toContain('CANARY')
    const page = await world.app.inject({ method: 'GET', url: `/c/${goods.codes[1]}` })
    expect(page.payload).not.toContain('CANARY')
  })

  it('shows records of the batch on each code, and records of some codes only on those and their packages', async () => {
    const { goods, world, admin } = scene
    const packages = await makeGoods(world, admin, { codeType: 'package', batchId: goods.batchId })
    const containers = await makeGoods(world, admin, { codeType: 'container', batchId: goods.batchId })
    await scene.report('packing', [goods.codes[2]!, goods.codes[3]!], { parentCode: packages.codes[0] })
    await scene.report('packing', [packages.codes[0]!], { parentCode: containers.codes[0] })
    const item = await scene.report('productInformation', [goods.codes[2]!])
    const packed = await scene.report('productSales', [packages.codes[0]!])
    const stages = async (code: string) =>
      (await trace(code)).data.stages
        .filter(stage => ['productInformation', 'productSales'].includes(stage.stage))
        .map(stage => stage.recordId)
    expect(await stages(goods.codes[2]!)).toEqual([String(item), String(packed)])
    expect(await stages(goods.codes[3]!)).toEqual([String(packed)])
    expect(await stages(goods.codes[4]!)).toEqual([])
    expect(await stages(packages.codes[0]!)).toEqual([String(packed)])
    expect(
      (await trace(goods.codes[4]!)).data.stages.filter(stage => stage.stage === 'felling').length,
    ).toBeGreaterThan(0)
  })

  it('ends even when packings in the database form a cycle (A22)', async () => {
    const { goods, world } = scene
    const serial = async (code: string) => {
      const opened = await world.services.directory.open(code)
      return opened.known ? [opened.entry.requestNumber, opened.serial] : []
    }
    const [request, five] = await serial(goods.codes[5]!)
    const [, six] = await serial(goods.codes[6]!)
    await world.admin.query(
      'insert into code_link (tenant_id, request_number, serials, parent_request, parent_serial) values ($1, $2, int4range($3, $3 + 1), $2, $4), ($1, $2, int4range($4, $4 + 1), $2, $3)',
      [scene.tenant.id, request, five, six],
    )
    expect((await trace(goods.codes[5]!)).code).toBe(200)
  })

  it('shows an unfinished request, a voided batch and an inactive owner as such (A12, A47)', async () => {
    const { world, goods, admin } = scene
    const other = await makeGoods(world, admin)
    await world.admin.query("update code_request set status = 'processing' where id = $1", [other.requestId])
    world.services.directory.forgetAll()
    expect((await trace(other.codes[0]!)).data).toMatchObject({
      status: 'notActivated',
      stages: [],
      counts: { scans: 0 },
    })
    expect(await world.anonymous.post('/trace/scan', { code: other.codes[0] })).toMatchObject({
      code: 500,
      error: 'trace.notActivated',
    })
    expect(
      await world.anonymous.post('/trace/check', { code: other.codes[0], securityCode: 'AAAAAAAA' }),
    ).toMatchObject({ code: 500, error: 'trace.notActivated' })
    await world.admin.query("update code_request set status = 'completed' where id = $1", [other.requestId])
    await world.admin.query("update batch set status = 'voided' where id = $1", [other.batchId])
    world.services.directory.forgetAll()
    expect((await trace(other.codes[0]!)).data.status).toBe('voided')
    await world.admin.query("update batch set status = 'draft' where id = $1", [other.batchId])
    await world.admin.query("update enterprise set status = '1' where id = $1", [scene.tenant.id])
    world.services.directory.forgetAll()
    const inactive = (await trace(goods.codes[0]!)).data
    expect(inactive).toMatchObject({
      owner: { active: false },
      warnings: [{ kind: 'ownerInactive' }],
      ledger: { state: 'pending' },
    })
    expect(inactive.stages.length).toBeGreaterThan(0)
    await world.admin.query("update enterprise set status = '0' where id = $1", [scene.tenant.id])
    world.services.directory.forgetAll()
  })

  it('rich text of a product arrives as plain text (A11)', async () => {
    const { goods } = scene
    const product = `where id = (select product_id from batch where id = ${goods.batchId})`
    const { rows } = await scene.world.admin.query(
      `select quote_nullable(description) as before from product ${product}`,
    )
    await tampered(
      `update product set description = '<p>One &amp; <b>two</b></p><script>alert(1)</script><p onclick="x()">three &lt;4&gt;</p>' ${product}`,
      `update product set description = ${rows[0].before} ${product}`,
      async () => expect((await trace(goods.codes[0]!)).data.product.description).toBe('One & two\nthree <4>'),
    )
  })
})

describe('a forged code', () => {
  it('is refused without a single statement, like any invalid text (A01)', async () => {
    const { world, goods } = scene
    world.services.directory.start()
    await trace(goods.codes[0]!)
    // Until the directory has its notification listener, it looks up unknown numbers and reads changes by itself.
    for (let calm = 0, last = -1; calm < 3; calm = last === world.services.database.statements ? calm + 1 : 0) {
      last = world.services.database.statements
      await trace('ZZZZZZZZZZZZZZZZZZZZ')
      await new Promise(done => setTimeout(done, 50))
    }
    const before = world.services.database.statements
    for (const code of [
      forged(goods.codes[0]!),
      '00000000000000000000',
      'hello',
      'ZZZZZZZZZZZZZZZZZZZZ',
      "'; drop table code_stat",
    ]) {
      for (const answer of [
        await trace(code),
        await world.anonymous.get(`/trace/${encodeURIComponent(code)}/proof`),
        await world.anonymous.post('/trace/scan', { code }),
        await world.anonymous.post('/trace/check', { code, securityCode: 'ABCDEFGH' }),
      ]) {
        expect(answer).toMatchObject({ status: 200, code: 404, error: 'code.unknown' })
      }
    }
    expect(world.services.database.statements).toBe(before)
  })

  it('answers slow down and then stop for a client that keeps guessing, but not for known codes', async () => {
    const { world, goods } = scene
    const ask = async (code: string) => {
      const answer = await world.app.inject({ method: 'GET', url: `/api/trace/${code}`, remoteAddress: '203.0.113.9' })
      return answer.json<{ code: number; error?: string }>()
    }
    const answers = await Promise.all(Array.from({ length: 40 }, () => ask(forged(goods.codes[0]!))))
    expect(answers.filter(answer => answer.code === 404)).toHaveLength(30)
    expect(answers.filter(answer => answer.error === 'tooMany')).toHaveLength(10)
    expect((await ask(goods.codes[0]!)).code).toBe(200)
  })
})

describe('TRC-06, ENT-44: the record against the ledger', () => {
  it('TRC-07: answers every field of the check and a proof that the reader verifies', async () => {
    await scene.append()
    const [code] = scene.goods.codes
    const { outcome, faults, item, log } = await walkServedProof(scene, code!)
    expect({ outcome, faults }).toEqual({ outcome: 'proven', faults: [] })
    expect(log).toMatchObject({
      origin: 'trace.example/ledger',
      verifierKey: ledgerLog(scene.world.services).verifierKey,
    })
    expect(item!.records.size).toBeGreaterThan(1)
    for (const record of item!.answer.stages) {
      expect(record).toMatchObject({ enterprise: 'Demo TRACE', recordedAt: expect.stringMatching(/Z$/) })
      const proven = item!.records.get(record.recordId)!
      expect(proven).toMatchObject({ sealed: expect.stringMatching(/^[0-9a-f]{64}$/) })
      expect(proven.today).toBe(proven.sealed)
      expect(proven.entry).toContain('timbermark/entry@2')
    }
    // The server's statement equals what the reader opened.
    const { data } = await trace(code!)
    expect(item!.answer.stages.map(({ recordId }) => recordId)).toEqual(data.stages.map(({ recordId }) => recordId))
    expect(data.ledger.state).toBe('recorded')
  })

  it('a queued record is pending, neither proven nor suspicious', async () => {
    const id = String(await scene.report('seaShipping', [scene.goods.codes[0]!]))
    const { data } = await trace(scene.goods.codes[0]!)
    expect(data.ledger.state).toBe('pending')
    expect(data.warnings).toEqual([])
    const { outcome, item } = await walkServedProof(scene, scene.goods.codes[0]!)
    expect(outcome).toBe('waiting')
    expect(item!.pending).toMatchObject([{ of: 'record', record: { recordId: id, action: 'added' } }])
    expect(item!.records.has(id)).toBe(false)
    await scene.append()
    expect((await trace(scene.goods.codes[0]!)).data.ledger.state).toBe('recorded')
    expect((await walkServedProof(scene, scene.goods.codes[0]!)).outcome).toBe('proven')
  })

  const one = "(select id from stage_record where stage = 'felling' order by id limit 1)"
  it.each([
    [
      'a value',
      `update stage_record set public_values = jsonb_set(public_values, '{volume}', '"99"') where id = ${one}`,
      `update stage_record set public_values = jsonb_set(public_values, '{volume}', '"12.5"') where id = ${one}`,
    ],
    [
      'a value added',
      `update stage_record set public_values = public_values || '{"remark": "more"}' where id = ${one}`,
      `update stage_record set public_values = public_values || '{"remark": "remark é"}' where id = ${one}`,
    ],
    [
      'the operator, who is only there as a hash',
      `update stage_record set operator = 'Somebody else' where id = ${one}`,
      `update stage_record set operator = 'CANARY operator' where id = ${one}`,
    ],
    [
      'the time',
      `update stage_record set happened_at = happened_at - interval '1 day' where id = ${one}`,
      `update stage_record set happened_at = happened_at + interval '1 day' where id = ${one}`,
    ],
    [
      'the ledger’s own time of arrival',
      `update stage_record set recorded_at = recorded_at - interval '1 hour' where id = ${one}`,
      `update stage_record set recorded_at = recorded_at + interval '1 hour' where id = ${one}`,
    ],
    [
      'the place',
      `update stage_record set latitude = 1 where id = ${one}`,
      `update stage_record set latitude = 0.3901 where id = ${one}`,
    ],
    [
      'the codes',
      `update stage_record_code set serials = int4range(9000, 9001) where record_id = ${one}`,
      `update stage_record_code set serials = int4range(0, 1) where record_id = ${one}`,
    ],
  ])('%s changed in the database: suspicious, and not compliant (A90)', async (_what, change, undo) => {
    const [code] = scene.goods.codes
    await tampered(change, undo, async () => {
      const { data } = await trace(code!)
      expect(data.ledger.state).toBe('mismatch')
      expect(data.warnings).toContainEqual({ kind: 'suspicious', stage: 'felling', reason: 'fingerprintMismatch' })
      const { outcome, faults, item } = await walkServedProof(scene, code!)
      expect(outcome).toBe('suspicious')
      const { recordId } = data.stages.find(record => record.stage === 'felling')!
      expect(faults).toContainEqual({ fault: 'database', about: recordId })
      const { sealed, today } = item!.records.get(recordId)!
      expect(today).not.toBe(sealed)
      const nightly = await checkWholeLedger(scene.world.services.database, ledgerLog(scene.world.services), rowChecks)
      expect(nightly.faults.map(fault => fault.kind)).toContain('subjectChanged')
    })
    expect((await trace(code!)).data.ledger.state).toBe('recorded')
  })

  it.each([
    [
      'the owner’s name',
      'enterprise',
      "update enterprise set name = 'Thief' where identification = 'TRACE'",
      "update enterprise set name = 'Demo TRACE' where identification = 'TRACE'",
    ],
    [
      'the owner’s number, which nobody is shown',
      'enterprise',
      "update enterprise set identification = 'THIEF' where identification = 'TRACE'",
      "update enterprise set identification = 'TRACE' where identification = 'THIEF'",
    ],
    [
      'the product',
      'product',
      "update product set latin_species = latin_species || 'x' where id = PRODUCT",
      'update product set latin_species = left(latin_species, -1) where id = PRODUCT',
    ],
    [
      'the batch',
      'batch',
      "update batch set batch_number = batch_number || 'x' where id = BATCH",
      'update batch set batch_number = left(batch_number, -1) where id = BATCH',
    ],
    [
      'what is printed',
      'request',
      "update code_request set species = 'OTHER' where id = REQUEST",
      "update code_request set species = 'OKO' where id = REQUEST",
    ],
  ])('%s changed in the database shows to the reader’s browser and at night', async (_what, about, change, undo) => {
    const { batchId, requestId, codes } = scene.goods
    const named = (statement: string) =>
      statement
        .replace('PRODUCT', `(select product_id from batch where id = ${batchId})`)
        .replace('BATCH', String(batchId))
        .replace('REQUEST', String(requestId))
    await tampered(named(change), named(undo), async () => {
      expect(await walkServedProof(scene, codes[0]!)).toMatchObject({
        outcome: 'suspicious',
        faults: [{ fault: 'database', about }],
      })
      expect(await nightly()).toEqual([`subjectChanged ${about}`])
    })
    expect((await walkServedProof(scene, codes[0]!)).outcome).toBe('proven')
    expect(await nightly()).toEqual([])
  })

  it('a replaced attachment is detected (A30)', async () => {
    const survey = "(select id from stage_record where stage = 'forestSurvey' order by id limit 1)"
    const before = (
      await scene.world.admin.query(
        `select f.id, f.public_sha256 from file_object f join stage_record r on r.attachments ? f.id where r.id = ${survey}`,
      )
    ).rows[0]
    await tampered(
      `update file_object set public_sha256 = repeat('a', 64) where id = '${before.id}'`,
      `update file_object set public_sha256 = '${before.public_sha256}' where id = '${before.id}'`,
      async () => {
        expect((await trace(scene.goods.codes[0]!)).data.warnings).toContainEqual({
          kind: 'suspicious',
          stage: 'forestSurvey',
          reason: 'fingerprintMismatch',
        })
      },
    )
  })

  const mention = `(select content from sealed_content where kind = 'mention' and row_id = ${one})`
  it.each([
    [
      'the content that an entry commits to',
      `create table kept as select index, text from ledger_entry where content = ${mention};
       update ledger_entry set text = replace(text, content, repeat('A', 43)) where content = ${mention}`,
      'update ledger_entry e set text = k.text from kept k where k.index = e.index; drop table kept',
    ],
    [
      'the signed head',
      "update ledger_checkpoint set note = replace(note, 'trace.example/ledger', 'other.example/ledger')",
      "update ledger_checkpoint set note = replace(note, 'other.example/ledger', 'trace.example/ledger')",
    ],
    [
      'what is kept of the content',
      `update sealed_content set open = replace(open, '"12.5"', '"99.5"') where kind = 'record' and row_id = ${one}`,
      `update sealed_content set open = replace(open, '"99.5"', '"12.5"') where kind = 'record' and row_id = ${one}`,
    ],
  ])('%s changed: the reader’s browser proves nothing, and the night finds it', async (_what, change, undo) => {
    await unguarded(scene.world.admin, change)
    try {
      expect((await walkServedProof(scene, scene.goods.codes[0]!)).outcome).toBe('suspicious')
      expect(await nightly()).not.toEqual([])
    } finally {
      await unguarded(scene.world.admin, undo)
    }
    expect((await walkServedProof(scene, scene.goods.codes[0]!)).outcome).toBe('proven')
  })

  it.each([
    ['is no longer in the log', `delete from ledger_entry where content = ${mention}`],
    [
      'is of another subject',
      `update ledger_entry set text = replace(text, subject, repeat('A', 43)) where content = ${mention}`,
    ],
  ])('a record whose mention %s is not drawn, and is told to be left out', async (_what, change) => {
    const { admin } = scene.world
    const [code] = scene.goods.codes
    const before = (await walkServedProof(scene, code!)).item!.answer.records
    await unguarded(admin, `create table kept as select index, text, hash from ledger_entry where content = ${mention}`)
    await unguarded(admin, change)
    const { item } = await walkServedProof(scene, code!)
    expect(item!.answer.records).toEqual({ total: before.total, shown: before.shown - 1 })
    expect(await nightly()).not.toEqual([])
    await unguarded(
      admin,
      'delete from ledger_entry where index in (select index from kept); insert into ledger_entry (index, text, hash) select * from kept; drop table kept',
    )
    expect((await walkServedProof(scene, code!)).item!.answer.records).toEqual(before)
    expect(await nightly()).toEqual([])
  })

  it('a record that the log does not mention: the chain is broken', async () => {
    const { admin } = scene.world
    await unguarded(admin, `create table kept as select index, text, hash from ledger_entry where content = ${mention}`)
    await unguarded(admin, `delete from ledger_entry where content = ${mention}`)
    const { data } = await trace(scene.goods.codes[0]!)
    expect(data.ledger.state).toBe('mismatch')
    expect(data.warnings).toContainEqual({ kind: 'suspicious', stage: 'felling', reason: 'chainBroken' })
    await unguarded(admin, 'insert into ledger_entry (index, text, hash) select * from kept; drop table kept')
    expect((await trace(scene.goods.codes[0]!)).data.ledger.state).toBe('recorded')
  })

  it('record, contents and entry changed together: the entry is no longer the one that was signed (A91)', async () => {
    const { admin } = scene.world
    const { rows } = await admin.query(`select ${one} as id`)
    const { id } = rows[0]
    const keep = ['stage_record', 'sealed_content', 'ledger_entry']
    for (const table of keep) await admin.query(`create table kept_${table} as select * from ${table}`)
    await admin.query(
      `update stage_record set public_values = jsonb_set(public_values, '{volume}', '"99"') where id = $1`,
      [id],
    )
    const forge = async (kind: string, change: (open: string) => string) => {
      const [row] = (
        await admin.query('select * from sealed_content where kind = $1 and row_id = $2 order by id', [kind, id])
      ).rows
      const open = change(row.open)
      expect(open).not.toBe(row.open)
      const digest = digestOf({ ...row, open })
      await admin.query('update sealed_content set open = $2, digest = $3 where id = $1', [row.id, open, digest])
      return { before: row.content as string, after: digest.toString('base64url') }
    }
    const says = await forge('record', open => {
      const fields = JSON.parse(open)
      fields['value/volume'].value = '99'
      return canonicalize(fields)
    })
    const content = await forge('mention', open => open.replace(says.before, says.after))
    const entry = (await admin.query('select index, text from ledger_entry where content = $1', [content.before]))
      .rows[0]
    const text = entry.text.replace(content.before, content.after)
    await unguarded(admin, 'update ledger_entry set text = $2, hash = $3 where index = $1', [
      entry.index,
      text,
      Buffer.from(leafHash(Buffer.from(text), sha256)),
    ])
    // All stored rows agree with each other, so that the server states no fault: the reader detects it.
    expect((await trace(scene.goods.codes[0]!)).data.ledger.state).toBe('recorded')
    expect((await walkServedProof(scene, scene.goods.codes[0]!)).outcome).toBe('suspicious')
    expect(await nightly()).toContain('headWrong')
    await unguarded(
      admin,
      `update stage_record r set public_values = k.public_values from kept_stage_record k where k.id = r.id;
       update sealed_content c set open = k.open, digest = k.digest from kept_sealed_content k where k.id = c.id and k.open <> c.open;
       update ledger_entry e set text = k.text, hash = k.hash from kept_ledger_entry k where k.index = e.index and k.text <> e.text;
       ${keep.map(table => `drop table kept_${table}`).join(';')}`,
    )
    expect(await nightly()).toEqual([])
    expect((await walkServedProof(scene, scene.goods.codes[0]!)).outcome).toBe('proven')
  })

  it('records inserted or deleted directly in the database are found by the nightly check', async () => {
    const { admin, services } = scene.world
    const check = () => checkWholeLedger(services.database, ledgerLog(services), rowChecks)
    expect((await check()).faults).toEqual([])
    await admin.query(`insert into stage_record (tenant_id, report_id, batch_id, stage, template_id, document_code, operator, happened_at, code_count, codes_digest, public_values, personal_salt, created_by)
      select tenant_id, gen_random_uuid(), batch_id, 'dockEntry', template_id, document_code, operator, happened_at, code_count, codes_digest, public_values, personal_salt, created_by from stage_record where id = ${one}`)
    expect((await check()).faults.map(fault => fault.kind)).toEqual(['subjectUnlogged'])
    expect((await trace(scene.goods.codes[0]!)).data.warnings).toContainEqual({
      kind: 'suspicious',
      stage: 'dockEntry',
      reason: 'chainBroken',
    })
    await admin.query("delete from stage_record where stage = 'dockEntry'")
    for (const status of ['superseded', 'voided']) {
      await admin.query(`update stage_record set status = '${status}' where id = ${one}`)
      expect(
        (await check()).faults.map(fault => fault.kind),
        status,
      ).toEqual(['subjectChanged'])
    }
    await admin.query("update stage_record set status = 'current' where status <> 'current'")
    expect((await check()).faults).toEqual([])
    await admin.query("create table kept as select * from stage_record where stage = 'seaShipping'")
    await admin.query("delete from stage_record where stage = 'seaShipping'")
    expect(await nightly()).toEqual(['subjectGone record', 'subjectGone mention'])
  })

  it('a ledger that cannot be read gives no verdict about the item (I5)', async () => {
    const { admin, anonymous } = scene.world
    await admin.query('alter table ledger_entry rename to ledger_entry_away')
    const answer = await trace(scene.goods.codes[0]!)
    expect(answer.data).toMatchObject({ ledger: { state: 'unavailable' }, warnings: [] })
    expect(answer.data.stages.length).toBeGreaterThan(0)
    expect((await anonymous.get(`/trace/${scene.goods.codes[0]}/proof`)).status).toBe(500)
    await admin.query('alter table ledger_entry_away rename to ledger_entry')
  })
})

describe('limits of requests', () => {
  it('rejects unknown fields and large bodies, and ignores half positions', async () => {
    const { anonymous } = scene.world
    const [code] = scene.goods.codes
    expect(await anonymous.post('/trace/scan', { code, tenantId: 1 })).toMatchObject({ code: 500, error: 'invalid' })
    expect(await anonymous.post('/trace/scan', { code, longitude: 200, latitude: 0 })).toMatchObject({
      code: 500,
      error: 'invalid',
    })
    expect(await anonymous.post('/trace/scan', { code, device: 'x'.repeat(5000) })).toMatchObject({
      code: 500,
      error: 'bodyTooLarge',
    })
    expect(await anonymous.post('/trace/check', { code })).toMatchObject({ code: 500 })
    expect(await anonymous.post('/trace/scan', { code, longitude: 9.4 })).toMatchObject({ code: 200 })
    expect(
      (await scene.world.admin.query('select longitude from scan_log order by id desc limit 1')).rows[0].longitude,
    ).toBeNull()
  })
})
