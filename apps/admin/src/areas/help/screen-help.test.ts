import { type MenuSeed, menus } from '@timbermark/contract'
import { all } from '@timbermark/phrases/all'
import { describe, expect, it } from 'vitest'
import { screens, staticRoutes } from '../screens.ts'
import { screenHelp } from './screen-help.ts'

const componentsOf = (seeds: readonly MenuSeed[]): string[] =>
  seeds.flatMap(({ component, children }) => [...(component ? [component] : []), ...componentsOf(children ?? [])])
const ids = new Set(['index', ...componentsOf(menus), ...staticRoutes.map(({ screen }) => screen)])
const declared = Object.values(screenHelp)

describe('the help on screens', () => {
  it('is there for every screen of the menu and every address beside it, and for no other', () => {
    expect(ids.size).toBeGreaterThan(65)
    expect(Object.keys(screenHelp).sort()).toEqual([...ids].sort())
  })

  it('leads on to other screens that exist', () => {
    const lost = Object.entries(screenHelp).flatMap(([id, { next }]) =>
      next.filter(to => to === id || !Object.hasOwn(screens, to)).map(to => `${id} -> ${to}`),
    )
    expect(lost).toEqual([])
  })

  it('says something of its own of each screen, and explains every word somewhere', () => {
    const keys = Object.keys(all.en)
    const withEnd = (pattern: RegExp) => keys.flatMap(key => pattern.exec(key)?.[1] ?? []).sort()
    expect(declared.map(({ texts }) => texts).sort()).toEqual(withEnd(/^help\.(.+)\.for$/))
    expect([...new Set(declared.flatMap(({ words }) => words))].sort()).toEqual(withEnd(/^help\.word\.(.+)\.is$/))
  })
})
