import { createTranslator } from '@timbermark/client'
import { type MenuSeed, menus } from '@timbermark/contract'
import { describe, expect, it } from 'vitest'
import { all } from '../../../packages/phrases/src/all.ts'
import { buildMenu, joinPath, leaves, menuTitle, pathTo, type RouteItem } from '../src/shell/frame/menu.ts'
import { staticRoutes } from '../src/areas/screens.ts'
import { createMenuSearch, searchOptions } from '../src/shell/search/menu-search.ts'
import { createReachableScreens, matchesPattern } from '../src/shell/search/reachable-screens.ts'
import { routers } from './stand-in/data.ts'

const titles = {
  en: createTranslator(all.en, 'en'),
  zh: createTranslator(all.zh, 'zh'),
  fr: createTranslator(all.fr, 'fr'),
}

describe('the menu from the server', () => {
  const menu = buildMenu(routers)

  it('starts with Home, whose tag is pinned and which is never cached (RT-17, RT-18, RT-19)', () => {
    expect(menu.nodes[0]).toMatchObject({ path: '/index', icon: 'dashboard' })
    expect(menu.screens.get('/index')).toMatchObject({ affix: true, noCache: true })
  })

  it('omits hidden entries from the sidebar, but their screens can be opened', () => {
    expect(leaves(menu.nodes).map(({ node }) => node.path)).not.toContain('/system/hidden')
    expect(menu.screens.has('/system/hidden')).toBe(true)
  })

  it('shows a single root entry by itself, an outside link as such, and a framed link as a screen', () => {
    expect(menu.nodes.find(node => node.path === '/news')).toMatchObject({ children: [] })
    expect(menu.nodes.find(node => node.external)).toMatchObject({ path: 'https://manual.example/start' })
    expect(menu.screens.get('/docs/standard/example')).toMatchObject({ link: 'https://standard.example/' })
  })

  it('replaces a parent by its only child, although every catalogue of the server sets alwaysShow', () => {
    const child: RouteItem = { path: 'one', component: 'x', meta: { title: 'One' } }
    const parent: RouteItem = {
      path: '/p',
      component: 'Layout',
      meta: { title: 'Parent', icon: 'user' },
      children: [child],
    }
    expect(buildMenu([parent]).nodes[1]).toMatchObject({ path: '/p/one', title: 'One', icon: 'user', children: [] })
    expect(buildMenu([{ ...parent, alwaysShow: true }]).nodes[1]).toMatchObject({ path: '/p/one', children: [] })
    const two = { ...parent, children: [child, { ...child, path: 'two' }] }
    expect(buildMenu([two]).nodes[1]).toMatchObject({ path: '/p', children: [{ path: '/p/one' }, { path: '/p/two' }] })
  })

  it('flattens deeper levels and knows the path to each screen', () => {
    const deep: RouteItem = {
      path: '/system',
      component: 'Layout',
      alwaysShow: true,
      meta: { title: 'menu.system' },
      children: [
        {
          path: 'log',
          component: 'ParentView',
          alwaysShow: true,
          meta: { title: 'menu.system.log' },
          children: ['operlog', 'login'].map(path => ({
            path,
            component: 'monitor/oper-log',
            meta: { title: 'menu.monitor.oper-log' },
          })),
        },
        { path: 'user', component: 'system/user', meta: { title: 'menu.system.user' } },
      ],
    }
    const { nodes, screens } = buildMenu([deep])
    expect(screens.get('/system/log/operlog')?.trail.map(crumb => crumb.title)).toEqual([
      'menu.system',
      'menu.system.log',
    ])
    expect(pathTo(nodes, '/system/log/operlog').map(node => node.path)).toEqual([
      '/system',
      '/system/log',
      '/system/log/operlog',
    ])
  })

  it('accepts no scripts, whatever a menu row contains (A82)', () => {
    const bad = ['javascript:alert(1)', 'JavaScript:alert(1)', ' data:text/html,x', 'vbscript:x'].map(path => ({
      path,
      component: 'x',
      meta: { title: 'x' },
    }))
    const { nodes, screens } = buildMenu(bad)
    expect(nodes).toHaveLength(1)
    expect([...screens.keys()]).toEqual(['/index'])
  })

  it('joins paths without doubling slashes, so that none leads to another site', () => {
    expect(joinPath('/system', 'user')).toBe('/system/user')
    expect(joinPath('/system', '/own')).toBe('/own')
    expect(joinPath('', '//evil.example')).toBe('/evil.example')
  })

  it('keeps the query of a row when it is JSON, and ignores it otherwise', () => {
    const item = (query: string): RouteItem => ({ path: '/a', component: 'x', query, meta: { title: 'A' } })
    expect(buildMenu([item('{"type":1}')]).nodes[1]?.query).toEqual({ type: '1' })
    expect(buildMenu([item('not json')]).nodes[1]?.query).toBeUndefined()
  })
})

