import { formatBytes } from '@timbermark/client'
import { useId } from 'react'
import { useApp } from '../app/context.ts'
import type { FieldValue } from '../report/report.ts'
import { type FieldFrame, FieldSet } from '../ui/field.tsx'
import { Icon } from '../ui/icons.tsx'
import { useForm } from './form-context.ts'

const defaultMax = 5
/** Largest size of one file (specification section 9: 5 MB). */
const fileBytes = 5 * 1024 * 1024
const types = ['pdf', 'png', 'jpeg', 'jpg']

/** Documents as files: pdf or picture. */
export function FilesInput(props: {
  frame: FieldFrame
  max?: number
  value: FieldValue | undefined
  onChange: (value: string[] | undefined) => void
}) {
  const { frame, max = defaultMax, value, onChange } = props
  const { t, say } = useApp()
  const form = useForm()
  const id = useId()
  const keys = Array.isArray(value) ? (value as string[]) : []

  async function add(files: readonly File[]) {
    const good = files.filter(file => fits(file)).slice(0, max - keys.length)
    if (good.length === 0) return
    try {
      onChange([
        ...keys,
        ...(await form.attach(
          good,
          good.map(file => file.name),
        )),
      ])
    } catch {
      say(t('h5.draft.failed'), 'bad')
    }
    if (files.length > max - keys.length) say(t('error.fileTooMany', { max }), 'bad')
  }

  function fits(file: File): boolean {
    const extension = file.name.split('.').pop()?.toLowerCase() ?? ''
    if (!types.includes(extension)) say(t('error.fileType', { types: types.join(', ') }), 'bad')
    else if (file.size > fileBytes) say(t('error.fileTooLarge', { max: formatBytes(fileBytes, t.language) }), 'bad')
    else return true
    return false
  }

  async function remove(key: string) {
    const left = keys.filter(one => one !== key)
    onChange(left.length > 0 ? left : undefined)
    await form.detach(key)
  }

  return (
    <FieldSet frame={{ ...frame, hint: t('h5.file.limit', { max, size: formatBytes(fileBytes, t.language) }) }}>
      {keys.length > 0 && (
        <ul className="files">
          {keys.map(key => {
            const file = form.attachments.get(key)
            const name = file?.name ?? '?'
            return (
              <li key={key}>
                <Icon name="file" size={20} />
                <span className="file-name">
                  {name} {file && <small>{formatBytes(file.blob.size, t.language)}</small>}
                </span>
                <button
                  type="button"
                  className="remove"
                  aria-label={t('h5.file.remove', { name })}
                  onClick={() => void remove(key)}
                >
                  <Icon name="close" size={20} />
                </button>
              </li>
            )
          })}
        </ul>
      )}
      {keys.length < max && (
        <label className="button picker" htmlFor={id}>
          <Icon name="file" size={20} />
          {t('h5.file.choose')}
          <input
            id={id}
            className="sr-only"
            type="file"
            multiple
            accept={types.map(type => `.${type}`).join(',')}
            onChange={event => {
              const files = [...(event.target.files ?? [])]
              event.target.value = ''
              void add(files)
            }}
          />
        </label>
      )}
    </FieldSet>
  )
}
