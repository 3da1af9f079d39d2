import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useApp } from '../app/context.ts'
import { newId } from '../platform/id.ts'
import { finishFirst } from '../platform/unfinished.ts'
import type { Attachment, LocalReport, ReportContent } from '../report/report.ts'
import { stillFromLast, stillTold } from '../report/told.ts'
import { createUnderWay } from './under-way.ts'

export type SaveState = 'clean' | 'pending' | 'saved' | 'failed'

/** Typing pauses this long before the draft is written. */
const pause = 400

export interface NamedFile {
  name: string
  blob: Blob
}

/**
 * Keeps files beside the report.
 * @param at names the part of the form that they are for
 * @param place puts their keys among the answers
 */
export type Attach = (
  at: string,
  make: () => Promise<readonly NamedFile[]>,
  place: (keys: string[]) => void,
) => Promise<void>

export type Change = Partial<ReportContent> | ((content: ReportContent) => Partial<ReportContent>)

/**
 * A report under the person's hands: what is entered is written to the phone a moment later, and at once when the page
 * is left, hidden or closed.
 */
export function useDraft(report: LocalReport, onFirstSave: () => void) {
  const { outbox } = useApp()
  const [content, setContent] = useState(report.content)
  const [saveState, setSaveState] = useState<SaveState>('clean')
  const [attachments, setAttachments] = useState<ReadonlyMap<string, Attachment>>(new Map())
  const [files] = useState(createUnderWay)
  const underWay = useSyncExternalStore(files.subscribe, files.fields)
  const latest = useRef(content)
  const touched = useRef(false)
  const pending = useRef(false)
  const closed = useRef(false)
  const firstSave = useRef<(() => void) | null>(onFirstSave)
  // A draft that is written while the page is being left must not call it back.
  if (firstSave.current) firstSave.current = onFirstSave

  const flush = useCallback(async (): Promise<void> => {
    if (!pending.current || closed.current) return
    pending.current = false
    try {
      await outbox.save({ ...report, content: latest.current })
      if (!pending.current) setSaveState('saved')
      firstSave.current?.()
    } catch {
      pending.current = true
      setSaveState('failed')
    }
  }, [outbox, report])

  /** `quiet` changes come from the page, not from the person: they make no draft by themselves, and belong to one that is made. */
  const change = useCallback((part: Change, quiet = false) => {
    const old = latest.current
    const next = { ...old, ...(typeof part === 'function' ? part(old) : part) }
    latest.current = { ...next, told: stillTold(old, next), fromLast: stillFromLast(old, next) }
    setContent(latest.current)
    if (quiet && !touched.current) return
    touched.current = true
    pending.current = true
    setSaveState('pending')
  }, [])

  useEffect(() => {
    // Every change starts the pause anew.
    void content
    if (!pending.current) return
    const timer = setTimeout(() => void flush(), pause)
    return () => clearTimeout(timer)
  }, [content, flush])

  useEffect(() => {
    const hidden = () => document.visibilityState === 'hidden' && void flush()
    const leaving = () => void flush()
    const unloading = (event: BeforeUnloadEvent) => {
      if (pending.current || files.fields().length > 0) event.preventDefault()
    }
    const keep = () => files.settled().then(flush)
    const letGo = finishFirst(keep)
    document.addEventListener('visibilitychange', hidden)
    window.addEventListener('pagehide', leaving)
    window.addEventListener('beforeunload', unloading)
    return () => {
      document.removeEventListener('visibilitychange', hidden)
      window.removeEventListener('pagehide', leaving)
      window.removeEventListener('beforeunload', unloading)
      firstSave.current = null
      void flush()
      // A picture that is still being made belongs to the draft all the same.
      void keep().finally(letGo)
    }
  }, [flush, files])

  useEffect(() => {
    let left = false
    outbox.attachments(report.key).then(
      stored => !left && setAttachments(new Map(stored.map(one => [one.key, one]))),
      () => {},
    )
    return () => {
      left = true
    }
  }, [outbox, report.key])

  const attach = useCallback<Attach>(
    (at, make, place) =>
      files.during(at, async () => {
        const made = await make()
        // Of a report that was discarded meanwhile nothing stays on the phone.
        if (closed.current) return
        const added: Attachment[] = made.map(({ name, blob }) => ({
          key: newId(),
          reportKey: report.key,
          name,
          type: blob.type,
          blob,
        }))
        for (const one of added) await outbox.putAttachment(one)
        setAttachments(old => new Map([...old, ...added.map(one => [one.key, one] as const)]))
        place(added.map(one => one.key))
      }),
    [outbox, report.key, files],
  )

  const detach = useCallback(
    async (key: string): Promise<void> => {
      await outbox.removeAttachment(key)
      setAttachments(old => new Map([...old].filter(([one]) => one !== key)))
    },
    [outbox],
  )

  /** Hands the report over; the draft is not written again after that. */
  const submit = useCallback(
    async (cleaned: ReportContent): Promise<void> => {
      await outbox.save({ ...report, content: cleaned })
      await outbox.submit(report.key, cleaned)
      pending.current = false
      closed.current = true
    },
    [outbox, report],
  )

  const discard = useCallback(async (): Promise<void> => {
    pending.current = false
    closed.current = true
    await outbox.remove(report.key).catch(() => {})
  }, [outbox, report.key])

  /** Whether files are being made this moment: what was rendered may be a moment old. */
  const isBusy = useCallback(() => files.fields().length > 0, [files])

  return { content, change, saveState, flush, underWay, isBusy, attachments, attach, detach, submit, discard }
}
