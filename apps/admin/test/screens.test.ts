import { type MenuSeed, menuIconNames, menus, isOneOf } from '@timbermark/contract'
import { expect, test } from 'vitest'
import { screens, staticRoutes } from '../src/areas/screens.ts'

const every = (list: readonly MenuSeed[]): MenuSeed[] => list.flatMap(menu => [menu, ...every(menu.children ?? [])])

test('every screen that the delivered menu names is there, so that no entry leads nowhere', () => {
  const missing = every(menus)
    .map(menu => menu.component)
    .filter(component => component !== undefined && !(component in screens))
  expect(missing).toEqual([])
})

test('no two entries of the menu bear the same icon, and each is one that there is', () => {
  // A group with a single entry is shown as that entry.
  const visibleEntries = (list: readonly MenuSeed[]): MenuSeed[] =>
    list.flatMap(menu => {
      const inner = (menu.children ?? []).filter(child => child.component || child.children)
      if (inner.length === 1) return visibleEntries(inner)
      return [menu, ...visibleEntries(inner)]
    })
  const icons = ['dashboard', ...visibleEntries(menus).map(menu => menu.icon)]
  expect(icons.filter((icon, index) => icons.indexOf(icon) !== index)).toEqual([])
  expect(icons.filter(icon => !isOneOf(menuIconNames, icon))).toEqual([])
})

test('every hidden route leads to a screen', () => {
  expect(staticRoutes.filter(route => !(route.screen in screens)).map(route => route.path)).toEqual([])
})
