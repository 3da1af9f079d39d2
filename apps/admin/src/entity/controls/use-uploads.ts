import { isAbort } from '@timbermark/client'
import { useContext, useRef, useState } from 'react'
import { useClient, useT } from '../../shell/index.ts'
import { showFailure } from '../actions/show-failure.ts'
import { useFeedback } from '../actions/use-feedback.ts'
import { checkFile, type Rule } from '../form/upload-check.ts'
import type { FileInfo } from '../types.ts'
import type { Upload } from './file-tiles.tsx'
import { PendingUploads } from './pending-uploads.ts'

/** The uploads of a field that are running: one after the other, in the order in which the files were chosen. */
export function useUploads(
  value: FileInfo[] | null | undefined,
  onChange: ((files: FileInfo[]) => void) | undefined,
  rule: Rule,
) {
  const client = useClient()
  const t = useT()
  const feedback = useFeedback()
  const pending = useContext(PendingUploads)
  const [sending, setSending] = useState<Upload[]>([])
  const [refusals, setRefusals] = useState<string[]>([])
  const files = value ?? []
  // Uploads end after later renders, and must add to the files of that time.
  const latest = useRef(files)
  latest.current = files
  const count = useRef(0)
  count.current = files.length + sending.filter(upload => !upload.failed).length
  // One after the other: the files keep the order in which they were chosen, and a slow connection carries one upload well.
  const queue = useRef<Promise<void>>(Promise.resolve())

  const change = (part: Partial<Upload>, uid: string) =>
    setSending(before => before.map(upload => (upload.uid === uid ? { ...upload, ...part } : upload)))
  const drop = (uid: string) => setSending(before => before.filter(upload => upload.uid !== uid))

  function enqueue(upload: Upload) {
    pending(1)
    queue.current = queue.current.then(() => send(upload)).finally(() => pending(-1))
  }

  async function send(upload: Upload) {
    if (upload.stop.signal.aborted) return
    try {
      const info = await client.upload<FileInfo>(upload.file, {
        onProgress: share => change({ share }, upload.uid),
        signal: upload.stop.signal,
      })
      latest.current = [...latest.current, info]
      onChange?.(latest.current)
      drop(upload.uid)
    } catch (error) {
      if (isAbort(error)) return
      change({ failed: true }, upload.uid)
      showFailure(t, feedback, t('entity.uploadFailed'), error)
    }
  }

  return {
    files,
    sending,
    refusals,
    clearRefusals: () => setRefusals([]),
    /** Checks a chosen file and sends it. */
    add(file: File & { uid: string }) {
      const issue = checkFile('file', rule, file, count.current, t.language)
      if (issue) {
        setRefusals(before => [...before, `${file.name}: ${t(`error.${issue.error}`, issue.params)}`])
        return
      }
      count.current += 1
      const upload: Upload = { uid: file.uid, file, share: 0, failed: false, stop: new AbortController() }
      setSending(before => [...before, upload])
      enqueue(upload)
    },
    retry(upload: Upload) {
      const again = { ...upload, failed: false, share: 0, stop: new AbortController() }
      change(again, upload.uid)
      enqueue(again)
    },
    stop(upload: Upload) {
      upload.stop.abort()
      drop(upload.uid)
    },
  }
}
