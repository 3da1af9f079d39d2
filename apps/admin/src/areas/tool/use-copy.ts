import { useFeedback } from '../../entity/actions/use-feedback.ts'
import { useT } from '../../shell/index.ts'

/** Puts a text on the clipboard and says so. */
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
