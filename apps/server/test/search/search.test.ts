import { groupCode } from '@timbermark/codes'
import type { FoundCode, FoundGroup } from '@timbermark/contract/calls'
import { beforeAll, describe, expect, test } from 'vitest'
import { partsOf } from '../../src/entity/find-records.ts'
import { type Goods, makeGoods } from '../goods.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { makeHolder, makeUser } from '../system/people.ts'

let world: World
let tenant: { id: number; deptId: number }
let admin: Caller
let stranger: Caller
let items: Goods
let boxes: Goods
let theirs: Goods

interface Answer {
  code: FoundCode | null
  groups: FoundGroup[]
}
const ask = (text: string, caller = admin) => caller.get<Answer>(`/search?q=${encodeURIComponent(text)}`)
const find = async (text: string, caller = admin) => (await ask(text, caller)).data
const namesIn = ({ groups }: Answer, list: string) =>
  (groups.find(group => group.list === list)?.rows ?? []).map(({ name }) => name)

async function succeed<T>(answer: Promise<{ error?: string | undefined; msg: string; data: T }>): Promise<T> {
  const { error, msg, data } = await answer
  expect(error, msg).toBeUndefined()
  return data
}

const addDealer = (name: string) =>
  succeed(admin.post<{ id: number }>('/channel/customer', { name, contact: 'Mme Nguéma', phone: '+241 060000001' }))

beforeAll(async () => {
  world = await makeWorld()
  tenant = await world.makeTenant('FINDER')
  admin = await world.signIn(tenant, ['enterpriseAdmin'])
  stranger = await world.signIn(await world.makeTenant('STRANGER'), ['enterpriseAdmin'])
  items = await makeGoods(world, admin)
  boxes = await makeGoods(world, admin, { codeType: 'package', batchId: items.batchId })
  theirs = await makeGoods(world, stranger)
  const pack = {
    operator: 'Packer',
    time: '2026-11-01T08:00:00Z',
    parentCode: boxes.codes[0],
    codes: items.codes.slice(0, 2),
  }
  await succeed(admin.post('/code/packing/pack', pack))
  await succeed(admin.post('/code/label/activate', { numbers: [{ requestId: items.requestId, from: 1, to: 10 }] }))
  await world.admin.query(
    `insert into code_stat (tenant_id, request_number, serial, scans, first_scan_at, checks, wrong_checks)
     select tenant_id, request_number, 0, 3, now(), 2, 1 from code_request where id = $1`,
    [items.requestId],
  )
})

