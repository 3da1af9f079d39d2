import { randomBytes } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { sealEarlierSteps } from '../../src/areas/certification/seal-step.ts'
import { sealEarlierPackings } from '../../src/areas/code/packing/seal-packing.ts'
import { ledgerLog, logUnderAnyName } from '../../src/areas/ledger/log/log.ts'
import { newestHead } from '../../src/areas/ledger/log/store.ts'
import { checkWholeLedger } from '../../src/areas/ledger/log/verify.ts'
import { compareRows } from '../../src/areas/ledger/sealing/compare-rows.ts'
import { authenticateEarlierRows } from '../../src/areas/ledger/sealing/earlier-rows.ts'
import { defineSealBackfill } from '../../src/areas/ledger/sealing/seal-backfill.ts'
import { SealedBefore } from '../../src/areas/ledger/sealing/sealed-before.ts'
import { checkLedgerNightly, rowChecks } from '../../src/areas/trace/proof/nightly-check.ts'
import { loadStandingAlarms } from '../../src/platform/alarms/standing-alarms.ts'
import { Secrets } from '../../src/platform/installation/secrets.ts'
import type { Services } from '../../src/platform/services.ts'
import { makeGoods } from '../goods.ts'
import type { Answered, Caller } from '../harness.ts'
import { makeScene, type Scene } from '../trace/scene.ts'
import { walkServedProof } from '../trace/walk-proof.ts'

/** Whoever may write rows, without the key, cannot get inventions signed, and cannot spoil codes for ever. */
let scene: Scene
let second: Caller
let root: Caller
/** A code of a request that was never certified. */
let uncertified: { requestId: number; codes: string[] }

const query = async <T extends object>(text: string, values: unknown[] = []) =>
  (await scene.world.admin.query(text, values)).rows as T[]
const run = (text: string, values: unknown[] = []) => scene.world.admin.query(text, values).then(() => {})
const entries = async () => Number((await query<{ n: string }>('select count(content) as n from ledger_entry'))[0]!.n)
const faults = async () =>
  (await checkWholeLedger(scene.world.services.database, ledgerLog(scene.world.services), rowChecks)).faults.map(
    ({ kind, place }) => `${kind} ${place}`,
  )

type Job = { run: (payload: unknown) => Promise<void>; wanted: () => Promise<{ payload: object }[]> }

/** Runs the jobs that seal rows from before an upgrade: what they want, and all enterprises in any case. */
async function catchUp(): Promise<void> {
  const { services } = scene.world
  const jobs = new Map<string, Job>()
  const { database } = services
  const define = (name: string, work: Job['run'], { tracked }: { tracked: { wanted(db: object): Promise<never[]> } }) =>
    jobs.set(name, { run: work, wanted: () => database.acrossTenants('jobs', db => tracked.wanted(db)) })
  const defining = { ...services, jobs: { define } } as unknown as Services
  defineSealBackfill(defining, {
    job: 'steps',
    table: 'certification_step',
    kind: 'certification',
    first: 'oldest',
    seal: sealEarlierSteps,
  })
  defineSealBackfill(defining, {
    job: 'packings',
    table: 'packing',
    kind: 'packing',
    first: 'newest',
    seal: sealEarlierPackings,
  })
  for (const job of jobs.values()) {
    for (const { payload } of await job.wanted()) await job.run(payload)
    await job.run({ tenantId: scene.tenant.id })
  }
  await scene.append()
}

beforeAll(async () => {
  scene = await makeScene('WRITER')
  second = await scene.world.signIn(scene.tenant, ['enterpriseAdmin'])
  root = await scene.world.signIn({ id: 1, deptId: null }, ['platformOperator'])
  uncertified = await makeGoods(scene.world, scene.admin, {
    certified: false,
    batchId: scene.goods.batchId,
  })
  await scene.append()
  expect(await faults()).toEqual([])
})

afterEach(async () => {
  // Whatever was tried, the honest rows are what was sealed, and readers of honest codes notice nothing.
  await scene.append()
  for (const code of [scene.goods.codes[0]!, uncertified.codes[0]!])
    expect(await walkServedProof(scene, code), code).toMatchObject({ outcome: 'proven', faults: [] })
  expect(await faults()).toEqual([])
})

