import type { AnswerTo } from '@timbermark/client'
import { client } from '../shell/client.ts'

type Picture = AnswerTo<'GET /captchaImage'>

let prefetched: Promise<Picture> | undefined

const requestCaptcha = (needed: boolean): Promise<Picture> =>
  client.call('GET /captchaImage', { token: false, query: needed ? { needed: '1' } : {} })

/** Asks for the picture before the form that shows it is here. */
export function prefetchCaptcha(): void {
  prefetched = requestCaptcha(false)
  // Told by the form.
  prefetched.catch(() => {})
}

/** The picture with the verification code. What was asked for ahead counts once: each is good for one try. */
export function fetchCaptcha(needed: boolean): Promise<Picture> {
  const early = needed ? undefined : prefetched
  prefetched = undefined
  return early ?? requestCaptcha(needed)
}
