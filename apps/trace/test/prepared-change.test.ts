import { expect, test } from 'vitest'
import { prepareChange, createStore } from '../src/live.ts'

test('a prepared change is visible only in its own store until it is published, and other changes pass through', () => {
  const store = createStore()
  const published: string[] = []
  const prepared = prepareChange(store, { proof: 'done' })
  store.subscribe(() => published.push(store.get().proof))

  expect([prepared.store.get().proof, store.get().proof]).toEqual(['done', 'none'])
  expect(prepared.store.get()).toBe(prepared.store.get())
  prepared.store.set({ problem: 'typed meanwhile' })
  expect(prepared.store.get()).toMatchObject({ proof: 'done', problem: 'typed meanwhile' })
  expect(store.get()).toMatchObject({ proof: 'none', problem: 'typed meanwhile' })
  expect(published).toEqual(['none'])

  const drawn = prepared.store.get()
  prepared.publish()
  expect(published).toEqual(['none', 'done'])
  // A page drawn from the prepared store must not be redrawn.
  expect(store.get()).toBe(drawn)
  expect(prepared.store.get()).toBe(drawn)
  store.set({ proof: 'running' })
  expect(prepared.store.get().proof).toBe('running')
})