describe('what is sealed is not decided by a column', () => {
  test('no table has a column that says so', async () => {
    const columns = await query(
      `select table_name, column_name from information_schema.columns
       where table_schema = 'public' and data_type = 'boolean' and column_name ~ 'seal|logged|entered|queued'`,
    )
    expect(columns).toEqual([])
  })

  /** Inserts two steps that end in "certified" by an invented body, and the row of that certification. */
  async function inventCertification(): Promise<{ steps: number[]; undo: () => Promise<void> }> {
    const [request] = await query<{ number: number }>(
      'select request_number as number from code_request where id = $1',
      [uncertified.requestId],
    )
    const steps: number[] = []
    for (const [action, state] of [
      ['submit', 'notYetCertified'],
      ['pass', 'certified'],
    ])
      steps.push(
        ...(
          await query<{ id: number }>(
            `insert into certification_step (tenant_id, request_number, serials, action, state, certifier_name, operator, enterprise_name, judged_on, recorded_at)
             values ($1, $2, '[0,100)', $3, $4, 'EVIL Certification Body', 'Nobody', 'Nobody', case when $3 = 'pass' then current_date end, now())
             returning id::int`,
            [scene.tenant.id, request!.number, action, state],
          )
        ).map(({ id }) => id),
      )
    await run(
      `insert into certification (tenant_id, request_number, serials, state, step_id, since, owner_name, product_name, batch_number,
         code_type, species, country_code)
       select $1, $2, '[0,100)', 'certified', $3, now(), 'o', 'p', 'b', 'item', species, country_code
       from code_request where id = $4`,
      [scene.tenant.id, request!.number, steps.at(-1), uncertified.requestId],
    )
    return {
      steps,
      undo: async () => {
        await run(`delete from certification where owner_name = 'o'`)
        await run(`delete from certification_step where certifier_name = 'EVIL Certification Body'`)
      },
    }
  }

  const marks = {
    'without a mark': async () => {},
    'with a mark that has no authentication': async (ids: number[]) =>
      run(`insert into earlier_row values ($1, 'certification_step', $2)`, [scene.tenant.id, multirange(ids)]),
    'with a mark that has an invented authentication': async (ids: number[]) =>
      run(`insert into earlier_row values ($1, 'certification_step', $2, $3)`, [
        scene.tenant.id,
        multirange(ids),
        randomBytes(32),
      ]),
    'with the authentic mark of another table, enterprise or range': async (ids: number[]) => {
      const authenticate = authenticateEarlierRows(scene.world.services.secrets, '')
      await run(`insert into earlier_row values ($1, 'certification_step', '{[1,2)}')`, [scene.tenant.id])
      await run(`insert into earlier_row values (1, 'certification_step', $1)`, [multirange(ids)])
      await run(`insert into earlier_row values ($1, 'packing', $2)`, [scene.tenant.id, multirange(ids)])
      await authenticate(scene.world.admin, ['0200-earlier-rows.sql'])
      await run(`update earlier_row set ids = $2 where tenant_id = $1 and ids = '{[1,2)}'`, [
        scene.tenant.id,
        multirange(ids),
      ])
    },
  }
  const multirange = (ids: number[]) => `{${ids.map(id => `[${id},${id + 1})`).join(',')}}`

  test.each(Object.entries(marks))(
    'an invented certification is not sealed %s, and the nightly check names it',
    async (_how, mark) => {
      const before = await entries()
      const { steps, undo } = await inventCertification()
      try {
        await mark(steps)
        await catchUp()
        await checkLedgerNightly(scene.world.services)
        await catchUp()
        expect(await entries()).toBe(before)
        const walk = await walkServedProof(scene, uncertified.codes[0]!)
        expect(JSON.stringify(walk)).not.toContain('EVIL')
        await run('delete from earlier_row')
        expect(await faults()).toEqual(expect.arrayContaining(steps.map(id => `subjectUnlogged certification/${id}`)))
      } finally {
        await undo()
        await run('delete from earlier_row')
        await checkLedgerNightly(scene.world.services)
      }
    },
  )

  test('a step of certification cannot be built on an invented one', async () => {
    const { undo } = await inventCertification()
    try {
      const answer = await scene.admin.post('/certification/authorization/withdraw', {
        reason: 'Another way',
        codes: [uncertified.codes[0]],
      })
      expect(answer).toMatchObject({ error: 'ledger.altered' })
    } finally {
      await undo()
      await checkLedgerNightly(scene.world.services)
    }
  })

  test('an upgrade marks its rows once, and only with the key of the database', async () => {
    const { secrets } = scene.world.services
    const other = { ...secrets, derive: () => randomBytes(32), mac: () => randomBytes(32) } as unknown as typeof secrets
    await run(`insert into earlier_row values ($1, 'packing', '{[1,2)}')`, [scene.tenant.id])
    const macs = async () => (await query<{ mac: Buffer | null }>('select mac from earlier_row')).map(({ mac }) => mac)
    await authenticateEarlierRows(secrets, '')(scene.world.admin, ['0201-later.sql'])
    expect(await macs()).toEqual([null])
    await expect(
      authenticateEarlierRows(other, 'KEYFILE')(scene.world.admin, ['0200-earlier-rows.sql']),
    ).rejects.toThrow('KEYFILE does not hold the master key of this database')
    expect(await macs()).toEqual([null])
    await authenticateEarlierRows(secrets, '')(scene.world.admin, ['0200-earlier-rows.sql'])
    expect(await macs()).toEqual([expect.any(Buffer)])
    await run('delete from earlier_row')
  })
})

