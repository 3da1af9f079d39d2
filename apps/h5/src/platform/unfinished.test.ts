import { expect, it } from 'vitest'
import { finished, finishFirst } from './unfinished.ts'

it('a page is not loaded anew before what it has begun is finished', async () => {
  const picture = Promise.withResolvers<void>()
  const takeBack = [finishFirst(() => picture.promise), finishFirst(() => Promise.reject(new Error('no room')))]
  let loaded = false
  const loading = finished().then(() => {
    loaded = true
  })
  await new Promise(resolve => setTimeout(resolve))
  expect(loaded).toBe(false)
  picture.resolve()
  await loading
  for (const back of takeBack) back()
  await finished()
})
