import { expect, it } from 'vitest'
import { finishPendingWork, registerPendingWork } from './pending-work.ts'

it('a page does not reload before its pending work is finished', async () => {
  const picture = Promise.withResolvers<void>()
  const unregister = [
    registerPendingWork(() => picture.promise),
    registerPendingWork(() => Promise.reject(new Error('no room'))),
  ]
  let loaded = false
  const loading = finishPendingWork().then(() => {
    loaded = true
  })
  await new Promise(resolve => setTimeout(resolve))
  expect(loaded).toBe(false)
  picture.resolve()
  await loading
  for (const each of unregister) each()
  await finishPendingWork()
})
