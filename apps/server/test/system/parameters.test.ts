import { type ParameterKey, parameterKinds } from '@timbermark/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { defaultParameters } from '../../src/areas/system/bootstrap/default-parameters.ts'
import { backdate, makeDivisions, scan, type Town, watched } from '../channel/market.ts'
import { makeGoods } from '../goods.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { makeUser, platformAdmin, refused, sessionOf, unique } from './people.ts'

let world: World
let root: Caller
let admin: Caller
let deptId: number
const ids = new Map<string, number>()

beforeAll(async () => {
  world = await makeWorld({ environment: { CAPTCHA: 'on' } })
  root = await platformAdmin(world)
  const tenant = await world.makeTenant('PARAMETERS')
  deptId = tenant.deptId
  admin = await world.signIn(tenant, ['enterpriseAdmin'])
  for (const row of (await root.get('/system/config/list?limit=100')).rows)
    ids.set(String(row.configKey), Number(row.id))
})

const set = (key: ParameterKey, configValue: string | null) =>
  root.put('/system/config', { configId: ids.get(key), configValue })

/** Sets both values and returns what differs for a user of the product. */
async function under<T>(key: ParameterKey, values: [string, string], look: () => Promise<T>): Promise<[T, T]> {
  const seen: T[] = []
  for (const value of values) {
    expect(refused(await set(key, value)), `${key} = ${value}`).toBe('accepted')
    seen.push(await look())
  }
  await set(key, defaultParameters.find(one => one.key === key)!.value)
  return seen as [T, T]
}
const toPages = (key: ParameterKey) => async () =>
  (await world.anonymous.get<string>(`/system/config/configKey/${key}`)).data

/** Visits of a code this many minutes ago. */
type Met = readonly [town: Town, minutesAgo: number]
const slowly = (all: readonly Town[]): Met[] => all.map((town, index) => [town, (all.length - index) * 36 * 60])

/** Signals about a new code that strangers scan in these towns. */
async function kindsOf(met: readonly Met[]): Promise<unknown[]> {
  const { codes } = await makeGoods(world, admin)
  for (const [town] of met) await scan(world, codes[0]!, town)
  await world.admin.query('truncate case_visit, channel_case cascade')
  await backdate(
    world,
    codes[0]!,
    met.map(([, minutes]) => minutes / 60),
  )
  await watched(world)
  return (await admin.get(`/channel/case/list?code=${codes[0]}`)).rows.map(row => row.kind)
}

