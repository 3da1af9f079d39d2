import { describe, expect, it } from 'vitest'
import { buildMenu, type RouteItem } from '../../shell/frame/menu.ts'
import { chaptersOf, wordsOf } from './handbook-chapters.ts'

const entry = (path: string, component: string): RouteItem => ({ path, component, meta: { title: `menu.${path}` } })
const group = (path: string, children: RouteItem[]): RouteItem => ({
  path,
  component: 'Layout',
  meta: { title: `menu.${path}` },
  children,
})

describe('the chapters of a handbook', () => {
  const menu = buildMenu([
    group('/catalog', [entry('product', 'entity/catalog/product'), entry('batch', 'catalog/batch')]),
    group('/added', [entry('manual', 'added/manual')]),
    group('/twice', [entry('batch', 'catalog/batch'), entry('qr', 'code/qr')]),
  ])

  it('are the groups of the menu in its order, each screen with help once', () => {
    const chapters = chaptersOf(menu)
    expect(chapters.map(({ title, sections }) => [title, sections.map(({ path }) => path)])).toEqual([
      ['menu.home', ['/index']],
      ['menu./catalog', ['/catalog/product', '/catalog/batch']],
      ['menu./twice', ['/twice/qr']],
    ])
  })

  it('explain each word once', () => {
    const words = wordsOf(chaptersOf(menu))
    expect(words).toContain('batch')
    expect(new Set(words).size).toBe(words.length)
  })
})
