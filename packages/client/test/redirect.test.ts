import { describe, expect, it } from 'vitest'
import { safeRedirect } from '../src/index.ts'

const localPaths = [
  '/',
  '/index',
  '/user/profile?x=1',
  '/c?code=ABC',
  '/a/b#part',
  '/system/user-auth/role/12',
  '/x?next=//a',
  '/木材?名=值',
  '/a%20b',
]

const outside = [
  '',
  'index',
  'https://evil.example',
  'https:evil.example',
  'javascript:alert(1)',
  ' /index',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/a\\..\\..\\/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/index\r\nset-cookie: a',
  '/\u0000',
  '/\u200b/evil.example',
  '/..//evil.example',
  '/.//evil.example',
  '/a/../..//evil.example',
  'data:text/html,x',
]

describe('where a redirect parameter may lead (A59)', () => {
  it.each(localPaths)('accepts the local path %j', path => {
    expect(safeRedirect(path)).toBe(path)
  })

  // Each bad address, unencoded and encoded up to three times.
  const encodedAll = (text: string) => [...text].map(c => `%${c.charCodeAt(0).toString(16).padStart(2, '0')}`).join('')
  const variants = outside
    .filter(path => path.startsWith('/') && [...path].every(c => c.charCodeAt(0) < 256))
    .flatMap(path => {
      const rest = encodedAll(path.slice(1))
      return [
        `/${rest}`,
        `/${rest.replaceAll('%', '%25')}`,
        `/${rest.replaceAll('%', '%2525')}`,
        `/${rest.toUpperCase()}`,
      ]
    })

  it.each([...outside, ...variants])('refuses %j', path => {
    expect(safeRedirect(path)).toBe('/')
  })

  it('refuses a value that is no text, is too long, or cannot be decoded', () => {
    for (const path of [null, undefined, 1, {}, ['/index'], `/${'a'.repeat(3000)}`, '/%', '/%zz', '/%e0%a4']) {
      expect(safeRedirect(path, '/index')).toBe('/index')
    }
  })

  it('never returns an address that the browser resolves to another site', () => {
    const pieces = ['/', '\\', '.', '..', '%2f', '%5c', '%09', '%2e', '@', ':', 'evil.example', 'https:', '?', '#']
    let seen = 0
    for (const a of pieces)
      for (const b of pieces)
        for (const c of pieces)
          for (const d of pieces) {
            const path = safeRedirect(`/${a}${b}${c}${d}`)
            const url = new URL(path, 'https://own.example')
            expect(url.origin).toBe('https://own.example')
            expect(new URL(decodeURIComponent(url.pathname), 'https://own.example').origin).toBe('https://own.example')
            seen++
          }
    expect(seen).toBe(pieces.length ** 4)
  })
})
