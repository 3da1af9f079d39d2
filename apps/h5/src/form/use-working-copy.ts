import { useCallback, useEffect, useRef, useState } from 'react'
import { useApp } from '../app/context.ts'
import { createWorkingCopy } from '../outbox/working-copy.ts'
import type { LocalLabelAct } from '../report/label-act.ts'
import type { LocalPlot } from '../report/local-plot.ts'
import type { LocalReceipt } from '../report/receipt.ts'

/** What is being entered about scanned codes, or walked: written to the phone with every change, so that nothing is lost when the page is closed. */
export function useWorkingCopy<Item extends LocalLabelAct | LocalReceipt | LocalPlot>(
  item: Item,
  isNew: boolean,
  onFirstSave: () => void,
) {
  type Content = Item['content']
  const { t, outbox, showToast } = useApp()
  const [content, setContent] = useState<Content>(item.content)
  const [isElsewhere, setElsewhere] = useState(false)
  const [copy] = useState(() => createWorkingCopy(outbox, item, isNew))
  const latest = useRef(content)
  const isClosed = useRef(false)
  const isSaved = useRef(!isNew)
  const isMounted = useRef(true)
  const lastSave = useRef<Promise<unknown>>(Promise.resolve())
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])

  async function save(): Promise<void> {
    try {
      const result = await copy.save(latest.current)
      if (isClosed.current) return
      if (!result.isSaved) return setElsewhere(true)
      // A picture may be ready after the form was left.
      if (!isSaved.current && isMounted.current) onFirstSave()
      isSaved.current = true
    } catch {
      showToast(t('h5.draft.failed'), 'bad')
    }
  }

  /** `quiet` changes come from the server's answers: they are saved with the next scan. */
  function change(part: (content: Content) => Partial<Content>, quiet = false) {
    latest.current = { ...latest.current, ...part(latest.current) }
    setContent(latest.current)
    if (!quiet && !isClosed.current) lastSave.current = save()
  }

  /** Passes the item to the outbox. Resolves to false when another tab has changed it, or it cannot be stored. */
  const submit = useCallback(
    async (cleaned: Content): Promise<boolean> => {
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

  /** Resolves when what was entered so far is written. */
  const saved = useCallback(() => lastSave.current, [])

  return { content, change, submit, isElsewhere, isClosed, saved }
}
