import { batch, product } from '@timbermark/contract'
import type { ListViewSettings } from '@timbermark/contract/calls'
import { expect, it } from 'vitest'
import { planColumns } from '../list/columns.ts'
import { noPreferences } from '../list/preferences.ts'
import { columnsToPreferences, openSettings, settingsOf, visibleColumns } from './saved-settings.ts'

const everything = ['*:*:*']
const plans = planColumns(batch, everything)

it('saves the filters as the address has them, the order, the page size and the visible columns, and opens the same', () => {
  const state = {
    filters: { status: 'draft', createTime: ['2026-01-01', ''], productId: '7' },
    orderBy: 'batchNumber',
    order: 'asc',
    limit: 50,
  } as const
  const columns = ['status', 'batchNumber']
  const saved = settingsOf(batch, state, columns)
  expect(saved).toEqual({
    filters: { status: 'draft', beginTime: '2026-01-01', productId: '7' },
    orderBy: 'batchNumber',
    order: 'asc',
    limit: 50,
    columns,
  })
  expect(openSettings(batch, everything, plans, saved)).toEqual({ state, columns, dropped: [] })
})

it('leaves out and names what the list no longer has, or the reader may not see', () => {
  const stored: ListViewSettings = {
    filters: { colour: 'red', status: 'burnt', productId: '7', batchNumber: 'A' },
    orderBy: 'colour',
    order: 'desc',
    limit: 20,
    columns: ['colour', 'batchNumber'],
  }
  const opened = openSettings(batch, ['catalog:batch:list'], plans, stored)
  expect(opened.state).toEqual({ filters: { batchNumber: 'A' }, limit: 20 })
  expect(opened.columns).toEqual(['batchNumber'])
  expect(opened.dropped.sort()).toEqual(['colour', 'productId', 'status'])
  const none = openSettings(batch, everything, plans, { filters: {}, limit: 20, columns: ['colour'] })
  expect(none.columns).toEqual(visibleColumns(noPreferences, plans))
})

it('shows exactly the saved columns, in their order, and leaves every other one off', () => {
  const plans = planColumns(product, everything)
  const added = plans.find(({ isDefault }) => !isDefault)!.name
  const columns = [added, 'name']
  const preferences = columnsToPreferences(columns, plans)
  expect(visibleColumns(preferences, plans)).toEqual(columns)
  expect(preferences.order).toHaveLength(plans.length)
})
