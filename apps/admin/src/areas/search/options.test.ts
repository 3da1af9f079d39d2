import { createTranslator } from '@timbermark/client'
import type { FoundGroup } from '@timbermark/contract/calls'
import { all } from '@timbermark/phrases/all'
import { describe, expect, it } from 'vitest'
import { buildMenu } from '../../shell/frame/menu.ts'
import { foundGroups, recentGroups, type ScreenEntry } from './options.ts'

const t = createTranslator(all.en, 'en')
/** People may move a screen anywhere in the menu. */
const menu = buildMenu([
  {
    path: '/goods',
    component: 'Layout',
    children: [
      { path: 'lots', component: 'catalog/batch', meta: { title: 'menu.catalog.batch' } },
      { path: 'customers', component: 'entity/channel/customer', meta: { title: 'menu.channel.customer' } },
    ],
  },
])
const screens: ScreenEntry[] = [
  { node: { path: '/goods/lots', title: 'x', children: [] }, path: '/goods/lots', title: ['Goods', 'Batches'] },
  { node: { path: '/goods/other', title: 'x', children: [] }, path: '/goods/other', title: ['Goods', 'Bathes'] },
]
const batches: FoundGroup = {
  list: 'catalog/batch',
  rows: [
    {
      id: 7,
      name: 'ZJ-1',
      facts: [
        { field: 'productId', text: 'Floor' },
        { field: 'status', text: 'active' },
      ],
    },
  ],
  more: true,
  filter: { field: 'batchNumber', value: 'zj' },
}
const papers: FoundGroup = { ...batches, list: 'evidence/document' }
const groupsFor = (groups: FoundGroup[], text = 'zj', can = true) =>
  foundGroups(t, menu, text, screens, { code: undefined, groups }, () => can)

describe('what was found', () => {
  it('leads to the record where the menu has its screen, and to the filtered list', () => {
    const [group] = groupsFor([batches])
    expect(group!.options.map(({ to }) => to)).toEqual(['/goods/lots?view=7', '/goods/lots?batchNumber=zj'])
    expect(group!.options[0]).toMatchObject({ name: 'ZJ-1', detail: `Floor · ${t('catalog.batch.status.active')}` })
    expect(group!.options[1]).toMatchObject({ all: true })
  })

  it('leads to the list for somebody who may not open records, and nowhere without a screen', () => {
    expect(groupsFor([batches], 'zj', false)[0]!.options[0]!.to).toBe('/goods/lots?batchNumber=zj')
    expect(groupsFor([papers]).map(({ key }) => key)).toEqual(['similar'])
  })

  it('shows screens by their name first, and similar names only when there is nothing else', () => {
    expect(groupsFor([batches], 'batches').map(({ key }) => key)).toEqual(['screens', 'catalog/batch'])
    expect(groupsFor([batches]).map(({ key }) => key)).toEqual(['catalog/batch'])
    expect(groupsFor([]).map(({ key }) => key)).toEqual(['similar'])
  })
})

it('what was found lately is offered as far as its screen is still there', () => {
  const groups = recentGroups(
    t,
    menu,
    [
      { list: 'catalog/batch', id: '7', name: 'ZJ-1' },
      { list: 'evidence/document', id: '8', name: 'Permit' },
      { list: 'code', id: 'X', name: 'X' },
    ],
    [],
  )
  expect(groups.flatMap(({ options }) => options.map(({ to }) => to))).toEqual(['/goods/lots?view=7'])
})
