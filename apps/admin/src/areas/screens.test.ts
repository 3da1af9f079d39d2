import { keyOf, type MenuSeed, menuButtons, menus, permissionOf, entityByKey } from '@timbermark/contract'
import { all } from '@timbermark/phrases/all'
import { describe, expect, it } from 'vitest'
import { createReachableScreens } from '../shell/search/reachable-screens.ts'
import { screens, staticRoutes } from './screens.ts'

const { en } = all

const flatten = (seeds: readonly MenuSeed[]): MenuSeed[] =>
  seeds.flatMap(seed => [seed, ...flatten(seed.children ?? [])])
const addressesOf = (seeds: readonly MenuSeed[], above = ''): [string, string][] =>
  seeds.flatMap(seed => {
    const path = seed.path.startsWith('/') ? seed.path : `${above}/${seed.path}`
    return [
      ...(seed.component ? [[path, seed.component] as [string, string]] : []),
      ...addressesOf(seed.children ?? [], path),
    ]
  })
const places = createReachableScreens([], staticRoutes, ['*:*:*'])

/** Requirement, address, and the buttons that the screen must have (permission verbs of its menu entry). */
const requirements: [string, string, string[]][] = [
  ['SCR-02 product categories', '/catalog/category', ['add', 'edit', 'remove', 'export', 'import']],
  ['SCR-04 products', '/catalog/product', ['query', 'add', 'edit', 'remove', 'export', 'import']],
  ['SCR-05 batches', '/catalog/batch', ['query', 'add', 'edit', 'remove', 'state']],
  ['SCR-06 codes', '/code/qr', ['query']],
  ['codes by state', '/code/by-state', ['export']],
  ['packing', '/code/packing', ['query', 'pack', 'unpack', 'export']],
  ['label layouts', '/code/label-layout', ['query', 'add', 'edit', 'remove']],
  ['SCR-07 code requests', '/code/request', ['add', 'edit', 'remove', 'submit', 'download', 'print']],
  ['SCR-08 forms and certificates', '/evidence/document', ['query', 'add', 'edit', 'remove']],
  ['SCR-10 stage templates', '/stage/template', ['add', 'edit', 'remove']],
  ['SCR-11 parameter templates', '/stage/parameter', ['add', 'edit', 'remove']],
  ['SCR-12 batch-stage records', '/stage/record', ['query', 'report']],
  ['SCR-13 user-stage authorizations', '/stage/authorization', ['add', 'edit', 'remove']],
  ['SCR-14 scan log', '/trace/scan-log', ['export']],
  ['SCR-15 anti-counterfeit query log', '/trace/check-log', ['export']],
  ['SCR-16 messaging-platform codes', '/code/platform-request', ['add', 'edit', 'apply', 'download', 'activate']],
  ['SCR-17 enterprises', '/tenant/enterprise', ['query', 'add', 'edit', 'resetPwd']],
  ['SCR-18 customers', '/channel/customer', ['add', 'edit', 'remove']],
  ['SCR-19 dealers', '/channel/dealer', ['add', 'edit', 'remove']],
  ['SCR-20 dealer levels', '/channel/dealer-level', ['add', 'edit', 'remove']],
  ['SCR-21 stores', '/channel/store', ['add', 'edit', 'remove']],
  ['SCR-22 messaging-platform users', '/wechat/user', ['query', 'remove']],
  ['SCR-25 banners', '/site/banner', ['add', 'edit', 'remove']],
  ['SCR-26, SCR-27 supply and purchase', '/trade/publishInfo', ['add', 'edit', 'remove', 'audit', 'shelf', 'export']],
  ['SCR-31, SCR-33 market news', '/news/article', ['query', 'add', 'edit', 'remove', 'publish', 'withdraw']],
  ['SCR-32 news categories', '/news/category', ['add', 'edit', 'remove']],
  ['SCR-35 administrative divisions', '/system/division', ['add', 'edit', 'remove', 'sync']],
  ['SYS-01 to SYS-05 users', '/system/user', ['query', 'add', 'edit', 'remove', 'export', 'import', 'resetPwd']],
  ['SYS-06 roles', '/system/role', ['query', 'add', 'edit', 'remove', 'export']],
  ['SYS-08 menus', '/system/menu', ['query', 'add', 'edit', 'remove']],
  ['SYS-12 departments', '/system/dept', ['query', 'add', 'edit', 'remove']],
  ['SYS-13 posts', '/system/post', ['query', 'add', 'edit', 'remove', 'export']],
  ['SYS-14, SYS-15 dictionaries', '/system/dict', ['query', 'add', 'edit', 'remove', 'export']],
  ['SYS-17 parameters', '/system/config', ['query', 'add', 'edit', 'remove', 'export']],
  ['OPS-03 scheduled tasks', '/monitor/job', ['query', 'add', 'edit', 'remove', 'changeStatus', 'run', 'export']],
  ['OPS-05 server', '/monitor/server', []],
  ['ENT-43 anchors of the ledger', '/monitor/anchor', ['query', 'retry']],
  ['OPS-06 cache', '/monitor/cache', ['remove']],
  ['SYS-19 notices', '/system/notice', ['query', 'add', 'edit', 'remove']],
]

