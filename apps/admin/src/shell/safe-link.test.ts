import { describe, expect, it } from 'vitest'
import { isSafeAddress } from './safe-link.ts'

describe('addresses in rich text', () => {
  it.each([
    '/api/file/abc',
    'a.png',
    '#top',
    '?x=1:2',
    'https://example.org/a',
    'HTTP://example.org',
    'mailto:a@example.org',
    'tel:+241',
  ])('may lead to this site, the web and mail: %s', address => {
    expect(isSafeAddress(address)).toBe(true)
  })
  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:x',
    'data:text/html,x',
    'vbscript:x',
    'blob:x',
    'file:///etc',
  ])('never run or carry anything: %j', address => {
    expect(isSafeAddress(address)).toBe(false)
  })
})
