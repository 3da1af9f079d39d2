import { describe, expect, it } from 'vitest'
import { pageNumbers } from './page-numbers.ts'

const numbers = (current: number, pages: number, count: number) =>
  pageNumbers(current, pages, count)
    .map(number => (number === 'gap' ? '…' : number))
    .join(' ')

describe('page numbers (CON-08)', () => {
  it('offers seven on wide screens', () => {
    expect(numbers(1, 100, 7)).toBe('1 2 3 4 5 6 … 100')
    expect(numbers(50, 100, 7)).toBe('1 … 48 49 50 51 52 … 100')
    expect(numbers(100, 100, 7)).toBe('1 … 95 96 97 98 99 100')
  })
  it('offers five on narrow ones', () => {
    expect(numbers(1, 100, 5)).toBe('1 2 3 4 … 100')
    expect(numbers(50, 100, 5)).toBe('1 … 49 50 51 … 100')
    expect(numbers(99, 100, 5)).toBe('1 … 97 98 99 100')
  })
  it('offers all when there are no more', () => {
    expect(numbers(1, 1, 7)).toBe('1')
    expect(numbers(4, 7, 7)).toBe('1 2 3 4 5 6 7')
  })
  it('always includes the current page, each page once, in order', () => {
    for (const count of [5, 7]) {
      for (let pages = 1; pages <= 20; pages++) {
        for (let current = 1; current <= pages; current++) {
          const numbers = pageNumbers(current, pages, count).filter(number => number !== 'gap')
          expect(numbers).toContain(current)
          expect(numbers.length).toBe(Math.min(count, pages))
          expect([...new Set(numbers)].sort((a, b) => a - b)).toEqual(numbers)
        }
      }
    }
  })
})
