import { keyOf, type MenuSeed, menus, permissionOf, entityByKey } from '@timbermark/contract'
import { all } from '@timbermark/phrases/all'
import { describe, expect, it } from 'vitest'
import { createPlaces } from '../shell/places.ts'
import { screens, staticRoutes } from './screens.ts'

const { en } = all

const every = (seeds: readonly MenuSeed[]): MenuSeed[] => seeds.flatMap(seed => [seed, ...every(seed.children ?? [])])
const addressOf = (seeds: readonly MenuSeed[], above = ''): [string, string][] =>
  seeds.flatMap(seed => {
    const path = seed.path.startsWith('/') ? seed.path : `${above}/${seed.path}`
    return [
      ...(seed.component ? [[path, seed.component] as [string, string]] : []),
      ...addressOf(seed.children ?? [], path),
    ]
  })
const places = createPlaces([], staticRoutes, ['*:*:*'])

describe('screens of the delivered menu', () => {
  it('has a screen for every entry', () => {
    const missing = every(menus).flatMap(({ component }) =>
      component && !Object.hasOwn(screens, component) ? [component] : [],
    )
    expect(missing).toEqual([])
  })

  it('has a title in the phrases, a screen and a menu entry to mark for every hidden route', () => {
    const addresses = new Set(addressOf(menus).map(([path]) => path))
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

  it('keeps hidden routes from those who lack their permission', () => {
    const none = createPlaces([], staticRoutes, [])
    for (const { path, permission } of staticRoutes) {
      if (permission) expect(none.find(path.replace(/:\w+/, '1')), path).toBe('forbidden')
    }
    expect(none.find('/user/profile')).toBe('open')
  })

  it('asks for permissions that the delivered menu can grant', () => {
    const granted = new Set(
      every(menus).flatMap(({ entity, permission, buttons }) => {
        const declared = entity ? entityByKey(entity) : undefined
        const own = declared
          ? [...declared.operations, ...(declared.verbs ?? [])].map(verb => permissionOf(declared, verb))
          : []
        const object = (declared ? keyOf(declared).replaceAll('/', ':') : (permission ?? '')).split(':').slice(0, 2)
        return [
          ...own,
          ...(permission ? [permission] : []),
          ...(buttons ?? []).map(verb => [...object, verb].join(':')),
        ]
      }),
    )
    for (const { permission } of staticRoutes) if (permission) expect(granted.has(permission), permission).toBe(true)
  })
})