describe('what is sealed already is not sealed again', () => {
  /** Marks honest rows as unsealed, as strongly as nobody without the key could, and forgets what was sealed of them. */
  async function sealAgain(table: 'certification_step' | 'packing'): Promise<void> {
    await run(
      `insert into earlier_row select tenant_id, $1, range_agg(int8range(id, id + 1)) from ${table} where tenant_id = $2 group by 1`,
      [table, scene.tenant.id],
    )
    await authenticateEarlierRows(scene.world.services.secrets, '')(scene.world.admin, ['0200-earlier-rows.sql'])
    const before = await entries()
    await catchUp()
    expect(await entries()).toBe(before)
  }

  test('an honest step of certification is entered once, whatever a column or a mark says', async () => {
    await sealAgain('certification_step')
  })

  test('an honest packing is entered once, whatever a column or a mark says', async () => {
    const boxes = await makeGoods(scene.world, scene.admin, { codeType: 'package' })
    const packed = await scene.admin.post('/code/packing/pack', {
      parentCode: boxes.codes[0],
      codes: [scene.goods.codes[0]],
      operator: 'Packer',
      time: '2026-11-02T08:00:00Z',
    })
    expect(packed).toMatchObject({ code: 200 })
    await scene.append()
    await sealAgain('packing')
  })

  test('the same statement about the same row has the same digest, so that the queue refuses it', async () => {
    const { services } = scene.world
    const before = await entries()
    const steps = await query<{ id: number }>('select id::int from certification_step where tenant_id = $1', [
      scene.tenant.id,
    ])
    await services.database.withTenant(scene.tenant.id, db =>
      sealEarlierSteps(
        db,
        services,
        scene.tenant.id,
        steps.map(({ id }) => id),
      ),
    )
    await scene.append()
    expect(await entries()).toBe(before)
    expect((await query<{ why: string }>('select distinct why from ledger_refused')).map(({ why }) => why)).toEqual([
      'again',
    ])
    await run('delete from ledger_refused')
  })

  test('a step is not stated anew when its content was removed and its row changed', async () => {
    const before = await entries()
    const [step] = await query<{ id: number; reason: string | null }>(
      `select id::int, enterprise_name as reason from certification_step where tenant_id = $1 order by id limit 1`,
      [scene.tenant.id],
    )
    await run(`create table kept as select * from sealed_content where kind = 'certification' and row_id = $1`, [
      step!.id,
    ])
    await run(`delete from sealed_content where kind = 'certification' and row_id = $1`, [step!.id])
    await run(`update certification_step set enterprise_name = 'EVIL' where id = $1`, [step!.id])
    const { services } = scene.world
    await expect(
      services.database.withTenant(scene.tenant.id, db => sealEarlierSteps(db, services, scene.tenant.id, [step!.id])),
    ).rejects.toMatchObject({ key: 'ledger.altered' })
    await run(`update certification_step set enterprise_name = $2 where id = $1`, [step!.id, step!.reason])
    await run(
      `insert into sealed_content (tenant_id, id, digest, kind, row_id, open, withheld, personal, secret, sealed_at)
       overriding system value
       select tenant_id, id, digest, kind, row_id, open, withheld, personal, secret, sealed_at from kept`,
    )
    await run('drop table kept')
    await checkLedgerNightly(scene.world.services)
    expect(await entries()).toBe(before)
  })
})

