import { useFeedback } from '../../entity/actions/use-feedback.ts'
import { useT } from '../../shell/index.ts'

/** Copies a text to the clipboard and confirms it. */
export function useCopy(): (text: string) => Promise<void> {
  const t = useT()
  const feedback = useFeedback()
  return async text => {
    try {
      await navigator.clipboard.writeText(text)
      feedback.done(t('entity.copied'))
    } catch {
      feedback.refuse(t('system.user.copyFailed'))
    }
  }
}
