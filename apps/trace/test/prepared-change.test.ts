import { expect, test } from 'vitest'
import { prepareChange, createStore } from '../src/live.ts'

test('what is drawn ahead has a change that nobody else was told of, and everything else as it comes', () => {
  const store = createStore()
  const heard: string[] = []
  const ahead = prepareChange(store, { proof: 'done' })
  store.subscribe(() => heard.push(store.get().proof))

  expect([ahead.store.get().proof, store.get().proof]).toEqual(['done', 'none'])
  expect(ahead.store.get()).toBe(ahead.store.get())
  ahead.store.set({ problem: 'typed meanwhile' })
  expect(ahead.store.get()).toMatchObject({ proof: 'done', problem: 'typed meanwhile' })
  expect(store.get()).toMatchObject({ proof: 'none', problem: 'typed meanwhile' })
  expect(heard).toEqual(['none'])

  const drawn = ahead.store.get()
  ahead.publish()
  expect(heard).toEqual(['none', 'done'])
  // Who has drawn it is not to draw it again.
  expect(store.get()).toBe(drawn)
  expect(ahead.store.get()).toBe(drawn)
  store.set({ proof: 'running' })
  expect(ahead.store.get().proof).toBe('running')
})