describe('a code', () => {
  const known = async (text: string, caller = admin) => {
    const { code } = await find(text, caller)
    return code?.is === 'known' ? code.card : code
  }

  test('opens its card: product, batch, state, package, scans and checks', async () => {
    expect(await known(items.codes[0]!)).toMatchObject({
      code: items.codes[0],
      serial: 1,
      codeType: 'item',
      request: { id: items.requestId },
      batch: { id: items.batchId },
      state: 'inUse',
      certification: 'certified',
      recalled: false,
      parentCode: boxes.codes[0],
      scanCount: 3,
      checkCount: 2,
      wrongCheckCount: 1,
      lastStage: null,
    })
  })

  test('is found in whatever surrounds it', async () => {
    const code = items.codes[4]!
    for (const text of [
      code.toLowerCase(),
      groupCode(code),
      `  "${code}",`,
      `http://trace.example/c/${code}?from=groupmessage&isappinstalled=0`,
      `Regardez : http://trace.example/c/${code}.`,
      `]Q1http://trace.example/c/${code}\r\n`,
      `]d20106901234567892\u001d21${code}`,
      [...code].map(sign => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)).join(''),
    ])
      expect(await known(text), text).toMatchObject({ code })
  })

  test('shows the newest stage record in scope, and nothing of it without the permission', async () => {
    const { rows } = await world.admin.query<{ id: string }>(
      `with record as (
         insert into stage_record (tenant_id, dept_id, report_id, batch_id, stage, template_id, document_code, operator, happened_at, code_count, codes_digest, public_values, personal_salt, created_by)
         select $1, $2, gen_random_uuid(), $3, 'felling', t.id, 'PERMIT-77/2026', 'Ondo', now(), 1, repeat('0', 64), '{}', '', $4
         from stage_template t where t.stage = 'felling' limit 1 returning *)
       insert into stage_record_code (tenant_id, record_id, stage, request_number, serials)
       select r.tenant_id, r.id, r.stage, q.request_number, int4range(0, 1) from record r, code_request q where q.id = $5 returning record_id as id`,
      [tenant.id, tenant.deptId, items.batchId, admin.accountId, items.requestId],
    )
    const last = { id: Number(rows[0]!.id), stage: 'felling' }
    expect(await known(items.codes[0]!)).toMatchObject({ lastStage: last })
    const clerk = await makeHolder(world, admin, tenant.deptId, ['code:qr:list'], { dataScope: '1' })
    expect(await known(items.codes[0]!, clerk)).toMatchObject({ lastStage: null, state: null, dealerName: null })
    const answer = await find('permit 77')
    expect(answer.groups).toMatchObject([
      { list: 'stage/record', filter: { field: 'documentCode', value: 'permit 77' } },
    ])
  })

  test('of another enterprise, or out of reach of the reader, says nothing but that', async () => {
    const elsewhere = { is: 'elsewhere', code: theirs.codes[0] }
    expect(await find(theirs.codes[0]!)).toEqual({ code: elsewhere, groups: [] })
    const ownRows = await makeHolder(world, admin, tenant.deptId, ['code:qr:list'], { dataScope: '5' })
    const none = await makeHolder(world, admin, tenant.deptId, ['monitor:online:list'], { dataScope: '1' })
    for (const caller of [ownRows, none])
      expect(await find(items.codes[0]!, caller)).toEqual({
        code: { is: 'elsewhere', code: items.codes[0] },
        groups: [],
      })
  })

  test('with a typing error says in which group of five it is; one that nobody issued says so', async () => {
    const code = items.codes[0]!
    const wrong = code[12] === '7' ? '8' : '7'
    const mistyped = code.slice(0, 12) + wrong + code.slice(13)
    expect((await find(mistyped)).code).toEqual({ is: 'mistyped', code: mistyped, group: 3 })
    const invented = `${code.slice(0, 5)}${'0'.repeat(15)}`
    expect((await find(invented)).code).toEqual({ is: 'unknown', code: invented })
    expect((await find(code.slice(0, 18))).code).toEqual({ is: 'incomplete', characters: 18, expected: 20 })
    expect((await find(`${groupCode(code)}9`)).code).toEqual({ is: 'incomplete', characters: 21, expected: 20 })
  })

  test('leads to the cases about it', async () => {
    await world.admin.query(
      `insert into channel_case (tenant_id, dept_id, created_by, kind, subject, request_number, serial, codes, visits, confidence, first_at, last_at)
       select tenant_id, dept_id, created_by, 'speed', id::text, request_number, 1, 1, 2, 60, now(), now() from code_request where id = $1`,
      [items.requestId],
    )
    const { groups } = await find(items.codes[1]!)
    expect(groups).toMatchObject([
      { list: 'channel/case', more: false, filter: { field: 'code', value: items.codes[1] } },
    ])
    expect(groups[0]!.rows[0]!.facts).toContainEqual({ field: 'kind', text: 'speed' })
    const clerk = await makeHolder(world, admin, tenant.deptId, ['code:qr:list'], { dataScope: '1' })
    expect((await find(items.codes[1]!, clerk)).groups).toEqual([])
  })
})

