import { useCallback, useRef, useState } from 'react'
import { useApp } from '../app/context.ts'
import { createWorkingCopy } from '../outbox/working-copy.ts'
import type { LabelActContent, LocalLabelAct } from '../report/label-act.ts'

/** The labels that are being collected: written to the phone with every scan, so that nothing is lost when the page is closed. */
export function useLabelDraft(act: LocalLabelAct, isNew: boolean, onFirstSave: () => void) {
  const { t, outbox, showToast } = useApp()
  const [content, setContent] = useState(act.content)
  const [isElsewhere, setElsewhere] = useState(false)
  const [copy] = useState(() => createWorkingCopy(outbox, act, isNew))
  const latest = useRef(content)
  const isClosed = useRef(false)
  const isSaved = useRef(!isNew)

  async function save(): Promise<void> {
    try {
      const result = await copy.save(latest.current)
      if (isClosed.current) return
      if (!result.isSaved) return setElsewhere(true)
      if (!isSaved.current) onFirstSave()
      isSaved.current = true
    } catch {
      showToast(t('h5.draft.failed'), 'bad')
    }
  }

  /** `quiet` changes come from the server's answers: they are saved with the next scan. */
  function change(part: (content: LabelActContent) => Partial<LabelActContent>, quiet = false) {
    latest.current = { ...latest.current, ...part(latest.current) }
    setContent(latest.current)
    if (!quiet && !isClosed.current) void save()
  }

  /** Passes the act to the outbox. Resolves to false when another tab has changed it, or it cannot be stored. */
  const submit = useCallback(
    async (cleaned: LabelActContent): Promise<boolean> => {
      isClosed.current = true
      const result = await copy.submit(cleaned).catch(() => undefined)
      if (result?.isSaved) return true
      isClosed.current = false
      if (result) setElsewhere(true)
      else showToast(t('h5.draft.failed'), 'bad')
      return false
    },
    [copy, showToast, t],
  )

  return { content, change, submit, isElsewhere }
}