describe('a change that nobody made through the server is not sealed by the next call', () => {
  interface Laundering {
    change: string
    undo: string
    call: () => Promise<Answered>
    /** The row that differs. */
    place: RegExp
  }

  const product = async () =>
    (await query<{ id: number }>('select product_id::int as id from batch where id = $1', [scene.goods.batchId]))[0]!.id
  const editProduct = async (change: object) => scene.admin.put('/catalog/product', { id: await product(), ...change })
  const category = async () =>
    (await query<{ id: number }>('select category_id::int as id from product where id = $1', [await product()]))[0]!.id
  let recordId: number

  beforeAll(async () => {
    recordId = await scene.report('felling', [scene.goods.codes[5]!])
    const spoiled = await scene.admin.post('/code/label/spoil', { codes: [scene.goods.codes[20]], reason: 'damaged' })
    expect(spoiled).toMatchObject({ code: 200 })
    await scene.append()
  })

  const launderings: Record<string, Laundering> = {
    'the species of a product, by an edit of its remark': {
      change: `update product set latin_species = latin_species || 'evilia' where id = (select product_id from batch where id = $1)`,
      undo: `update product set latin_species = replace(latin_species, 'evilia', '') where id = (select product_id from batch where id = $1)`,
      call: () => editProduct({ remark: 'for us', changeReason: 'A typo' }),
      place: /^product\//,
    },
    'the name of a product, by a rename of its category': {
      change: `update product set foreign_name = foreign_name || 'EVIL' where id = (select product_id from batch where id = $1)`,
      undo: `update product set foreign_name = replace(foreign_name, 'EVIL', '') where id = (select product_id from batch where id = $1)`,
      call: async () => scene.admin.put('/catalog/category', { id: await category(), name: 'Other wood' }),
      place: /^product\//,
    },
    'the subject of a product that was removed, by an edit': {
      change: `with old as (select subject, id from product where id = (select product_id from batch where id = $1))
        update product p set subject = null, remark = encode(old.subject, 'hex') from old where p.id = old.id`,
      undo: `update product set subject = decode(remark, 'hex'), remark = null where id = (select product_id from batch where id = $1)`,
      call: () => editProduct({ latinSpecies: 'evilia', changeReason: 'A typo' }),
      place: /^product\//,
    },
    'the volume of a batch, by an edit of its remark': {
      change: `update batch set volume = 1000 where id = $1`,
      undo: `update batch set volume = null where id = $1`,
      call: () => scene.admin.put('/catalog/batch', { id: scene.goods.batchId, remark: 'for us' }),
      place: /^batch\//,
    },
    'the number of a batch, by closing it': {
      change: `update batch set batch_number = batch_number || 'EVIL' where id = $1`,
      undo: `update batch set batch_number = replace(batch_number, 'EVIL', '') where id = $1`,
      call: () => scene.admin.put(`/catalog/batch/${scene.goods.batchId}/close`, {}),
      place: /^batch\//,
    },
    'the number of a batch, by a report on its goods': {
      change: `update batch set batch_number = batch_number || 'EVIL' where id = $1`,
      undo: `update batch set batch_number = replace(batch_number, 'EVIL', '') where id = $1`,
      call: () =>
        scene.report('felling', [scene.goods.codes[6]!]).then(
          () => ({}) as Answered,
          (error: Error) =>
            ({ error: error.message.includes('ledger') ? 'ledger.altered' : error.message }) as Answered,
        ),
      place: /^batch\//,
    },
    'the number of codes of a request, by a recall of some of them': {
      change: `update code_request set species = species || 'E' where id = (select min(id) from code_request where batch_id = $1)`,
      undo: `update code_request set species = left(species, -1) where id = (select min(id) from code_request where batch_id = $1)`,
      call: () =>
        scene.admin.post('/catalog/recall/declare', {
          reports: 'ask',
          reason: 'Beetles',
          advice: 'Burn it',
          contact: 'Desk',
          codes: [scene.goods.codes[9]],
        }),
      place: /^request\//,
    },
    'the manifest of a request that was removed, by a recall of its codes': {
      change: `update code_request set failure = manifest_sha256, manifest_sha256 = null where id = (select min(id) from code_request where batch_id = $1)`,
      undo: `update code_request set manifest_sha256 = failure, failure = null where id = (select min(id) from code_request where batch_id = $1)`,
      call: () =>
        scene.admin.post('/catalog/recall/declare', {
          reports: 'ask',
          reason: 'Beetles',
          advice: 'Burn it',
          contact: 'Other desk',
          codes: [scene.goods.codes[9]],
        }),
      place: /^request\//,
    },
    'the name of an enterprise, by disabling it': {
      change: `update enterprise set name = name || 'EVIL' where id = (select tenant_id from batch where id = $1)`,
      undo: `update enterprise set name = replace(name, 'EVIL', '') where id = (select tenant_id from batch where id = $1)`,
      call: () => root.put('/tenant/enterprise', { id: scene.tenant.id, contact: 'Another desk' }),
      place: /^enterprise\//,
    },
    'a record, by its withdrawal': {
      change: `update stage_record set public_values = jsonb_set(public_values, '{volume}', '"99"') where batch_id = $1`,
      undo: `update stage_record set public_values = jsonb_set(public_values, '{volume}', '"12.5"') where batch_id = $1`,
      call: () => scene.admin.put(`/stage/record/${recordId}/void`, { reason: 'A typo' }),
      place: /^record\//,
    },
    'the state of a certification, by the next step': {
      change: `update certification set state = 'notYetCertified' where request_number = (select request_number from code_request where batch_id = $1 order by id limit 1)`,
      undo: `update certification set state = 'certified' where request_number = (select request_number from code_request where batch_id = $1 order by id limit 1)`,
      call: () =>
        second.post('/certification/authorization/judge', {
          codes: [scene.goods.codes[1]],
          result: 'fail',
          reason: 'Papers do not fit',
          judgedOn: '2026-11-01',
        }),
      place: /^certification\//,
    },
    'why a label was spoiled, by its reinstatement': {
      change: `update label_act set reason = 'surplus' where reason = 'damaged' and tenant_id = (select tenant_id from batch where id = $1)`,
      undo: `update label_act set reason = 'damaged' where reason = 'surplus' and tenant_id = (select tenant_id from batch where id = $1)`,
      call: () => scene.admin.post('/code/label/reinstate', { codes: [scene.goods.codes[20]], note: 'A mistake' }),
      place: /^label\//,
    },
    'what codes are packed in, by unpacking them': {
      change: `update code_link set serials = int4range(lower(serials), upper(serials) + 3) where current and tenant_id = (select tenant_id from batch where id = $1)`,
      undo: `update code_link set serials = int4range(lower(serials), upper(serials) - 3) where current and tenant_id = (select tenant_id from batch where id = $1)`,
      call: () =>
        scene.admin.post('/code/packing/unpack', {
          codes: scene.goods.codes.slice(0, 4),
          operator: 'Packer',
          time: '2026-11-03T08:00:00Z',
          reason: 'Sold',
        }),
      place: /^packing\//,
    },
  }

  test.each(Object.entries(launderings))('%s', async (_what, { change, undo, call, place }) => {
    const before = await entries()
    await run(change, [scene.goods.batchId])
    try {
      expect(await call()).toMatchObject({ error: 'ledger.altered' })
      await scene.append()
      expect(await entries()).toBe(before)
      expect(await loadStandingAlarms(scene.world.services.database)).toMatchObject([{ key: 'ledgerFaults' }])
      const places = await query<{ place: string }>('select place from ledger_fault')
      expect(places.map(one => one.place)).toEqual(expect.arrayContaining([expect.stringMatching(place)]))
    } finally {
      await run(undo, [scene.goods.batchId])
    }
    // The alarm ends with the night after the rows are what was sealed.
    await checkLedgerNightly(scene.world.services)
    expect(await loadStandingAlarms(scene.world.services.database)).toEqual([])
  })

  test('a removed, changed or invented content does not make a changed row look as it was sealed', async () => {
    const id = await product()
    await run(`update product set latin_species = latin_species || 'evilia' where id = $1`, [id])
    const tricks = [
      // Says what the row says, under the digest of the log.
      [
        `update sealed_content set secret = secret, open = replace(open, '"latinName":"', '"latinName":"x') where kind = 'product' and row_id = $1`,
        `update sealed_content set open = replace(open, '"latinName":"x', '"latinName":"') where kind = 'product' and row_id = $1`,
      ],
      [
        `insert into sealed_content (tenant_id, digest, kind, row_id, open, withheld, personal, secret)
         select tenant_id, sha256('invented'), kind, row_id, replace(open, '"latinName":"', '"latinName":"x'), withheld, personal, secret
         from sealed_content where kind = 'product' and row_id = $1 order by id desc limit 1`,
        `delete from sealed_content where digest = sha256('invented') and row_id = $1`,
      ],
      [
        `update sealed_content set row_id = row_id + 100000 where kind = 'product' and row_id = $1`,
        `update sealed_content set row_id = row_id - 100000 where kind = 'product' and row_id = $1 + 100000`,
      ],
    ] as const
    const before = await entries()
    for (const [n, [trick, undo]] of tricks.entries()) {
      await run(trick, [id])
      expect(await editProduct({ remark: `Trick ${n}`, changeReason: 'A typo' })).toMatchObject({
        error: 'ledger.altered',
      })
      await run(undo, [id])
    }
    await run(`update product set latin_species = replace(latin_species, 'evilia', '') where id = $1`, [id])
    await scene.append()
    expect(await entries()).toBe(before)
    await checkLedgerNightly(scene.world.services)
  })

  test('honest changes in a row are sealed as before', async () => {
    const before = await entries()
    for (const n of [1, 2, 3])
      expect(await editProduct({ foreignName: `Name ${n}`, changeReason: 'Renamed' })).toMatchObject({ code: 200 })
    await scene.append()
    expect(await editProduct({ foreignName: 'Name 4', changeReason: 'Renamed' })).toMatchObject({ code: 200 })
    await scene.append()
    expect(await entries()).toBe(before + 4)
  })
  test('after a move to another public address rows are compared with what was signed under the former one', async () => {
    const { services } = scene.world
    // Logs are kept per set of keys: the moved installation has its own, with the same master key.
    const moved = {
      ...services,
      secrets: Secrets.load(services.settings),
      settings: { ...services.settings, publicUrl: 'https://moved.example' },
    }
    const compare = () =>
      services.database.withTenant(scene.tenant.id, async db =>
        compareRows('batch', [scene.goods.batchId])(await SealedBefore.open(db, scene.tenant.id, moved)),
      )
    const { note } = (await services.database.withoutTenant(newestHead))!
    expect(logUnderAnyName(moved, note).origin).toBe(note.slice(0, note.indexOf('\n')))
    expect(logUnderAnyName(moved, note.replace('/ledger', '/other')).origin).toBe(ledgerLog(moved).origin)
    expect(await compare()).toEqual([])
    await run(`update batch set batch_number = batch_number || 'x' where id = $1`, [scene.goods.batchId])
    expect(await compare()).toMatchObject([{ kind: 'batch', rowId: scene.goods.batchId }])
    await run(`update batch set batch_number = left(batch_number, -1) where id = $1`, [scene.goods.batchId])
    expect(await compare()).toEqual([])
  })
})
