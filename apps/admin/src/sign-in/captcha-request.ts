import type { AnswerTo } from '@timbermark/client'
import { client } from '../shell/client.ts'

type Picture = AnswerTo<'GET /captchaImage'>

let prefetched: Promise<Picture> | undefined

const requestCaptcha = (needed: boolean): Promise<Picture> =>
  client.call('GET /captchaImage', { token: false, query: needed ? { needed: '1' } : {} })

/** Requests the picture before the form that shows it has loaded. */
export function prefetchCaptcha(): void {
  prefetched = requestCaptcha(false)
  // The form reports it.
  prefetched.catch(() => {})
}

/** The picture with the verification code. A prefetched one is used once: each is good for one try. */
export function fetchCaptcha(needed: boolean): Promise<Picture> {
  const early = needed ? undefined : prefetched
  prefetched = undefined
  return early ?? requestCaptcha(needed)
}
