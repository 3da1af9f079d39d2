import { newId } from '@timbermark/client'
import { type RefObject, useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { useApp } from '../app/context.ts'
import type { Attachment } from '../report/report.ts'
import { createPendingFiles } from './pending-files.ts'

export interface NamedFile {
  name: string
  blob: Blob
}

/**
 * Stores files with the report.
 * @param at names the form part that they are for
 * @param place puts their keys among the answers
 */
export type Attach = (
  at: string,
  make: () => Promise<readonly NamedFile[]>,
  place: (keys: string[]) => void,
) => Promise<void>

/**
 * The pictures and files of one report, as they are stored on the phone.
 * @param isClosed the draft was submitted or discarded: nothing is stored for it any more
 */
export function useReportFiles(reportKey: string, isClosed: RefObject<boolean>) {
  const { outbox } = useApp()
  const [attachments, setAttachments] = useState<ReadonlyMap<string, Attachment>>(new Map())
  const [pendingFiles] = useState(createPendingFiles)
  const pendingFields = useSyncExternalStore(pendingFiles.subscribe, pendingFiles.fields)

  useEffect(() => {
    let isUnmounted = false
    outbox.attachments(reportKey).then(
      stored => !isUnmounted && setAttachments(new Map(stored.map(one => [one.key, one]))),
      () => {},
    )
    return () => {
      isUnmounted = true
    }
  }, [outbox, reportKey])

  const attach = useCallback<Attach>(
    (at, make, place) =>
      pendingFiles.track(at, async () => {
        const files = await make()
        // Nothing of a report that was discarded meanwhile stays on the phone.
        if (isClosed.current) return
        const added = files.map(
          ({ name, blob }): Attachment => ({ key: newId(), reportKey, name, type: blob.type, blob }),
        )
        for (const one of added) await outbox.putAttachment(one)
        setAttachments(old => new Map([...old, ...added.map(one => [one.key, one] as const)]))
        place(added.map(one => one.key))
        // The form has these keys only after it is drawn again.
        await new Promise(resolve => setTimeout(resolve))
      }),
    [outbox, reportKey, pendingFiles, isClosed],
  )

  const detach = useCallback(
    async (key: string): Promise<void> => {
      await outbox.removeAttachment(key)
      setAttachments(old => new Map([...old].filter(([one]) => one !== key)))
    },
    [outbox],
  )

  return { attachments, pendingFiles, pendingFields, attach, detach }
}
