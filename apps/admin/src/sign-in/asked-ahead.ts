import type { AnswerTo } from '@timbermark/client'
import { client } from '../shell/client.ts'

type Picture = AnswerTo<'GET /captchaImage'>

let ahead: Promise<Picture> | undefined

const ask = (needed: boolean): Promise<Picture> =>
  client.call('GET /captchaImage', { token: false, query: needed ? { needed: '1' } : {} })

/** Asks for the picture before the form that shows it is here. */
export function askAhead(): void {
  ahead = ask(false)
  // Told by the form.
  ahead.catch(() => {})
}

/** The picture with the verification code. What was asked for ahead counts once: each is good for one try. */
export function askPicture(needed: boolean): Promise<Picture> {
  const early = needed ? undefined : ahead
  ahead = undefined
  return early ?? ask(needed)
}
