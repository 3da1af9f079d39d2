import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { dropDraft, dropDrafts, storeDraft, readDraft } from './drafts.ts'

describe('drafts of a tab', () => {
  beforeEach(() => {
    const stored = new Map<string, string>()
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    })
  })
  afterEach(() => void vi.unstubAllGlobals())

  it('are stored by name until they are dropped', () => {
    storeDraft('7:catalog/product:add', { name: 'Okoum', count: 3 })
    expect(readDraft('7:catalog/product:add')?.values).toEqual({ name: 'Okoum', count: 3 })
    expect(readDraft('8:catalog/product:add')).toBeUndefined()
    dropDraft('7:catalog/product:add')
    expect(readDraft('7:catalog/product:add')).toBeUndefined()
  })

  it('never hold a secret', () => {
    storeDraft('user', { userName: 'a', password: 'x', oldPassword: 'y', confirmPwd: 'z' })
    expect(readDraft('user')?.values).toEqual({ userName: 'a' })
  })

  it('over another version of the record are ignored', () => {
    storeDraft('product:5', { name: 'mine' }, '2026-03-04T08:05:09Z')
    expect(readDraft('product:5', '2026-03-04T09:00:00Z')).toBeUndefined()
    expect(readDraft('product:5', '2026-03-04T08:05:09Z')?.values).toEqual({ name: 'mine' })
  })

  it('are all removed on sign-out', () => {
    storeDraft('a', { x: 1 })
    storeDraft('b', { x: 2 })
    dropDrafts()
    expect([readDraft('a'), readDraft('b')]).toEqual([undefined, undefined])
  })

  it.each(['{', 'null', '[]', '{"values":null,"over":""}', '{"values":{"a":1}}'])(
    'damaged ones are ignored: %s',
    text => {
      sessionStorage.setItem('draft:a', text)
      expect(readDraft('a')).toBeUndefined()
    },
  )

  it('are ignored where the browser refuses storage', () => {
    vi.stubGlobal('sessionStorage', undefined)
    storeDraft('a', { x: 1 })
    expect(readDraft('a')).toBeUndefined()
  })
})
