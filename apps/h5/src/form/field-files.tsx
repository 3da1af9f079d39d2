import { useId } from 'react'
import { useApp } from '../app/context.ts'
import { filesOf, withFiles, withoutFile } from '../report/files.ts'
import type { Attachment, FieldValue } from '../report/report.ts'
import { Icon } from '../ui/icons.tsx'
import { type ChangeValue, useFormFiles } from './form-context.ts'
import type { NamedFile } from './use-report-files.ts'

/** Maximum number of files of a field that declares none. */
export const defaultMax = 5

/**
 * The files of one field: keys of attachments that are stored with the report.
 * @param at names the field: it may be collapsed while a file is prepared, and shows this again when it is opened
 */
export function useFieldFiles(at: string, value: FieldValue | undefined, change: ChangeValue) {
  const form = useFormFiles()
  return {
    keys: filesOf(value),
    busy: form.pendingFields.includes(at),
    file: (key: string): Attachment | undefined => form.attachments.get(key),
    attach: (make: () => Promise<readonly NamedFile[]>) =>
      form.attach(at, make, added => change(old => withFiles(old, added))),
    remove: async (key: string) => {
      change(old => withoutFile(old, key))
      await form.detach(key)
    },
  }
}

/** Removes a file. */
export function RemoveButton({ name, onRemove }: { name: string; onRemove: () => Promise<void> }) {
  const { t } = useApp()
  return (
    <button type="button" className="remove" aria-label={t('h5.file.remove', { name })} onClick={() => void onRemove()}>
      <Icon name="close" size={20} />
    </button>
  )
}

interface FilePickerProps {
  label: string
  icon: 'camera' | 'file'
  /** Accepted types, as the `accept` of a file field. */
  accept: string
  /** Opens the camera directly. */
  camera?: boolean
  disabled?: boolean
  onFiles: (files: readonly File[]) => Promise<void>
}

/** A button that opens the phone's file or camera dialog. */
export function FilePicker({ label, icon, accept, camera = false, disabled = false, onFiles }: FilePickerProps) {
  const id = useId()
  return (
    <label className={disabled ? 'button picker picker-disabled' : 'button picker'} htmlFor={id}>
      <Icon name={icon} size={20} />
      {label}
      <input
        id={id}
        className="sr-only"
        type="file"
        accept={accept}
        capture={camera ? 'environment' : undefined}
        multiple={!camera}
        disabled={disabled}
        onChange={event => {
          const files = [...(event.target.files ?? [])]
          // Choosing the same file again must fire a change event.
          event.target.value = ''
          void onFiles(files)
        }}
      />
    </label>
  )
}
