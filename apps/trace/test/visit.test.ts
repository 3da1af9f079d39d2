import type { ScanAnswer } from '@timbermark/contract/trace'
import { describe, expect, test } from 'vitest'
import type { SafeStorage } from '../src/browser/storage.ts'
import { type Permission, startVisit } from '../src/browser/visit.ts'
import { signOutReportingUser } from '../src/browser/reporting-user.ts'
import { createStore, type Position } from '../src/live.ts'

const here: Position = { longitude: 9.45, latitude: 0.39 }
const answer: ScanAnswer = { scans: 8, firstScanAt: '2025-07-01T00:00:00Z', first: false }

function fakeStorage(values: Record<string, string> = {}): SafeStorage {
  const map = new Map(Object.entries(values))
  return {
    get: key => map.get(key) ?? null,
    set: (key, value) => void map.set(key, value),
    remove: key => void map.delete(key),
  }
}

async function visit(
  permission: Permission,
  locate: () => Promise<Position> = async () => here,
  local = fakeStorage(),
  refuse: (position: Position | null) => boolean = () => false,
) {
  const store = createStore()
  const sent: (Position | null)[] = []
  const send = async (position: Position | null) => {
    sent.push(position)
    if (refuse(position)) throw new Error('cut')
    return answer
  }
  const actions = await startVisit(store, local, async () => permission, locate, send)
  await settle()
  return { store, sent, actions, local }
}
const settle = () => new Promise(resolve => setImmediate(resolve))

describe('counting a visit (TRC-08, TRC-09)', () => {
  test.each(['granted', 'denied', 'prompt', 'unavailable'] as const)(
    'opening the page is the scan: it is sent first (%s)',
    async permission => {
      const sent: (Position | null)[] = []
      const calls: string[] = []
      const send = async (position: Position | null) => {
        sent.push(position)
        calls.push('sent')
        return answer
      }
      const ask = async () => {
        calls.push('permission')
        return permission
      }
      await startVisit(createStore(), fakeStorage(), ask, async () => here, send)
      expect(calls.slice(0, 2)).toEqual(['sent', 'permission'])
      expect(sent[0]).toBeNull()
    },
  )

  test('sends the position afterwards when the reader allowed it before', async () => {
    const { sent, store } = await visit('granted')
    expect(sent).toEqual([null, here])
    expect(store.get()).toMatchObject({ position: 'shared', scan: answer, place: here })
  })

  test('asks first, and adds the position when the reader shares it', async () => {
    const { sent, store, actions } = await visit('prompt')
    expect(store.get()).toMatchObject({ position: 'asking', scan: answer })
    expect(sent).toEqual([null])
    await actions.share()
    expect(sent).toEqual([null, here])
    expect(store.get().position).toBe('shared')
  })

  test('sends nothing more when the reader declines, and does not ask again', async () => {
    const { sent, actions, local } = await visit('prompt')
    actions.decline()
    expect(sent).toEqual([null])
    const second = await visit('prompt', undefined, local)
    expect(second.store.get().position).toBe('declined')
    expect(second.sent).toEqual([null])
  })

  test('shows that the position was not found or refused, and still counts (ERR-41)', async () => {
    const lost = await visit('granted', () => Promise.reject({ code: 2 }))
    expect(lost.store.get().position).toBe('failed')
    expect(lost.sent).toEqual([null])
    const refused = await visit('prompt', () => Promise.reject({ code: 1 }))
    await refused.actions.share()
    expect(refused.store.get().position).toBe('denied')
    expect(refused.sent).toEqual([null])
    expect((await visit('denied')).store.get().position).toBe('denied')
  })

  test('distinguishes a visit that was not counted from a position that was not sent', async () => {
    const cut = await visit('prompt', undefined, undefined, position => position !== null)
    await cut.actions.share()
    expect(cut.store.get()).toMatchObject({ position: 'unsent', scanFailed: false, scan: answer })
    const gone = await visit('prompt', undefined, undefined, () => true)
    expect(gone.store.get()).toMatchObject({ scanFailed: true, scan: null })
  })

  test('does not ask when the browser has no position', async () => {
    const { sent, store } = await visit('unavailable')
    expect(sent).toEqual([null])
    expect(store.get().position).toBe('idle')
  })
})

describe('a reporting user who opens the public page (RT-49)', () => {
  test('is signed out', () => {
    const local = fakeStorage({ 'user-type': '2', 'admin-token': 'abc', language: 'fr' })
    const ended: string[] = []
    expect(signOutReportingUser(local, token => ended.push(token))).toBe(true)
    expect(local.get('admin-token')).toBeNull()
    expect(local.get('user-type')).toBeNull()
    expect(local.get('language')).toBe('fr')
    expect(ended).toEqual(['abc'])
  })

  test('stays signed in when they have another type', () => {
    const local = fakeStorage({ 'user-type': '1', 'admin-token': 'abc' })
    expect(signOutReportingUser(local, () => undefined)).toBe(false)
    expect(local.get('admin-token')).toBe('abc')
  })
})
