import { formatBytes } from '@timbermark/client'
import { useId, useState } from 'react'
import { useApp } from '../app/context.ts'
import { imageBytes, NotAPicture, smallPicture } from '../platform/image.ts'
import type { FieldValue } from '../report/report.ts'
import { type FieldFrame, FieldSet } from '../ui/field.tsx'
import { Icon } from '../ui/icons.tsx'
import { Picture } from '../ui/picture.tsx'
import { useForm } from './form-context.ts'

const defaultMax = 5

/** Pictures from the camera or the phone's store, made small before they are kept. */
export function ImagesInput(props: {
  frame: FieldFrame
  max?: number
  value: FieldValue | undefined
  onChange: (value: string[] | undefined) => void
}) {
  const { frame, max = defaultMax, value, onChange } = props
  const { t, say } = useApp()
  const form = useForm()
  const [busy, setBusy] = useState(false)
  const keys = Array.isArray(value) ? (value as string[]) : []

  async function add(files: readonly File[]) {
    const room = files.slice(0, max - keys.length)
    if (room.length < files.length) say(t('error.fileTooMany', { max }), 'bad')
    if (room.length === 0) return
    setBusy(true)
    try {
      const pictures: Blob[] = []
      for (const file of room) pictures.push(await smallPicture(file))
      const names = room.map((file, index) => pictureName(file, pictures[index]!))
      onChange([...keys, ...(await form.attach(pictures, names))])
    } catch (error) {
      say(error instanceof NotAPicture ? t('error.fileBroken') : t('h5.draft.failed'), 'bad')
    } finally {
      setBusy(false)
    }
  }

  async function remove(key: string) {
    const left = keys.filter(one => one !== key)
    onChange(left.length > 0 ? left : undefined)
    await form.detach(key)
  }

  return (
    <FieldSet frame={{ ...frame, hint: t('h5.photo.limit', { max, size: formatBytes(imageBytes, t.language) }) }}>
      {keys.length > 0 && (
        <ul className="pictures">
          {keys.map((key, index) => (
            <li key={key}>
              <Picture blob={form.attachments.get(key)?.blob} alt={t('h5.photo.alt', { n: index + 1 })} />
              <button
                type="button"
                className="remove"
                aria-label={t('h5.file.remove', { name: t('h5.photo.alt', { n: index + 1 }) })}
                onClick={() => void remove(key)}
              >
                <Icon name="close" size={20} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {keys.length < max && (
        <div className="pair">
          <Picker label={t('h5.photo.take')} camera disabled={busy} onFiles={add} />
          <Picker label={t('h5.photo.choose')} disabled={busy} onFiles={add} />
        </div>
      )}
      <p className="field-status" role="status">
        {busy && t('h5.photo.busy')}
      </p>
    </FieldSet>
  )
}

function Picker(props: {
  label: string
  camera?: boolean
  disabled: boolean
  onFiles: (files: readonly File[]) => Promise<void>
}) {
  const { label, camera = false, disabled, onFiles } = props
  const id = useId()
  return (
    <label className={disabled ? 'button picker picker-disabled' : 'button picker'} htmlFor={id}>
      <Icon name={camera ? 'camera' : 'file'} size={20} />
      {label}
      <input
        id={id}
        className="sr-only"
        type="file"
        accept="image/*"
        capture={camera ? 'environment' : undefined}
        multiple={!camera}
        disabled={disabled}
        onChange={event => {
          const files = [...(event.target.files ?? [])]
          // Choosing the same file again must count as a choice.
          event.target.value = ''
          void onFiles(files)
        }}
      />
    </label>
  )
}

/** A picture that was redrawn is a JPEG, whatever its name said. */
function pictureName(file: File, picture: Blob): string {
  const name = file.name || 'picture.jpg'
  return picture === file ? name : `${name.replace(/\.[^.]*$/, '')}.jpg`
}