/** The effect of each default parameter; one without an effect does not compile. Those of pages are tested where they are read. */
const effects: Record<ParameterKey, () => Promise<void>> = {
  'sys.account.captchaEnabled': async () => {
    const isCaptchaEnabled = async () => (await world.anonymous.get('/captchaImage')).data.captchaEnabled
    expect(await under('sys.account.captchaEnabled', ['true', 'false'], isCaptchaEnabled)).toEqual([true, false])
  },
  'sys.account.registerUser': async () => {
    const closed = async () =>
      refused(
        await world.anonymous.post('/register', {
          enterprise: 'PARAMETERS',
          username: unique('u'),
          password: 'x',
          confirmPassword: 'y',
        }),
      ) === 'auth.registrationClosed'
    expect(await under('sys.account.registerUser', ['true', 'false'], closed)).toEqual([false, true])
  },
  'sys.account.strongPassword': async () => {
    const user = await makeUser(admin, deptId)
    const short = async () => refused(await admin.put('/system/user/resetPwd', { userId: user.id, password: 'zq7wx' }))
    expect(await under('sys.account.strongPassword', ['true', 'false'], short)).toEqual([
      expect.stringMatching(/password/),
      'accepted',
    ])
  },
  'sys.account.initPasswordModify': async () => {
    const user = await makeUser(admin, deptId)
    const mustChange = async () => {
      await admin.put('/system/user/resetPwd', { userId: user.id, password: unique('Another-word-') })
      return (await admin.get(`/system/user/${user.id}`)).data.initial
    }
    expect(await under('sys.account.initPasswordModify', ['true', 'false'], mustChange)).toEqual([true, false])
  },
  'sys.account.identificationPassword': async () => {
    const isIdentification = async () => {
      const identification = unique('first-').toUpperCase()
      const created = await root.post<{ password: string }>('/tenant/enterprise', {
        identification,
        name: identification,
      })
      expect(refused(created)).toBe('accepted')
      return created.data.password === identification
    }
    expect(await under('sys.account.identificationPassword', ['true', 'false'], isIdentification)).toEqual([
      true,
      false,
    ])
  },
  'sys.session.hours': async () => {
    const user = await makeUser(admin, deptId)
    const caller = await sessionOf(world, admin.tenantId, user.id)
    await world.admin.query(`update session set created_at = now() - interval '3 hours' where account_id = $1`, [
      user.id,
    ])
    const goesOn = async () => (await caller.get('/getInfo')).code === 200
    expect(await under('sys.session.hours', ['4', '2'], goesOn)).toEqual([true, false])
  },
  // admin/test/layout-in-browser.test.ts looks at the footer.
  'sys.site.filing': async () => {
    expect(await under('sys.site.filing', ['ICP 1', 'ICP 2'], toPages('sys.site.filing'))).toEqual(['ICP 1', 'ICP 2'])
  },
  'sys.watch.speedKmh': async () => {
    // Some 1100 km in 58 minutes.
    const noticed = () =>
      kindsOf([
        ['hangzhou', 58],
        ['beijing', 0],
      ])
    expect(await under('sys.watch.speedKmh', ['1000', '2000'], noticed)).toEqual([['speed'], []])
  },
  'sys.watch.placesMost': async () => {
    // Fewer strangers outside of its town than cause a signal regardless of the number of places.
    const noticed = () => kindsOf(slowly(['hangzhou', 'beijing', 'guangzhou']))
    expect(await under('sys.watch.placesMost', ['2', '3'], noticed)).toEqual([['places'], []])
  },
  'sys.watch.placesDays': async () => {
    const noticed = () => kindsOf(slowly(['hangzhou', 'beijing', 'guangzhou', 'chengdu']))
    expect(await under('sys.watch.placesDays', ['30', '2'], noticed)).toEqual([['places'], []])
  },
  'sys.watch.crossVisits': async () => {
    const noticed = async () => {
      const level = { code: unique('l'), name: unique('l'), level: '1', orderNum: 1, status: '0' }
      const { data } = await admin.post<{ id: number }>('/channel/dealer-level', level)
      const dealer = await admin.post<{ id: number }>('/channel/dealer', { name: unique('d'), levelId: data.id })
      const territory = { dealerId: dealer.data.id, divisionCode: '330000', validFrom: '2026-01-01' }
      await admin.post('/channel/territory', territory)
      const goods = await makeGoods(world, admin)
      await admin.post('/channel/assignment/assign', { dealerId: dealer.data.id, requestIds: [goods.requestId] })
      for (const code of goods.codes.slice(0, 2)) await scan(world, code, 'chengdu')
      await watched(world)
      return (await admin.get(`/channel/case/list?code=${goods.codes[0]}`)).rows.map(row => row.kind)
    }
    await makeDivisions(world)
    expect(await under('sys.watch.crossVisits', ['2', '3'], noticed)).toEqual([['crossSale'], []])
  },
  'sys.watch.warnDays': async () => {
    const { codes } = await makeGoods(world, admin)
    await scan(world, codes[0]!, 'hangzhou')
    await backdate(world, codes[0]!, [1])
    await scan(world, codes[0]!, 'beijing')
    await watched(world)
    await world.admin.query(`update case_visit set at = at - interval '20 days'`)
    const warned = async () =>
      (await world.anonymous.get<{ warnings: unknown[] }>(`/trace/${codes[0]}`)).data.warnings.length
    expect(await under('sys.watch.warnDays', ['30', '10'], warned)).toEqual([1, 0])
  },
  // admin/test/layout-in-browser.test.ts looks at the sidebar.
  'sys.index.sideTheme': async () => {
    const themes: [string, string] = ['theme-light', 'theme-dark']
    expect(await under('sys.index.sideTheme', themes, toPages('sys.index.sideTheme'))).toEqual(themes)
  },
}

test('every default parameter has a kind, and its default value fits the kind', () => {
  expect(defaultParameters.map(one => one.key).sort()).toEqual(Object.keys(parameterKinds).sort())
})

test.each(defaultParameters.map(one => one.key))('%s has an effect', key => effects[key]())

describe('values are checked by their kind before they are stored', () => {
  test.each<[ParameterKey, string | null, string]>([
    ['sys.account.registerUser', 'perhaps', 'configValue: notOneOf'],
    ['sys.account.registerUser', '', 'configValue: required'],
    ['sys.account.registerUser', null, 'configValue: required'],
    ['sys.index.sideTheme', 'theme-pink', 'configValue: notOneOf'],
    ['sys.session.hours', '169', 'configValue: tooLarge'],
  ])('%s is not %j', async (key, value, outcome) => {
    const before = await toPages(key)()
    expect(refused(await set(key, value))).toBe(outcome)
    expect(await toPages(key)()).toBe(before)
  })

  test('the filing notice can be emptied again, by a blank and by nothing', async () => {
    for (const nothing of ['', '  ', null]) {
      await set('sys.site.filing', 'ICP 1')
      expect(refused(await set('sys.site.filing', nothing))).toBe('accepted')
      expect(await toPages('sys.site.filing')()).toBe('')
    }
  })

  test('a parameter that people add needs a value, whatever its key is', async () => {
    const body = (more: object) => ({ configName: unique('n'), configKey: unique('demo.'), configValue: 'x', ...more })
    expect(refused(await root.post('/system/config', body({ configValue: '' })))).toBe('configValue: required')
    const { configValue: _, ...without } = body({})
    expect(refused(await root.post('/system/config', without))).toBe('configValue: required')
    const ownParameter = await root.post<{ id: number }>('/system/config', body({}))
    expect(refused(ownParameter)).toBe('accepted')
    expect(refused(await root.put('/system/config', { id: ownParameter.data.id, configValue: '' }))).toBe(
      'configValue: required',
    )
    expect(refused(await root.put('/system/config', { id: ownParameter.data.id, remark: 'kept' }))).toBe('accepted')
  })
})
