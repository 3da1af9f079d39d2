import type { ScanAnswer } from '@timbermark/contract/trace'
import { describe, expect, test } from 'vitest'
import type { Memory } from '../src/browser/storage.ts'
import { type Permission, startVisit } from '../src/browser/visit.ts'
import { signOutReporter } from '../src/browser/visitor.ts'
import { createStore, type Position } from '../src/live.ts'

const here: Position = { longitude: 9.45, latitude: 0.39 }
const answer: ScanAnswer = { scans: 8, firstScanAt: '2025-07-01T00:00:00Z', first: false }

function remember(values: Record<string, string> = {}): Memory {
  const map = new Map(Object.entries(values))
  return {
    get: key => map.get(key) ?? null,
    set: (key, value) => void map.set(key, value),
    remove: key => void map.delete(key),
  }
}

function visit(permission: Permission, locate: () => Promise<Position> = async () => here, local = remember()) {
  const store = createStore()
  const sent: (Position | null)[] = []
  const timers: { ms: number; action: () => void }[] = []
  const send = async (position: Position | null) => {
    sent.push(position)
    return answer
  }
  const actions = startVisit(store, local, permission, locate, send, (ms, action) => timers.push({ ms, action }))
  return {
    store,
    sent,
    actions,
    local,
    pass: (ms: number) => timers.filter(timer => timer.ms <= ms).map(({ action }) => action()),
  }
}
const settle = () => new Promise(resolve => setImmediate(resolve))

describe('counting a visit (TRC-08, TRC-09)', () => {
  test('takes the position along when the reader allowed it before', async () => {
    const { sent, store } = visit('granted')
    await settle()
    expect(sent).toEqual([here])
    expect(store.get()).toMatchObject({ position: 'shared', scan: answer })
  })

  test('asks first, and counts with the position when the reader shares it', async () => {
    const { sent, store, actions } = visit('prompt')
    expect(store.get().position).toBe('asking')
    expect(sent).toEqual([])
    await actions.share()
    expect(sent).toEqual([here])
  })

  test('counts without a position when the reader declines, and does not ask again', async () => {
    const { sent, actions, local } = visit('prompt')
    actions.decline()
    expect(sent).toEqual([null])
    const second = visit('prompt', undefined, local)
    expect(second.store.get().position).toBe('declined')
    expect(second.sent).toEqual([null])
  })

  test('counts without a position when the reader does not answer, or leaves', () => {
    const silent = visit('prompt')
    silent.pass(5_000)
    expect(silent.sent).toEqual([null])
    const gone = visit('prompt')
    gone.actions.leave()
    expect(gone.sent).toEqual([null])
  })

  test('waits longer for a reader who has turned to the question, but not for ever', () => {
    const { sent, actions, pass } = visit('prompt')
    actions.consider()
    pass(5_000)
    expect(sent).toEqual([])
    pass(20_000)
    expect(sent).toEqual([null])
  })

  test('says so when the position cannot be found or was refused, and counts all the same (ERR-41)', async () => {
    const lost = visit('granted', () => Promise.reject({ code: 2 }))
    await settle()
    expect(lost.store.get().position).toBe('failed')
    expect(lost.sent).toEqual([null])
    const refused = visit('prompt', () => Promise.reject({ code: 1 }))
    await refused.actions.share()
    expect(refused.store.get().position).toBe('denied')
    expect(refused.sent).toEqual([null])
    expect(visit('denied').store.get().position).toBe('denied')
  })

  test('is counted once whatever happens, and a late position is kept for the check', async () => {
    const { sent, store, actions, pass } = visit('prompt')
    pass(20_000)
    await actions.share()
    actions.decline()
    actions.leave()
    expect(sent).toEqual([null])
    expect(store.get().place).toEqual(here)
  })

  test('does without the question where a browser has no position to give', () => {
    const { sent, store } = visit('unavailable')
    expect(sent).toEqual([null])
    expect(store.get().position).toBe('idle')
  })
})

describe('a reporting user who opens the public page (RT-49)', () => {
  test('is signed out', () => {
    const local = remember({ 'user-type': '2', 'admin-token': 'abc', language: 'fr' })
    const ended: string[] = []
    expect(signOutReporter(local, token => ended.push(token))).toBe(true)
    expect(local.get('admin-token')).toBeNull()
    expect(local.get('user-type')).toBeNull()
    expect(local.get('language')).toBe('fr')
    expect(ended).toEqual(['abc'])
  })

  test('of another type stays signed in', () => {
    const local = remember({ 'user-type': '1', 'admin-token': 'abc' })
    expect(signOutReporter(local, () => undefined)).toBe(false)
    expect(local.get('admin-token')).toBe('abc')
  })
})
