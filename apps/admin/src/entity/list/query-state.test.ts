import { batch, codeRequest, product } from '@timbermark/contract'
import { serializeQuery } from '@timbermark/client'
import { describe, expect, it } from 'vitest'
import { filterParams, lastPage, listParams, parseListState, listStateParams } from './query-state.ts'

const read = (search: string, prefix = '') => parseListState(batch, new URLSearchParams(search), prefix)

describe('the state of a list in the address', () => {
  it('shows 20 rows of the first page when the address says nothing (CON-07)', () => {
    expect(read('')).toEqual({ page: 1, limit: 20, filters: {} })
  })

  it('is parsed as it was written, whatever it was', () => {
    const state = {
      page: 3,
      limit: 50,
      orderBy: 'batchNumber',
      order: 'desc' as const,
      filters: { batchNumber: 'A&B=1/木', productId: '7', plannedDate: ['2026-01-01', ''], status: 'active' },
    }
    const address = listStateParams(batch, state, new URLSearchParams()).toString()
    expect(read(address)).toEqual(state)
  })

  it('writes no defaults, so that a plain list has a plain address', () => {
    expect(listStateParams(batch, read(''), new URLSearchParams('page=4')).toString()).toBe('')
  })

  it('keeps other parameters, such as the open record', () => {
    const next = listStateParams(batch, { ...read(''), page: 2 }, new URLSearchParams('view=12'))
    expect(next.get('view')).toBe('12')
    expect(next.get('page')).toBe('2')
  })

  it('keeps two lists of one page apart', () => {
    const search = new URLSearchParams('page=2&codes.page=5')
    expect(parseListState(batch, search).page).toBe(2)
    expect(parseListState(batch, search, 'codes.').page).toBe(5)
  })

  it.each([
    'page=0',
    'page=-1',
    'page=1.5',
    'page=abc',
    'limit=1000',
    'limit=15',
    'orderBy=volume&order=asc',
    'orderBy=batchNumber&order=up',
    'foo=1',
  ])('passes over what does not belong there: %s', search => {
    expect(read(search)).toEqual({ page: 1, limit: 20, filters: {} })
  })
})

describe('the query of a list', () => {
  it('sends page, limit, order and filters under the names of the wire', () => {
    const params = listParams(batch, read('page=2&orderBy=batchNumber&order=asc&status=active&batchNumber=GA'))
    expect(serializeQuery(params as never)).toBe(
      'page=2&limit=20&orderBy=batchNumber&order=asc&batchNumber=GA&status=active',
    )
  })

  it('sends a date range inside of params, without an open end (AMB-21)', () => {
    const params = listParams(
      codeRequest,
      parseListState(codeRequest, new URLSearchParams('beginBatchDate=2026-02-01')),
    )
    expect(serializeQuery(params as never)).toBe('page=1&limit=20&params[beginBatchDate]=2026-02-01')
  })

  it('searches every declared entity by its time of creation, as beginTime and endTime', () => {
    const params = listParams(
      product,
      parseListState(product, new URLSearchParams('beginTime=2026-02-01&endTime=2026-02-01')),
    )
    const { beginTime, endTime } = params.params as Record<string, string>
    expect(Date.parse(endTime as string) - Date.parse(beginTime as string)).toBe(86_400_000 - 1)
  })

  it('exports what the present filter shows, not the present page', () => {
    expect(filterParams(product, { name: 'oak' })).toEqual({ name: 'oak' })
  })

  it('searches moments by the whole days that the user picked, in their time zone', () => {
    const log = { ...batch, fields: { at: { kind: 'datetime', search: 'range' } } } as const
    const params = filterParams(log, { at: ['2026-03-01', '2026-03-02'] }).params as Record<string, string>
    expect(new Date(params.beginAt as string)).toEqual(new Date(2026, 2, 1, 0, 0, 0, 0))
    expect(new Date(params.endAt as string)).toEqual(new Date(2026, 2, 2, 23, 59, 59, 999))
  })
})

describe('the last page', () => {
  it('is shown after a delete that emptied the page', () => {
    expect(lastPage(3, 20, 40)).toBe(2)
    expect(lastPage(3, 20, 41)).toBe(3)
  })
  it('is the first when nothing is left', () => {
    expect(lastPage(3, 20, 0)).toBe(1)
  })
})
