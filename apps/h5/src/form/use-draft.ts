import { newId } from '@timbermark/client'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useApp } from '../app/context.ts'
import { attachmentKeys } from '../outbox/compose.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { createWorkingCopy } from '../outbox/working-copy.ts'
import { timeNow } from '../platform/clock.ts'
import { registerPendingWork } from '../platform/pending-work.ts'
import { fillQuantity } from '../report/counted.ts'
import { renameFiles } from '../report/files.ts'
import { fillSpecies } from '../report/known-goods.ts'
import { fillMeasuredVolume } from '../report/measured.ts'
import { type Attachment, type LocalReport, newReport, type ReportContent } from '../report/report.ts'
import { remainingFieldErrors, remainingMarks } from '../report/field-errors.ts'
import type { PendingFiles } from './pending-files.ts'
import { useReportFiles } from './use-report-files.ts'

/** `elsewhere`: another tab changed, sent or removed the report, and nothing that is entered here is saved. */
export type SaveState = 'clean' | 'pending' | 'saved' | 'failed' | 'elsewhere'

/** Milliseconds without a change before the draft is written. */
const saveDelay = 400

export type Change = Partial<ReportContent> | ((content: ReportContent) => Partial<ReportContent>)

export type Draft = ReturnType<typeof useDraft>

/**
 * The draft that a form edits: what is entered is written to the phone a moment later, and at once when the page is left,
 * hidden or closed.
 */
export function useDraft(report: LocalReport, isNew: boolean, onFirstSave: () => void) {
  const { outbox, t } = useApp()
  const { language } = t
  const [content, setContent] = useState(report.content)
  const [saveState, setSaveState] = useState<SaveState>('clean')
  const [copy] = useState(() => createWorkingCopy(outbox, report, isNew))
  const latest = useRef(content)
  const isTouched = useRef(false)
  const isPending = useRef(false)
  const isClosed = useRef(false)
  const isElsewhere = useRef(false)
  const lastSave = useRef<Promise<boolean>>(Promise.resolve(true))
  const firstSave = useRef<(() => void) | null>(onFirstSave)
  // A draft that is written while the page is being left must not call it.
  if (firstSave.current) firstSave.current = onFirstSave
  const { attachments, pendingFiles, pendingFields, attach, detach } = useReportFiles(report.key, isClosed)

  const setUnsaved = useCallback((state: 'failed' | 'elsewhere') => {
    isPending.current = true
    isElsewhere.current = state === 'elsewhere'
    setSaveState(state)
    return false
  }, [])

  const save = useCallback(async (): Promise<boolean> => {
    try {
      const { isSaved } = await copy.save(latest.current)
      // What was typed after submitting does not belong to the report any more.
      if (isClosed.current) return true
      if (!isSaved) return setUnsaved('elsewhere')
      if (!isPending.current) setSaveState('saved')
      firstSave.current?.()
      return true
    } catch {
      return setUnsaved('failed')
    }
  }, [copy, setUnsaved])

  /** Resolves when the writing has ended, also one that was started before: to false when what is entered is not saved. */
  const flush = useCallback(async (): Promise<boolean> => {
    if (isElsewhere.current) return false
    if (isClosed.current) return true
    if (!isPending.current) return lastSave.current
    isPending.current = false
    lastSave.current = save()
    return lastSave.current
  }, [save])

  /** `quiet` changes come from the page, not from the person: they do not start a draft, but are saved with one that is started. */
  const change = useCallback(
    (part: Change, quiet = false) => {
      const old = latest.current
      const changed = { ...old, ...(typeof part === 'function' ? part(old) : part) }
      const marked = { ...changed, fromBatch: remainingMarks(old, changed, 'fromBatch') }
      const counted = fillQuantity(report.stage, fillSpecies(report.stage, marked))
      const next = fillMeasuredVolume(report.stage, counted, language)
      latest.current = {
        ...next,
        told: remainingFieldErrors(old, next),
        fromLast: remainingMarks(old, next, 'fromLast'),
      }
      setContent(latest.current)
      if (quiet && !isTouched.current) return
      isTouched.current = true
      isPending.current = true
      if (!isElsewhere.current) setSaveState('pending')
    },
    [report.stage, language],
  )

  useEffect(() => {
    // Every change starts the delay again.
    void content
    if (!isPending.current) return
    const timer = setTimeout(() => void flush(), saveDelay)
    return () => clearTimeout(timer)
  }, [content, flush])

  useFlushOnLeave({ flush, isPending, firstSave, pendingFiles })

  const close = useCallback(() => {
    isPending.current = false
    isClosed.current = true
  }, [])

  /** Submits the report; the draft is not written again after that. Resolves to false when another tab has changed it. */
  const submit = useCallback(
    async (cleaned: ReportContent): Promise<boolean> => {
      const { isSaved } = await copy.submit(cleaned)
      if (!isSaved) return setUnsaved('elsewhere')
      close()
      return true
    },
    [copy, setUnsaved, close],
  )

  const discard = useCallback(async (): Promise<void> => {
    close()
    await copy.discard().catch(() => {})
  }, [copy, close])

  /** Saves what is entered here as a draft of its own. Resolves to its key. */
  const saveAsNew = useCallback(async (): Promise<string> => {
    const key = await saveCopy({ outbox, report, attachments, getContent: () => latest.current })
    close()
    return key
  }, [outbox, report, attachments, close])

  /** Whether a file is pending at this moment: rendered values may be a moment old. */
  const isBusy = useCallback(() => pendingFiles.fields().length > 0, [pendingFiles])

  return {
    content,
    change,
    saveState,
    flush,
    pendingFields,
    isBusy,
    attachments,
    attach,
    detach,
    submit,
    discard,
    saveAsNew,
  }
}

