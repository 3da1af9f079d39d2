import { ApiError, describeError, type Translate } from '@timbermark/client'
import type { useFeedback } from './use-feedback.ts'

/** Shows what failed and why: `Delete failed: …`. The end of a session has its own dialog. */
export function showFailure(
  t: Translate,
  feedback: ReturnType<typeof useFeedback>,
  what: string,
  error: unknown,
): void {
  if (error instanceof ApiError && error.code === 401) {
    feedback.fail(error)
    return
  }
  const { title, text } = describeError(t, error)
  const why = [title, text].filter(Boolean).join(' · ')
  feedback.refuse(why ? t('system.failed', { what, why }) : what)
}
