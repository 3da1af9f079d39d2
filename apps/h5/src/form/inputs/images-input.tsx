import { formatBytes } from '@timbermark/client'
import { useApp } from '../../app/context.ts'
import { imageBytes, NotAPicture, smallPicture } from '../../platform/image.ts'
import { pictureFault } from './picture-fault.ts'
import type { FieldValue } from '../../report/report.ts'
import { type FieldFrame, FieldSet } from '../../ui/field.tsx'
import { Picture } from '../../ui/picture.tsx'
import type { ChangeValue } from '../form-context.ts'
import { defaultMax, FilePicker, RemoveButton, useFieldFiles } from '../field-files.tsx'
import type { NamedFile } from '../use-report-files.ts'

/** An input for pictures from the camera or the phone's gallery, shrunk before they are stored. */
export function ImagesInput(props: {
  frame: FieldFrame
  max?: number
  value: FieldValue | undefined
  change: ChangeValue
}) {
  const { frame, max = defaultMax, value, change } = props
  const { t, showToast } = useApp()
  const { keys, busy, file, attach, remove } = useFieldFiles(frame.at, value, change)

  async function add(files: readonly File[]) {
    const room = files.slice(0, max - keys.length)
    if (room.length < files.length) showToast(t('error.fileTooMany', { max }), 'bad')
    if (room.length === 0) return
    try {
      await attach(async () => {
        const pictures: NamedFile[] = []
        for (const file of room) {
          try {
            const blob = await smallPicture(file)
            pictures.push({ name: pictureName(file, blob), blob })
          } catch (error) {
            // The others are kept.
            if (!(error instanceof NotAPicture)) throw error
            showToast(pictureFault(t, file, error), 'bad')
          }
        }
        return pictures
      })
    } catch {
      showToast(t('h5.draft.failed'), 'bad')
    }
  }

  return (
    <FieldSet frame={{ ...frame, hint: t('h5.photo.limit', { max, size: formatBytes(imageBytes, t.language) }) }}>
      {keys.length > 0 && (
        <ul className="pictures">
          {keys.map((key, index) => (
            <li key={key}>
              <Picture blob={file(key)?.blob} alt={t('h5.photo.alt', { n: index + 1 })} />
              <RemoveButton name={t('h5.photo.alt', { n: index + 1 })} onRemove={() => remove(key)} />
            </li>
          ))}
        </ul>
      )}
      {keys.length < max && (
        <div className="pair">
          <FilePicker label={t('h5.photo.take')} icon="camera" accept="image/*" camera disabled={busy} onFiles={add} />
          <FilePicker label={t('h5.photo.choose')} icon="file" accept="image/*" disabled={busy} onFiles={add} />
        </div>
      )}
      <p className="field-status" role="status">
        {busy && t('h5.photo.busy')}
      </p>
    </FieldSet>
  )
}

/** A picture that was shrunk is a JPEG, so its name changes. */
function pictureName(file: File, picture: Blob): string {
  const name = file.name || 'picture.jpg'
  return picture === file ? name : `${name.replace(/\.[^.]*$/, '')}.jpg`
}