/** Saves the draft when the page is hidden, left or closed. */
function useFlushOnLeave(options: {
  flush: () => Promise<boolean>
  isPending: RefObject<boolean>
  firstSave: RefObject<(() => void) | null>
  pendingFiles: PendingFiles
}) {
  const { flush, isPending, firstSave, pendingFiles } = options
  useEffect(() => {
    const onVisibilityChange = () => document.visibilityState === 'hidden' && void flush()
    const onPageHide = () => void flush()
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (isPending.current || pendingFiles.fields().length > 0) event.preventDefault()
    }
    const flushWithFiles = () => pendingFiles.settled().then(flush)
    const unregister = registerPendingWork(flushWithFiles)
    document.addEventListener('visibilitychange', onVisibilityChange)
    window.addEventListener('pagehide', onPageHide)
    window.addEventListener('beforeunload', onBeforeUnload)
    return () => {
      document.removeEventListener('visibilitychange', onVisibilityChange)
      window.removeEventListener('pagehide', onPageHide)
      window.removeEventListener('beforeunload', onBeforeUnload)
      firstSave.current = null
      void flush()
      // A picture that is still being prepared belongs to the draft too.
      void flushWithFiles().finally(unregister)
    }
  }, [flush, isPending, firstSave, pendingFiles])
}

/** Saves a copy of the report, with its files, as a new draft. Resolves to its key. */
async function saveCopy(input: {
  outbox: Outbox
  report: LocalReport
  attachments: ReadonlyMap<string, Attachment>
  /** What is entered at that moment. */
  getContent: () => ReportContent
}): Promise<string> {
  const { outbox, report, attachments, getContent } = input
  const id = newId()
  const newKeys = new Map<string, string>()
  for (const key of attachmentKeys({ ...report, content: getContent() })) {
    const file = attachments.get(key)
    if (!file) continue
    newKeys.set(key, newId())
    await outbox.putAttachment({ ...file, key: newKeys.get(key)!, reportKey: id, fileId: undefined })
  }
  const fresh = newReport({ id, owner: report.owner, stage: report.stage, operator: '', now: timeNow() })
  await outbox.save({ ...fresh, content: renameFiles(getContent(), newKeys) })
  return id
}
