import { PlusOutlined, UploadOutlined } from '@ant-design/icons'
import { formatBytes } from '@timbermark/client'
import type { FilesField } from '@timbermark/contract'
import { Button, Upload } from 'antd'
import { useT } from '../../shell/index.ts'
import type { FileInfo } from '../types.ts'
import { acceptOf, ruleOf } from '../form/upload-check.ts'
import type { ControlProps } from './control-props.ts'
import { FileTiles } from './file-tiles.tsx'
import { useUploads } from './use-uploads.ts'

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
