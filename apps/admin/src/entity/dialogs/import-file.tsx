import { DownloadOutlined, InboxOutlined } from '@ant-design/icons'
import { formatBytes } from '@timbermark/client'
import { Button, Upload } from 'antd'
import { useT } from '../../shell/index.ts'
import { acceptOf, checkFile } from '../form/upload-check.ts'

interface ImportFileProps {
  file: File | undefined
  /** Called with an acceptable file, or with the reason why the chosen one is not accepted. */
  onFile: (file: File | undefined, problem: string | undefined) => void
  onTemplate: () => void
  /** The file is being checked; another one would be confused with it. */
  busy?: boolean
  /** No file can be chosen while what the template depends on is missing. */
  missing?: boolean
  /** Accepted file extensions. */
  types: string[]
  kilobytes: number
  /** The line under the drop area. Gets the largest file size as text. */
  hint: (size: string) => string
}

/** The first step of an import: the template to fill in, and the drop area for the filled one. */
export function ImportFile({ file, onFile, onTemplate, busy, missing, types, kilobytes, hint }: ImportFileProps) {
  const t = useT()
  const rule = { types, maxBytes: kilobytes * 1024, maxItems: 1 }
  function take(chosen: File) {
    const issue = checkFile('file', rule, chosen, 0, t.language)
    onFile(issue ? undefined : chosen, issue && t(`error.${issue.error}`, issue.params))
  }
  return (
    <>
      <Button icon={<DownloadOutlined />} disabled={missing || busy} onClick={onTemplate}>
        {t('entity.importTemplate')}
      </Button>
      <Upload.Dragger
        className="tm-import-drop"
        accept={acceptOf(rule.types)}
        maxCount={1}
        disabled={busy}
        fileList={[]}
        beforeUpload={chosen => {
          take(chosen)
          return false
        }}
      >
        <p className="tm-import-icon">
          <InboxOutlined />
        </p>
        <p>{file ? `${file.name} · ${formatBytes(file.size, t.language)}` : t('entity.importChoose')}</p>
        <p className="tm-muted">{hint(formatBytes(rule.maxBytes, t.language))}</p>
      </Upload.Dragger>
    </>
  )
}
