import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useApp } from '../app/context.ts'
import { attachmentKeys } from '../outbox/compose.ts'
import { timeNow } from '../platform/clock.ts'
import { newId } from '../platform/id.ts'
import { finishFirst } from '../platform/unfinished.ts'
import { renameFiles } from '../report/files.ts'
import { type Attachment, type LocalReport, newReport, type ReportContent } from '../report/report.ts'
import { stillFromLast, stillTold } from '../report/told.ts'
import { createWorkingCopy } from '../outbox/working-copy.ts'
import { createUnderWay } from './under-way.ts'

/** `elsewhere`: another tab changed, sent or removed the report, and nothing of what is entered here is kept. */
export type SaveState = 'clean' | 'pending' | 'saved' | 'failed' | 'elsewhere'

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
export function useDraft(report: LocalReport, isNew: boolean, onFirstSave: () => void) {
  const { outbox } = useApp()
  const [content, setContent] = useState(report.content)
  const [saveState, setSaveState] = useState<SaveState>('clean')
  const [attachments, setAttachments] = useState<ReadonlyMap<string, Attachment>>(new Map())
  const [copy] = useState(() => createWorkingCopy(outbox, report, isNew))
  const [files] = useState(createUnderWay)
  const underWay = useSyncExternalStore(files.subscribe, files.fields)
  const latest = useRef(content)
  const touched = useRef(false)
  const pending = useRef(false)
  const closed = useRef(false)
  const elsewhere = useRef(false)
  const firstSave = useRef<(() => void) | null>(onFirstSave)
  // A draft that is written while the page is being left must not call it back.
  if (firstSave.current) firstSave.current = onFirstSave

  const lose = useCallback((state: 'failed' | 'elsewhere') => {
    pending.current = true
    elsewhere.current = state === 'elsewhere'
    setSaveState(state)
    return false
  }, [])

  /** Answers false when what is entered is not kept. */
  const flush = useCallback(async (): Promise<boolean> => {
    if (elsewhere.current) return false
    if (!pending.current || closed.current) return true
    pending.current = false
    try {
      const { kept } = await copy.save(latest.current)
      // What was typed while it was handed over is not the report's any more.
      if (closed.current) return true
      if (!kept) return lose('elsewhere')
      if (!pending.current) setSaveState('saved')
      firstSave.current?.()
      return true
    } catch {
      return lose('failed')
    }
  }, [copy, lose])

  /** `quiet` changes come from the page, not from the person: they make no draft by themselves, and belong to one that is made. */
  const change = useCallback((part: Change, quiet = false) => {
    const old = latest.current
    const next = { ...old, ...(typeof part === 'function' ? part(old) : part) }
    latest.current = { ...next, told: stillTold(old, next), fromLast: stillFromLast(old, next) }
    setContent(latest.current)
    if (quiet && !touched.current) return
    touched.current = true
    pending.current = true
    if (!elsewhere.current) setSaveState('pending')
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

  /** Hands the report over; the draft is not written again after that. Answers false when it is another tab's by now. */
  const submit = useCallback(
    async (cleaned: ReportContent): Promise<boolean> => {
      const { kept } = await copy.submit(cleaned)
      if (!kept) return lose('elsewhere')
      pending.current = false
      closed.current = true
      return true
    },
    [copy, lose],
  )

  const discard = useCallback(async (): Promise<void> => {
    pending.current = false
    closed.current = true
    await copy.discard().catch(() => {})
  }, [copy])

  /** Keeps what is entered here as a draft of its own, with its files. Answers with its key. */
  const keepAsNew = useCallback(async (): Promise<string> => {
    const id = newId()
    const names = new Map<string, string>()
    for (const key of attachmentKeys({ ...report, content: latest.current })) {
      const file = attachments.get(key)
      if (!file) continue
      names.set(key, newId())
      await outbox.putAttachment({ ...file, key: names.get(key)!, reportKey: id, fileId: undefined })
    }
    const fresh = newReport({ id, owner: report.owner, stage: report.stage, operator: '', now: timeNow() })
    await outbox.save({ ...fresh, content: renameFiles(latest.current, names) })
    pending.current = false
    closed.current = true
    return id
  }, [outbox, report, attachments])

  /** Whether files are being made this moment: what was rendered may be a moment old. */
  const isBusy = useCallback(() => files.fields().length > 0, [files])

  return {
    content,
    change,
    saveState,
    flush,
    underWay,
    isBusy,
    attachments,
    attach,
    detach,
    submit,
    discard,
    keepAsNew,
  }
}
