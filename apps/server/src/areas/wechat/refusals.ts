import type { Language } from '@timbermark/contract'
import { Refusal, refusalText } from '../../platform/refusal.ts'
import { MessagingError } from './answers.ts'

/** For interactive calls: turns the platform's refusal into a refusal in the caller's language, with its number. */
export async function asRefusal<T>(language: Language, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof MessagingError)) throw error
    if (error.errcode === undefined) throw new Refusal(error.key)
    throw new Refusal('wechat.answered', { reason: refusalText(language, error.key), code: error.errcode })
  }
}
