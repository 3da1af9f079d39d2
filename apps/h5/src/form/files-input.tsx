import { formatBytes } from '@timbermark/client'
import { useApp } from '../app/context.ts'
import type { FieldValue } from '../report/report.ts'
import { type FieldFrame, FieldSet } from '../ui/field.tsx'
import { Icon } from '../ui/icons.tsx'
import { defaultMax, FilePicker, RemoveButton, useFieldFiles } from './field-files.tsx'
import type { ChangeValue } from './form-context.ts'

/** Largest size of one file (specification section 9: 5 MB). */
const fileBytes = 5 * 1024 * 1024
const types = ['pdf', 'png', 'jpeg', 'jpg']

/** An input for documents as files: pdf or picture. */
export function FilesInput(props: {
  frame: FieldFrame
  max?: number
  value: FieldValue | undefined
  change: ChangeValue
}) {
  const { frame, max = defaultMax, value, change } = props
  const { t, showToast } = useApp()
  const { keys, busy, file: fileOf, attach, remove } = useFieldFiles(frame.at, value, change)

  async function add(files: readonly File[]) {
    const good = files.filter(file => fits(file)).slice(0, max - keys.length)
    if (good.length === 0) return
    try {
      await attach(async () => good.map(file => ({ name: file.name, blob: file })))
    } catch {
      showToast(t('h5.draft.failed'), 'bad')
    }
    if (files.length > max - keys.length) showToast(t('error.fileTooMany', { max }), 'bad')
  }

  function fits(file: File): boolean {
    const extension = file.name.split('.').pop()?.toLowerCase() ?? ''
    if (!types.includes(extension)) showToast(t('error.fileType', { types: types.join(', ') }), 'bad')
    else if (file.size > fileBytes)
      showToast(t('error.fileTooLarge', { max: formatBytes(fileBytes, t.language) }), 'bad')
    else return true
    return false
  }

  return (
    <FieldSet frame={{ ...frame, hint: t('h5.file.limit', { max, size: formatBytes(fileBytes, t.language) }) }}>
      {keys.length > 0 && (
        <ul className="files">
          {keys.map(key => {
            const file = fileOf(key)
            const name = file?.name ?? '?'
            return (
              <li key={key}>
                <Icon name="file" size={20} />
                <span className="file-name">
                  {name} {file && <small>{formatBytes(file.blob.size, t.language)}</small>}
                </span>
                <RemoveButton name={name} onRemove={() => remove(key)} />
              </li>
            )
          })}
        </ul>
      )}
      {keys.length < max && (
        <FilePicker
          label={t('h5.file.choose')}
          icon="file"
          accept={types.map(type => `.${type}`).join(',')}
          disabled={busy}
          onFiles={add}
        />
      )}
    </FieldSet>
  )
}
