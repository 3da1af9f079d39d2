import { PlusOutlined, UploadOutlined } from '@ant-design/icons'
import { formatBytes, isAbort } from '@timbermark/client'
import type { FilesField } from '@timbermark/contract'
import { Button, Upload } from 'antd'
import { useContext, useRef, useState } from 'react'
import { useClient, useT } from '../../shell/index.ts'
import type { FileInfo } from '../types.ts'
import { acceptOf, checkFile, type Rule, ruleOf } from '../form/upload-check.ts'
import { useFeedback } from '../actions/use-feedback.ts'
import type { ControlProps } from './control-props.ts'
import { FileTiles, type Upload as Sending } from './file-tiles.tsx'
import { PendingUploads } from './pending-uploads.ts'

/** The uploads of a field that are running: one after the other, in the order in which the files were chosen. */
function useUploads(value: FileInfo[] | null | undefined, onChange: ControlProps<FileInfo[]>['onChange'], rule: Rule) {
  const client = useClient()
  const t = useT()
  const feedback = useFeedback()
  const pending = useContext(PendingUploads)
  const [sending, setSending] = useState<Sending[]>([])
  const [refusals, setRefusals] = useState<string[]>([])
  const files = value ?? []
  // Uploads end after later renders, and must add to the files of that time.
  const latest = useRef(files)
  latest.current = files
  const count = useRef(0)
  count.current = files.length + sending.filter(upload => !upload.failed).length
  // One after the other: the files keep the order in which they were chosen, and a slow connection carries one upload well.
  const queue = useRef<Promise<void>>(Promise.resolve())

  const change = (part: Partial<Sending>, uid: string) =>
    setSending(before => before.map(upload => (upload.uid === uid ? { ...upload, ...part } : upload)))
  const drop = (uid: string) => setSending(before => before.filter(upload => upload.uid !== uid))

  function enqueue(upload: Sending) {
    pending(1)
    queue.current = queue.current.then(() => send(upload)).finally(() => pending(-1))
  }

  async function send(upload: Sending) {
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
      feedback.fail(error)
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
      const upload: Sending = { uid: file.uid, file, share: 0, failed: false, stop: new AbortController() }
      setSending(before => [...before, upload])
      enqueue(upload)
    },
    retry(upload: Sending) {
      const again = { ...upload, failed: false, share: 0, stop: new AbortController() }
      change(again, upload.uid)
      enqueue(again)
    },
    stop(upload: Sending) {
      upload.stop.abort()
      drop(upload.uid)
    },
  }
}

/** Uploads of a form field: checked before they are sent, with progress, removable, in the user's order. */
export function FilesControl({
  id,
  value,
  onChange,
  disabled,
  field,
  ...aria
}: ControlProps<FileInfo[]> & { field: FilesField }) {
  const t = useT()
  const rule = ruleOf(field)
  const pictures = field.kind === 'images'
  const uploads = useUploads(value, onChange, rule)
  const { files, sending } = uploads
  const full = files.length + sending.length >= field.maxItems
  return (
    <div className="tm-uploads">
      <FileTiles
        pictures={pictures}
        files={files}
        sending={sending}
        disabled={disabled}
        onOrder={onChange}
        onRemove={file => onChange?.(files.filter(other => other.id !== file.id))}
        onStop={uploads.stop}
        onRetry={uploads.retry}
      />
      {!disabled && (
        <Upload
          id={id}
          {...aria}
          accept={acceptOf(field.types)}
          multiple={field.maxItems > 1}
          showUploadList={false}
          beforeUpload={(file, list) => {
            if (file === list[0]) uploads.clearRefusals()
            uploads.add(file)
            return false
          }}
        >
          {!full && (
            <Button icon={pictures ? <PlusOutlined /> : <UploadOutlined />} type="dashed">
              {t('action.upload')}
            </Button>
          )}
        </Upload>
      )}
      <p className="tm-muted tm-hint">
        {t('entity.uploadHint', {
          types: field.types.join(', '),
          size: formatBytes(rule.maxBytes, t.language),
          n: field.maxItems,
        })}
      </p>
      <div role="alert">
        {uploads.refusals.map(text => (
          <p key={text} className="tm-refusal">
            {text}
          </p>
        ))}
      </div>
    </div>
  )
}
