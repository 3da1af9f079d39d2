import { describe, expect, it } from 'vitest'
import { addDateRange, dropEmpty, serializeQuery, withQuery } from '../src/index.ts'

describe('queries', () => {
  it('writes nested objects as key[sub]=value (API-06)', () => {
    expect(serializeQuery({ page: 1, params: { beginTime: '2026-01-31', deep: { x: true } } })).toBe(
      'page=1&params[beginTime]=2026-01-31&params[deep][x]=true',
    )
  })

  it('omits null and undefined at every depth, keeps zero, false and empty text (API-07)', () => {
    expect(serializeQuery({ a: null, b: undefined, c: 0, d: false, e: '', params: { x: null, y: undefined } })).toBe(
      'c=0&d=false&e=',
    )
  })

  it('escapes names and values, so that a filter cannot add another', () => {
    expect(serializeQuery({ 'a&b': 'x&y=1#?', name: '木材 été' })).toBe(
      `a%26b=x%26y%3D1%23%3F&name=${encodeURIComponent('木材 été')}`,
    )
  })

  it('writes an array as one comma-separated list and omits an empty one', () => {
    expect(serializeQuery({ ids: [1, 2], none: [] })).toBe(`ids=${encodeURIComponent('1,2')}`)
  })

  it('joins a query to a path that has one already', () => {
    expect(withQuery('/x', {})).toBe('/x')
    expect(withQuery('/x', { a: 1 })).toBe('/x?a=1')
    expect(withQuery('/x?b=2', { a: 1 })).toBe('/x?b=2&a=1')
  })

  it('drops cleared filters of a list', () => {
    expect(dropEmpty({ name: '', status: '0' })).toEqual({ status: '0' })
  })
})

describe('date ranges', () => {
  it('uses beginTime and endTime inside params (API-08)', () => {
    const query = addDateRange({ page: 1 }, ['2026-01-01', '2026-01-31'])
    expect(serializeQuery(query)).toBe('page=1&params[beginTime]=2026-01-01&params[endTime]=2026-01-31')
  })

  it('uses begin{X} and end{X} when it has a name (API-09)', () => {
    expect(serializeQuery(addDateRange({}, ['a', 'b'], 'createTime'))).toBe(
      'params[beginCreateTime]=a&params[endCreateTime]=b',
    )
  })

  it('keeps other parameters, does not change its argument, and removes both ends for a null range', () => {
    const before = { params: { dept: 1 } }
    const set = addDateRange(before, ['a', 'b'])
    expect(before).toEqual({ params: { dept: 1 } })
    expect(serializeQuery(addDateRange(set, null))).toBe('params[dept]=1')
  })
})
