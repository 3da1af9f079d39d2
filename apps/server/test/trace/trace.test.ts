import type { ProofAnswer, TraceAnswer } from '@timbermark/contract/trace'
import { stageByKey, valueFields, isWithheld } from '@timbermark/contract/stages'
import { checkRecord } from '@timbermark/ledger'
import { beforeAll, describe, expect, it } from 'vitest'
import { subjectKinds } from '../../src/areas/trace/nightly.ts'
import { ledgerLog } from '../../src/areas/ledger/log.ts'
import { checkWholeLedger } from '../../src/areas/ledger/verify.ts'
import { pdf, png } from '../samples.ts'
import { makeGoods } from '../goods.ts'
import { forged, makeScene, type Scene } from './scene.ts'

let scene: Scene
beforeAll(async () => {
  scene = await makeScene('TRACE')
})

const trace = (code: string, language = 'en') =>
  scene.world.caller(null, language).get<TraceAnswer>(`/trace/${encodeURIComponent(code)}`)
const proof = (code: string) => scene.world.anonymous.get<ProofAnswer>(`/trace/${code}/proof`)
const verdicts = async (code: string) => {
  const { data } = await proof(code)
  const checked = await Promise.all(
    data.records.map(record =>
      checkRecord(record, { checkpoint: data.checkpoint, verifierKey: data.log.verifierKey, origin: data.log.origin }),
    ),
  )
  return checked.map(({ verdict }) => verdict)
}
/** Runs something behind the server's back, undone afterwards. */
async function tampered(change: string, undo: string, work: () => Promise<void>): Promise<void> {
  const changed = await scene.world.admin.query(change)
  expect(changed.rowCount, change).toBeGreaterThan(0)
  try {
    await work()
  } finally {
    await scene.world.admin.query(undo)
  }
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

  it('names a place in China by its divisions, and guesses no country elsewhere', async () => {
    const named = async (language: string) =>
      (await trace(scene.goods.codes[0]!, language)).data.stages.map(stage => stage.place?.name ?? null)
    expect(await named('zh')).toEqual([null, null])
    const id = (
      await scene.world.admin.query("select id from stage_record where stage = 'felling' order by id limit 1")
    ).rows[0].id
    await tampered(
      `update stage_record set longitude = 120.9807, latitude = 31.3857 where id = ${id}`,
      `update stage_record set longitude = 9.4544, latitude = 0.3901 where id = ${id}`,
      async () => {
        expect(await named('zh')).toEqual([null, '江苏省苏州市昆山市'])
        expect((await named('fr'))[1]).toMatch(/Chine, 江苏省苏州市昆山市$/)
      },
    )
  })

  it('speaks of choices from dictionaries in the reader’s language', async () => {
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
    const kept = await world.admin.query(
      "select personal_values::text as text from stage_record where personal_values::text like '%CANARY%'",
    )
    expect(kept.rows.length).toBeGreaterThan(0)
    for (const url of [`/trace/${goods.codes[1]}`, `/trace/${goods.codes[1]}/proof`])
      expect((await world.anonymous.get(url)).raw.toString()).not.toContain('CANARY')
    const page = await world.app.inject({ method: 'GET', url: `/c/${goods.codes[1]}` })
    expect(page.payload).not.toContain('CANARY')
  })

  it('shows what holds for the whole batch on each code, what holds for some codes only on those and what they are packed in', async () => {
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

  it('does not run in circles when somebody has made one in the database (A22)', async () => {
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

  it('a code from a request still being made, a voided batch and an inactive owner are said to be so (A12, A47)', async () => {
    const { world, goods, admin } = scene
    const other = await makeGoods(world, admin)
    await world.admin.query("update code_request set status = 'processing' where id = $1", [other.requestId])
    await world.services.directory.reload()
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
    await world.services.directory.reload()
    expect((await trace(other.codes[0]!)).data.status).toBe('voided')
    await world.admin.query("update enterprise set status = '1' where id = $1", [scene.tenant.id])
    await world.services.directory.reload()
    const inactive = (await trace(goods.codes[0]!)).data
    expect(inactive).toMatchObject({
      owner: { active: false },
      warnings: [{ kind: 'ownerInactive' }],
      ledger: { state: 'pending' },
    })
    expect(inactive.stages.length).toBeGreaterThan(0)
    await world.admin.query("update enterprise set status = '0' where id = $1", [scene.tenant.id])
    await world.services.directory.reload()
  })

  it('rich text of a product arrives as plain text (A11)', async () => {
    const { world, goods } = scene
    await world.admin.query(
      `update product set description = '<p>One &amp; <b>two</b></p><script>alert(1)</script><p onclick="x()">three &lt;4&gt;</p>' where id = (select product_id from batch where id = $1)`,
      [goods.batchId],
    )
    expect((await trace(goods.codes[0]!)).data.product.description).toBe('One & two\nthree <4>')
  })
})

describe('a counterfeit', () => {
  it('is refused without a single statement, like nonsense is (A01)', async () => {
    const { world, goods } = scene
    await world.services.directory.start()
    await trace(goods.codes[0]!)
    // Until the directory hears of changes it looks up numbers that it does not know, and it reads on news of its own.
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
        await proof(encodeURIComponent(code)),
        await world.anonymous.post('/trace/scan', { code }),
        await world.anonymous.post('/trace/check', { code, securityCode: 'ABCDEFGH' }),
      ]) {
        expect(answer).toMatchObject({ status: 200, code: 404, error: 'code.unknown' })
      }
    }
    expect(world.services.database.statements).toBe(before)
  })

  it('answers slow down and then stop for a client that keeps guessing, known codes do not', async () => {
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
  it('TRC-07: gives every field of the check and a proof that the reader verifies', async () => {
    await scene.append()
    const { data } = await proof(scene.goods.codes[0]!)
    expect(data.records.length).toBeGreaterThan(1)
    expect(data.log).toEqual({
      origin: 'trace.example/ledger',
      verifierKey: ledgerLog(scene.world.services).verifierKey,
    })
    for (const record of data.records) {
      expect(record).toMatchObject({
        state: 'logged',
        ownerEnterprise: 'TRACE',
        compliant: true,
        anchor: null,
        timestamp: expect.stringMatching(/Z$/),
        transactionFingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      })
      expect(record.traceHash).toBe(record.databaseHash)
    }
    expect(new Set(await verdicts(scene.goods.codes[0]!))).toEqual(new Set(['match']))
    expect((await trace(scene.goods.codes[0]!)).data.ledger.state).toBe('recorded')
  })

  it('a record that waits for the log is pending, neither good nor bad', async () => {
    await scene.report('seaShipping', [scene.goods.codes[0]!])
    const { data } = await trace(scene.goods.codes[0]!)
    expect(data.ledger.state).toBe('pending')
    expect(data.warnings).toEqual([])
    expect(await verdicts(scene.goods.codes[0]!)).toContain('queued')
    expect((await proof(scene.goods.codes[0]!)).data.records.find(record => record.state === 'queued')).toMatchObject({
      index: null,
      path: [],
      compliant: true,
    })
    await scene.append()
    expect((await trace(scene.goods.codes[0]!)).data.ledger.state).toBe('recorded')
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
    [
      'the owner',
      "update enterprise set identification = 'THIEF' where identification = 'TRACE'",
      "update enterprise set identification = 'TRACE' where identification = 'THIEF'",
    ],
  ])('%s changed in the database: suspicious, and not compliant (A90)', async (_what, change, undo) => {
    const [code] = scene.goods.codes
    await tampered(change, undo, async () => {
      const { data } = await trace(code!)
      expect(data.ledger.state).toBe('mismatch')
      expect(data.warnings).toContainEqual({ kind: 'suspicious', stage: 'felling', reason: 'fingerprintMismatch' })
      const shown = (await proof(code!)).data.records.find(record => record.stage === 'felling')!
      expect(shown.compliant).toBe(false)
      expect(shown.databaseHash).not.toBe(shown.traceHash)
      expect(await verdicts(code!)).toContain('mismatch')
      const nightly = await checkWholeLedger(
        scene.world.services.database,
        ledgerLog(scene.world.services),
        subjectKinds,
      )
      expect(nightly.faults.map(fault => fault.kind)).toContain('subjectChanged')
    })
    expect((await trace(code!)).data.ledger.state).toBe('recorded')
  })

  it('a replaced attachment shows (A30)', async () => {
    const survey = "(select id from stage_record where stage = 'forestSurvey' order by id limit 1)"
    const before = (
      await scene.world.admin.query(
        `select f.id, f.sha256 from file_object f join stage_record r on r.attachments ? f.id where r.id = ${survey}`,
      )
    ).rows[0]
    await tampered(
      `update file_object set sha256 = repeat('a', 64) where id = '${before.id}'`,
      `update file_object set sha256 = '${before.sha256}' where id = '${before.id}'`,
      async () => {
        expect((await trace(scene.goods.codes[0]!)).data.warnings).toContainEqual({
          kind: 'suspicious',
          stage: 'forestSurvey',
          reason: 'fingerprintMismatch',
        })
      },
    )
  })

  it.each([
    [
      'the leaf',
      "update ledger_leaf set leaf = replace(leaf, 'felling', 'sawing') where subject = 'stage_record/' || ID",
      "update ledger_leaf set leaf = replace(leaf, 'sawing', 'felling') where subject = 'stage_record/' || ID",
    ],
    [
      'the leaf’s name',
      "update ledger_leaf set subject = 'x' where subject = 'stage_record/' || ID",
      "update ledger_leaf set subject = 'stage_record/' || ID where subject = 'x'",
    ],
    [
      'the signed head',
      "update ledger_checkpoint set note = replace(note, 'trace.example/ledger', 'other.example/ledger')",
      "update ledger_checkpoint set note = replace(note, 'other.example/ledger', 'trace.example/ledger')",
    ],
  ])('%s changed: the chain is broken', async (_what, change, undo) => {
    const { rows } = await scene.world.admin.query(`select ${one} as id`)
    const id = String(rows[0].id)
    await tampered(change.replaceAll('ID', id), undo.replaceAll('ID', id), async () => {
      const { data } = await trace(scene.goods.codes[0]!)
      expect(data.ledger.state).toBe('mismatch')
      expect(data.warnings).toContainEqual({ kind: 'suspicious', stage: 'felling', reason: 'chainBroken' })
      expect(await verdicts(scene.goods.codes[0]!)).toContain('mismatch')
    })
  })

  it('record and leaf changed together: the path no longer leads to the signed head (A91)', async () => {
    const { admin } = scene.world
    const id = (await admin.query(`select ${one} as id`)).rows[0].id
    const before = (
      await admin.query('select leaf, leaf_hash from ledger_leaf where subject = $1', [`stage_record/${id}`])
    ).rows[0]
    await admin.query(
      `update stage_record set public_values = jsonb_set(public_values, '{volume}', '"99"') where id = $1`,
      [id],
    )
    // The database hash that the server now computes is what the forger writes into the log.
    const leaf = before.leaf.replace('"volume":"12.5"', '"volume":"99"')
    expect(leaf).not.toBe(before.leaf)
    await admin.query(
      `update ledger_leaf set leaf = $2, leaf_hash = sha256('\\x00'::bytea || convert_to($2, 'UTF8')) where subject = $1`,
      [`stage_record/${id}`, leaf],
    )
    const shown = (await proof(scene.goods.codes[0]!)).data.records.find(record => record.recordId === String(id))!
    expect(shown.databaseHash).toBe(shown.traceHash)
    expect(shown.compliant).toBe(false)
    expect((await trace(scene.goods.codes[0]!)).data).toMatchObject({
      ledger: { state: 'mismatch' },
      warnings: [{ kind: 'suspicious', stage: 'felling', reason: 'chainBroken' }],
    })
    await admin.query(
      `update stage_record set public_values = jsonb_set(public_values, '{volume}', '"12.5"') where id = $1`,
      [id],
    )
    await admin.query('update ledger_leaf set leaf = $2, leaf_hash = $3 where subject = $1', [
      `stage_record/${id}`,
      before.leaf,
      before.leaf_hash,
    ])
    expect((await trace(scene.goods.codes[0]!)).data.ledger.state).toBe('recorded')
  })

  it('records put in or taken away behind the server’s back are found at night', async () => {
    const { admin, services } = scene.world
    const check = () => checkWholeLedger(services.database, ledgerLog(services), subjectKinds)
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
    expect((await check()).faults.map(fault => fault.kind)).toEqual(['subjectGone'])
  })

  it('a ledger that cannot be read speaks neither for nor against the goods (I5)', async () => {
    const { admin, anonymous } = scene.world
    await admin.query('alter table ledger_tile rename to ledger_tile_away')
    const answer = await trace(scene.goods.codes[0]!)
    expect(answer.data).toMatchObject({ ledger: { state: 'unavailable' }, warnings: [] })
    expect(answer.data.stages.length).toBeGreaterThan(0)
    expect((await anonymous.get(`/trace/${scene.goods.codes[0]}/proof`)).status).toBe(500)
    await admin.query('alter table ledger_tile_away rename to ledger_tile')
  })
})

describe('limits of what is asked', () => {
  it('takes no unknown fields, no half positions as positions, no large bodies', async () => {
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
