import type { Language } from '@timbermark/contract'
import { Refusal, refusalText } from '../../platform/refusal.ts'
import { PlatformError } from './answers.ts'

/** For a call that somebody waits for: what the platform refused becomes a refusal in his language, with its number. */
export async function telling<T>(language: Language, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error
    if (error.errcode === undefined) throw new Refusal(error.key)
    throw new Refusal('wechat.answered', { reason: refusalText(language, error.key), code: error.errcode })
  }
}
