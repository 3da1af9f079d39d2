import '@wangeditor-next/editor/dist/css/style.css'
import { type IDomEditor, i18nAddResources, i18nChangeLanguage } from '@wangeditor-next/editor'
import { Editor, Toolbar } from '@wangeditor-next/editor-for-react'
import { type FileInfo, limits } from '@timbermark/contract'
import { useContext, useEffect, useMemo, useRef, useState } from 'react'
import { useClient, useT } from '../../shell/index.ts'
import { cleanHtmlText } from '../../shell/clean-html.ts'
import { acceptOf, checkFile } from '../form/upload-check.ts'
import { useFeedback } from '../actions/use-feedback.ts'
import type { ControlProps } from './control-props.ts'
import { editorPhrases } from './editor-phrases.ts'
import { addEditorNames } from './add-editor-names.ts'
import { PendingUploads } from './pending-uploads.ts'

const { types, megabytes } = limits.textPicture
/** Pictures in a text: the specification's limits for the rich-text editor. */
const pictureRule = { types, maxBytes: megabytes * 1024 * 1024, maxItems: 50 }

const toolbarKeys = [
  'headerSelect',
  'bold',
  'italic',
  'underline',
  'through',
  '|',
  'bulletedList',
  'numberedList',
  '|',
  'insertLink',
  'uploadImage',
  '|',
  'undo',
  'redo',
  'fullScreen',
]

/** Formatted text. Loaded only by forms that have such a field. */
export default function RichTextControl({ id, value, onChange, disabled, ...aria }: ControlProps<string>) {
  const holder = useRef<HTMLDivElement>(null)
  const client = useClient()
  const t = useT()
  const feedback = useFeedback()
  const pending = useContext(PendingUploads)
  const [editor, setEditor] = useState<IDomEditor | null>(null)
  const initial = useRef(cleanHtmlText(value ?? ''))
  const change = useRef(onChange)
  change.current = onChange
  // The editor rewrites the same text in its own markup. Only what a person types counts as a change.
  const untouched = useRef<string | undefined>(undefined)

  useMemo(() => {
    // The editor has two languages of its own. Its texts come from the product's phrases in all three.
    i18nAddResources(t.locale, editorPhrases(t))
    i18nChangeLanguage(t.locale)
  }, [t])

  useEffect(() => () => editor?.destroy(), [editor])
  /** The value that editor and form agree on. */
  const agreed = useRef(value)
  useEffect(() => {
    // The form was reset to another value.
    if (!editor || value === agreed.current) return
    agreed.current = value
    untouched.current = undefined
    editor.setHtml(cleanHtmlText(value ?? ''))
    untouched.current = editor.getHtml()
  }, [editor, value])
  useEffect(() => {
    if (disabled) editor?.disable()
    else editor?.enable()
  }, [editor, disabled])

  const required = aria['aria-required']
  const invalid = aria['aria-invalid']
  const description = aria['aria-describedby']
  useEffect(() => {
    const states = { 'aria-required': required, 'aria-invalid': invalid, 'aria-describedby': description }
    return holder.current ? addEditorNames(holder.current, id, states) : undefined
  }, [id, required, invalid, description])

  useEffect(() => {
    // The editor would write blanks for Tab, and who has no pointer could not leave it.
    const leave = (event: KeyboardEvent) => {
      if (event.key === 'Tab') event.stopPropagation()
    }
    const { current } = holder
    current?.addEventListener('keydown', leave, { capture: true })
    return () => current?.removeEventListener('keydown', leave, { capture: true })
  }, [])

  const config = useMemo(
    () => ({
      placeholder: t('common.enter'),
      scroll: true,
      autoFocus: false,
      MENU_CONF: {
        uploadImage: {
          allowedFileTypes: acceptOf(pictureRule.types).split(','),
          async customUpload(file: File, insert: (url: string, alt: string, href: string) => void) {
            const issue = checkFile('file', pictureRule, file, 0, t.language)
            if (issue) {
              feedback.refuse(`${file.name}: ${t(`error.${issue.error}`, issue.params)}`)
              return
            }
            pending(1)
            try {
              const picture = await client.upload<FileInfo>(file)
              insert(picture.url, picture.name, '')
            } catch (error) {
              feedback.refuse(t('entity.pictureFailed'))
              feedback.fail(error)
            } finally {
              pending(-1)
            }
          },
        },
        insertLink: {
          checkLink: (_text: string, url: string) =>
            /^https?:\/\//i.test(url) || t('error.notUrl', { label: t('entity.editor.linkAddress') }),
        },
      },
    }),
    [client, feedback, pending, t],
  )

  return (
    <div className="tm-editor" ref={holder}>
      <Toolbar editor={editor} defaultConfig={{ toolbarKeys }} mode="default" />
      <Editor
        defaultHtml={initial.current}
        defaultConfig={config}
        mode="default"
        className="tm-editor-text"
        onCreated={created => {
          untouched.current = created.getHtml()
          setEditor(created)
        }}
        onChange={now => {
          const html = now.getHtml()
          if (untouched.current === undefined || html === untouched.current) return
          untouched.current = ''
          agreed.current = html
          change.current?.(html)
        }}
      />
    </div>
  )
}
