import { expect, test } from 'vitest'
import { refresh } from './refresh.ts'
import { useTags } from './tags.ts'

const site = 'https://office.example'
const target = (path: string) => refresh({ request: new Request(site + path) }).headers.get('location')

test('a view restarts and keeps its address', () => {
  expect(target('/redirect/system/user?page=2')).toBe('/system/user?page=2')
  expect(useTags.getState().restarts).toEqual({ '/system/user': 1 })
})

test.each([
  '/redirect//evil.example',
  '/redirect/\\evil.example',
  '/redirect///evil.example/a?b=c',
  '/redirect/%2Fevil.example',
  '/redirect/%5Cevil.example',
  '/redirect/%252Fevil.example',
  '/redirect',
])('%s stays on this site', path => {
  const before = useTags.getState().restarts
  expect(target(path)).toBe('/')
  expect(useTags.getState().restarts).toEqual(before)
})
