import { afterEach, expect, test, vi } from 'vitest'
import { textsByLanguage } from '../src/all-texts.ts'
import { call } from '../src/browser/api.ts'

afterEach(() => vi.unstubAllGlobals())

/** Answers with so many bytes, and counts those that were taken. */
function answerWith(bytes: number, start: string): { taken: () => number } {
  let sent = 0
  const part = new TextEncoder().encode('x'.repeat(1_000_000))
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const next = sent === 0 ? new TextEncoder().encode(start) : part
      sent += next.length
      controller.enqueue(next)
      if (sent >= bytes) controller.close()
    },
  })
  vi.stubGlobal('fetch', async () => new Response(body))
  return { taken: () => sent }
}

test('an answer of 100 MB is refused before it is read', async () => {
  const answer = answerWith(100_000_000, '{"code":200,"data":"')
  await expect(call('/api/trace/CODE/proof', 'en', textsByLanguage.en)).rejects.toThrow(
    textsByLanguage.en.t('trace.error.network'),
  )
  expect(answer.taken()).toBeLessThan(25_000_000)
})

test('a smaller one is read whole, in whatever parts it comes', async () => {
  const text = new TextEncoder().encode('{"code":200,"data":"红木"}')
  const parts = [text.slice(0, 22), text.slice(22)]
  vi.stubGlobal(
    'fetch',
    async () =>
      new Response(
        new ReadableStream({
          pull(controller) {
            const part = parts.shift()
            if (part) controller.enqueue(part)
            else controller.close()
          },
        }),
      ),
  )
  expect(await call('/api/trace/CODE', 'zh', textsByLanguage.zh)).toBe('红木')
})
