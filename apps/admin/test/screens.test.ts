import { type MenuSeed, menus } from '@timbermark/contract'
import { expect, test } from 'vitest'
import { screens, staticRoutes } from '../src/areas/screens.ts'

const every = (list: readonly MenuSeed[]): MenuSeed[] => list.flatMap(menu => [menu, ...every(menu.children ?? [])])

test('every screen that the delivered menu names is there, so that no entry leads nowhere', () => {
  const missing = every(menus)
    .map(menu => menu.component)
    .filter(component => component !== undefined && !(component in screens))
  expect(missing).toEqual([])
})

test('every hidden route leads to a screen', () => {
  expect(staticRoutes.filter(route => !(route.screen in screens)).map(route => route.path)).toEqual([])
})
