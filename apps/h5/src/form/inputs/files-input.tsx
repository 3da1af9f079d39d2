import { formatBytes } from '@timbermark/client'
import { useApp } from '../../app/context.ts'
import { decodePicture, NotAPicture } from '../../platform/image.ts'
import type { FieldValue } from '../../report/report.ts'
import { type FieldFrame, FieldSet } from '../../ui/field.tsx'
import { Icon } from '../../ui/icons.tsx'
import { defaultMax, FilePicker, RemoveButton, useFieldFiles } from '../field-files.tsx'
import type { ChangeValue } from '../form-context.ts'
import { pictureFault } from './picture-fault.ts'
import type { NamedFile } from '../use-report-files.ts'

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
    const fitting = files.filter(file => fits(file)).slice(0, max - keys.length)
    if (fitting.length === 0) return
    try {
      await attach(async () => {
        const good: NamedFile[] = []
        for (const file of fitting)
          if (file.name.toLowerCase().endsWith('.pdf') || (await isPicture(file)))
            good.push({ name: file.name, blob: file })
        return good
      })
    } catch {
      showToast(t('h5.draft.failed'), 'bad')
    }
    if (files.length > max - keys.length) showToast(t('error.fileTooMany', { max }), 'bad')
  }

  /** A document as a picture is decoded too: the server would refuse a damaged one when nobody can take it again. */
  async function isPicture(file: File): Promise<boolean> {
    try {
      const { bitmap } = await decodePicture(file)
      bitmap.close()
      return true
    } catch (error) {
      if (!(error instanceof NotAPicture)) throw error
      showToast(pictureFault(t, file, error), 'bad')
      return false
    }
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
