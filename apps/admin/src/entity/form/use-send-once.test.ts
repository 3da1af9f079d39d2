import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useSendOnce } from './use-send-once.ts'

beforeEach(() => {
  vi.stubGlobal('document', { activeElement: null })
  vi.stubGlobal('HTMLElement', class {})
})
afterEach(() => {
  vi.unstubAllGlobals()
})

/** The hook of one dialog: rendered once, as its `send` is the same for as long as the dialog is open. */
function openDialog(): ReturnType<typeof useSendOnce> {
  let hook: ReturnType<typeof useSendOnce> | undefined
  renderToString(
    createElement(() => {
      hook = useSendOnce()
      return null
    }),
  )
  return hook!
}

const body = { name: 'Okoumé' }
const save = async ({ send }: ReturnType<typeof useSendOnce>, answer: () => unknown = () => undefined) => {
  let key: unknown
  await send(
    headersFor => {
      key = headersFor(body)['idempotency-key']
      return answer()
    },
    () => {},
  )
  return key
}

it('a second equal save in one dialog is a new save', async () => {
  const dialog = openDialog()
  expect(await save(dialog)).not.toBe(await save(dialog))
})

it('a save that failed, or sent nothing, is repeated with its key', async () => {
  const dialog = openDialog()
  const failed = await save(dialog, () => Promise.reject(new Error('offline')))
  expect(failed).toMatch(/^form-/)
  expect(await save(dialog, () => false)).toBe(failed)
  expect(await save(dialog)).toBe(failed)
})