describe('screens of the bootstrap menu', () => {
  it.each(requirements)('%s: has an entry, a screen and its buttons', (_title, address, buttons) => {
    const entry = addressesOf(menus).find(([path]) => path === address)
    expect(entry, address).toBeDefined()
    expect(Object.hasOwn(screens, entry![1])).toBe(true)
    const seed = flatten(menus).find(({ component }) => component === entry![1])!
    expect(menuButtons(seed).map(({ verb }) => verb)).toEqual(expect.arrayContaining(buttons))
  })

  it.each([
    ['SCR-01 dashboard', '/index', 'index'],
    ['SCR-28 application list', '/trade/publishInfo/applyList', 'trade/apply-list'],
    ['SCR-29 wood detail', '/trade/publishInfo/detail/12', 'trade/detail'],
    ['SCR-30 new release', '/trade/publishInfo/add', 'trade/add'],
    ['SCR-36 to SCR-38 personal profile', '/user/profile', 'user/profile'],
    ['SYS-04 roles of a user', '/system/user-auth/role/12', 'system/user-auth'],
    ['SYS-04 users of a role', '/system/role-auth/user/12', 'system/role-auth'],
    ['RT-30 job log', '/monitor/job-log/index', 'monitor/job-log'],
  ])('%s: opens at an address of its own', (_title, address, screen) => {
    expect(places.at(address)?.screen.screen).toBe(screen)
    expect(Object.hasOwn(screens, screen)).toBe(true)
  })

  it('has a screen for every entry', () => {
    const missing = flatten(menus).flatMap(({ component }) =>
      component && !Object.hasOwn(screens, component) ? [component] : [],
    )
    expect(missing).toEqual([])
  })

  it('has a title in the phrases, a screen and a menu entry to mark for every hidden route', () => {
    const addresses = new Set(addressesOf(menus).map(([path]) => path))
    for (const { path, screen, title, activeMenu } of staticRoutes) {
      expect(Object.hasOwn(en, title), title).toBe(true)
      expect(Object.hasOwn(screens, screen), screen).toBe(true)
      if (activeMenu) expect(addresses.has(activeMenu), `${path} marks ${activeMenu}`).toBe(true)
    }
  })

  it.each([
    ['/system/user-auth/role/12', '/system/user'],
    ['/system/role-auth/user/12', '/system/role'],
    ['/system/dict-data/index/12', '/system/dict'],
    ['/trade/publishInfo/applyList', '/trade/publishInfo'],
    ['/trade/publishInfo/add', '/trade/publishInfo'],
    ['/monitor/job-log/index', '/monitor/job'],
    ['/trade/publishInfo/detail/12', '/trade/publishInfo'],
    ['/user/profile', undefined],
  ])('opens %s and marks its menu (RT-20 to RT-38)', (path, marked) => {
    expect(places.find(path)).toBe('open')
    expect(places.at(path)?.screen.activeMenu).toBe(marked)
  })

  it.each(['/system/user-auth/role/abc', '/system/role-auth/user/1x', '/system/dict-data/index/'])(
    'knows no page at %s: the parameter takes digits only (VAL-61)',
    path => {
      expect(places.find(path)).toBe('missing')
    },
  )

  it('refuses hidden routes without their permission', () => {
    const none = createReachableScreens([], staticRoutes, [])
    for (const { path, permission } of staticRoutes) {
      if (permission) expect(none.find(path.replace(/:\w+/, '1')), path).toBe('forbidden')
    }
    expect(none.find('/user/profile')).toBe('open')
  })

  it('requires only permissions that the bootstrap menu can grant', () => {
    const granted = new Set(
      flatten(menus).flatMap(({ entity, permission, buttons }) => {
        const declared = entity ? entityByKey(entity) : undefined
        const ofEntity = declared
          ? [...declared.operations, ...(declared.verbs ?? [])].map(verb => permissionOf(declared, verb))
          : []
        const object = (declared ? keyOf(declared).replaceAll('/', ':') : (permission ?? '')).split(':').slice(0, 2)
        return [
          ...ofEntity,
          ...(permission ? [permission] : []),
          ...(buttons ?? []).map(verb => [...object, verb].join(':')),
        ]
      }),
    )
    for (const { permission } of staticRoutes) if (permission) expect(granted.has(permission), permission).toBe(true)
  })
})