describe('titles', () => {
  it('exist for every delivered menu in three languages (RT-42, I18-05)', () => {
    const keys = (seeds: readonly MenuSeed[]): string[] =>
      seeds.flatMap(seed => [seed.key, ...keys(seed.children ?? [])])
    for (const key of keys(menus))
      for (const language of Object.values(all)) expect(Object.keys(language)).toContain(`menu.${key}`)
  })

  it('translate by key in three languages (RT-42, I18-05)', () => {
    for (const { titles: path } of leaves(buildMenu(routers).nodes)) {
      for (const title of path.filter(title => title.startsWith('menu.'))) {
        const texts = Object.values(titles).map(t => menuTitle(t, title))
        for (const text of texts) expect(text).not.toMatch(/^menu\.|^$/)
      }
    }
    expect(menuTitle(titles.zh, 'menu.system.user')).toBe('用户管理')
    expect(menuTitle(titles.fr, 'menu.system.user')).toBe('Utilisateurs')
  })

  it('find a key in another spelling, keep plain text, and never show a raw key', () => {
    expect(menuTitle(titles.en, 'menu.monitor.operLog')).toBe('Operation log')
    expect(menuTitle(titles.en, 'Our own page')).toBe('Our own page')
    expect(menuTitle(titles.en, 'menu.future.brandNew')).toBe('Brand new')
  })
})

describe('places', () => {
  const fixed = [
    {
      path: '/system/user-auth/role/:userId',
      screen: 'a',
      title: 'x',
      activeMenu: '/system/user',
      permission: 'system:user:edit',
    },
  ]

  it.each([
    ['/system/user-auth/role', '/system/user'],
    ['/system/role-auth/user', '/system/role'],
    ['/system/dict-data/index', '/system/dict'],
    ['/trade/publishInfo/detail', '/trade/publishInfo'],
  ])('%s/… takes digits only and marks %s (RT-21 to RT-29, RT-37, RT-38, VAL-61)', (path, marked) => {
    const places = createReachableScreens(routers, staticRoutes, ['*:*:*'])
    expect(places.find(`${path}/12`)).toBe('open')
    expect(places.at(`${path}/12`)?.screen.activeMenu).toBe(marked)
    for (const bad of ['abc', '1a', '-1', '', '1.5', '１２', '12/3'])
      expect(places.find(`${path}/${bad}`), bad).toBe('missing')
  })

  it('accept no parameter longer than a number of the database', () => {
    expect(matchesPattern('/a/:id', '/a/00000000000000000001')).toBe(false)
  })

  it.each([
    '/login',
    '/register',
    '/wx/webAuth',
    '/c',
    '/test',
    '/h5',
    '/h5/operationLink',
    '/h5/operationLog',
    '/401',
    '/404',
    '/redirect',
  ])('%s is not an entry of the delivered menu (RT-10 to RT-15)', path => {
    const addresses = (seeds: readonly MenuSeed[], above: string): string[] =>
      seeds.flatMap(seed => {
        const address = joinPath(above, seed.path)
        return [address, ...addresses(seed.children ?? [], address)]
      })
    const delivered = addresses(menus, '')
    expect(delivered).toContain('/system/user')
    expect(delivered.filter(address => address === path || address.startsWith(`${path}/`))).toEqual([])
  })

  it('mark the parent entry of a hidden route and follow it in the breadcrumb (RT-23)', () => {
    const place = createReachableScreens(routers, fixed, ['*:*:*']).at('/system/user-auth/role/12')
    expect(place?.screen.activeMenu).toBe('/system/user')
    expect(place?.screen.trail.map(crumb => crumb.title)).toEqual(['menu.system', 'menu.system.user'])
  })

  it('are forbidden without their permission, and missing when the menu lacks them (RT-41)', () => {
    expect(createReachableScreens(routers, fixed, ['system:user:list']).find('/system/user-auth/role/12')).toBe(
      'forbidden',
    )
    expect(createReachableScreens([], fixed, []).find('/system/user')).toBe('missing')
  })

  it('open the first screen of a group, and ignore a trailing slash', () => {
    const places = createReachableScreens(routers, fixed, ['*:*:*'])
    expect(places.find('/system')).toEqual({ redirect: '/system/user' })
    expect(places.at('/system/user/')?.screen.path).toBe('/system/user')
  })
})

describe('header search', () => {
  const entries = leaves(buildMenu(routers).nodes).map(({ node, titles: path }) => ({
    path: node.path,
    title: path.map(title => menuTitle(titles.en, title)),
  }))
  const search = createMenuSearch(entries)

  it('has threshold 0.4 and weights 0.7 and 0.3 (LAY-27, LAY-28)', () => {
    expect(searchOptions.threshold).toBe(0.4)
    expect(Object.fromEntries(searchOptions.keys.map(key => [key.name, key.weight]))).toEqual({ title: 0.7, path: 0.3 })
  })

  it('finds by part of a title, part of a path, and with one letter wrong (LAY-25, LAY-26, LAY-27)', () => {
    expect(search('Dealers')[0]?.path).toBe('/channel/dealer')
    expect(search('cross-sale')[0]?.path).toBe('/channel/cross-sale')
    expect(search('Dealars')[0]?.path).toBe('/channel/dealer')
    expect(search('xylophone')).toEqual([])
  })

  it('lists the title hit before the path hit (LAY-28)', () => {
    const both = createMenuSearch([
      { path: '/store', title: ['Warehouse'] },
      { path: '/place', title: ['Store'] },
    ])
    expect(both('store').map(entry => entry.path)).toEqual(['/place', '/store'])
  })

  it('finds Chinese titles', () => {
    const chinese = createMenuSearch(
      entries.map((entry, i) => ({ ...entry, title: i === 3 ? ['批次管理'] : ['其他'] })),
    )
    expect(chinese('批次')[0]?.title).toEqual(['批次管理'])
  })
})