describe('records', () => {
  test('are found without case, accents, hyphens and width, and Chinese ones by characters and initials', async () => {
    const names = [
      'Société Équatoriale des Bois',
      '浙江临安木业有限公司',
      'Saint-Étienne-du-Rouvray',
      'Ｆｕｌｌ Ｗｉｄｔｈ',
      '王',
    ]
    for (const name of names) await addDealer(name)
    const cases: [string, string][] = [
      ['societe equatoriale', names[0]!],
      ['SOCIÉTÉ', names[0]!],
      ['木业', names[1]!],
      ['临', names[1]!],
      ['zjlamy', names[1]!],
      ['my', names[1]!],
      ['saint etienne', names[2]!],
      ['full width', names[3]!],
      ['王', names[4]!],
    ]
    for (const [text, name] of cases) {
      const at = namesIn(await find(text), 'channel/customer').map(one => one.normalize('NFKC'))
      expect(at, text).toContain(name.normalize('NFKC'))
    }
    expect(namesIn(await find('societe australe'), 'channel/customer')).toEqual([])
  })

  test('come best first: the same name, then names that begin so, at most five, and the list has the others', async () => {
    for (const name of ['Old Okanda', 'Okanda 1', 'Okanda 2', 'Okanda', 'Okanda 3', 'Okanda 4', 'Nouvel Okanda'])
      await addDealer(name)
    const { groups } = await find('okanda')
    const group = groups.find(({ list }) => list === 'channel/customer')!
    expect(group.rows.map(({ name }) => name)).toEqual(['Okanda', 'Okanda 4', 'Okanda 3', 'Okanda 2', 'Okanda 1'])
    expect(group).toMatchObject({ more: true, filter: { field: 'name', value: 'okanda' } })
    const list = await admin.get(`/channel/customer/list?${group.filter.field}=${group.filter.value}`)
    expect(list.total).toBe(7)
  })

  test('are found by each of their texts, people by account, name and number', async () => {
    const person = await makeUser(admin, tenant.deptId, { nickName: 'Élodie Mbadinga', phonenumber: '13912345678' })
    for (const text of ['elodie', 'mbadinga', '13912345678', '345678']) {
      const groups = (await find(text)).groups.filter(({ list }) => list === 'system/user')
      expect(
        groups[0]?.rows.map(({ id }) => id),
        text,
      ).toEqual([person.id])
    }
    expect((await find('mbadinga')).groups[0]).toMatchObject({ filter: { field: 'nickName' } })
    expect(namesIn(await find(items.documentCode), 'evidence/document')).toEqual(['Felling permit'])
  })

  test('older than the newest are found by the index, the same name however many begin so', async () => {
    await world.admin.query(
      `insert into customer (tenant_id, dept_id, name, created_by)
       select $1, $2, case n when 1 then 'Moabi' when 2 then 'Rare Wengé' else 'Moabi ' || n end, $3 from generate_series(1, 900) n`,
      [tenant.id, tenant.deptId, admin.accountId],
    )
    expect(namesIn(await find('wenge'), 'channel/customer')).toEqual(['Rare Wengé'])
    expect(namesIn(await find('moabi'), 'channel/customer')[0]).toBe('Moabi')
    expect(namesIn(await find('moabi 17'), 'channel/customer')[0]).toBe('Moabi 17')
  })

  test('found by nobody else', async () => {
    expect(await find('moabi', stranger)).toEqual({ code: null, groups: [] })
    const dealer = await world.signIn(tenant, ['dealer'], { userType: 5 })
    expect(await find('moabi', dealer)).toEqual({ code: null, groups: [] })
    expect(await ask('moabi', world.anonymous)).toMatchObject({ code: 401 })
  })
})

describe('whatever is typed', () => {
  const nothing = { code: null, groups: [] }
  test.each([
    ['nothing', ''],
    ['blanks', ' \t\n '],
    ['one letter', 'm'],
    ['punctuation', '%'],
    ['wildcards', '__%__'],
    ['a backslash', '\\'],
    ['SQL', "'; drop table customer; --"],
    ['emoji', '🌳🪵'],
    ['control characters', '\u0000\u0001\u001b[31m'],
    ['4,000 characters', 'x'.repeat(4000)],
    ['a JSON text', '{"$ne":null}'],
  ])('%s finds nothing and is answered', async (_, text) => {
    expect(await ask(text)).toMatchObject({ code: 200, data: nothing })
  })

  test('more than it reads is refused', async () => {
    expect(await ask('x'.repeat(10_000))).toMatchObject({ error: 'queryTooLong' })
    expect(await ask('x'.repeat(5000))).toMatchObject({ error: 'invalid', data: { issues: [{ field: 'q' }] } })
  })

  test('marks of direction, control characters and blanks around a name do not hide it', async () => {
    for (const text of ['\u202bRare Wengé\u202c', 'rare\u0000wenge', '  rare\r\nwenge  ', '\u200frare wenge\u200e'])
      expect(namesIn(await find(text), 'channel/customer'), JSON.stringify(text)).toEqual(['Rare Wengé'])
    expect(namesIn(await find('moab_'), 'channel/customer')).toEqual([])
  })
})

test('the parts that the index is asked for are few', () => {
  expect(partsOf('m')).toEqual([])
  expect(partsOf('木')).toEqual([':木'])
  expect(partsOf('Éa')).toEqual([':ea'])
  expect(partsOf('ZJ-2026-041')).toEqual([':zj ', ': 20', ':026', ':6 0', ':041'])
  expect(partsOf('aaaaaaaaaa')).toEqual([':aaa'])
  expect(partsOf('abc')).toEqual([':abc'])
  expect(partsOf(`${'x'.repeat(150)}oak`)).toHaveLength(2)
})
