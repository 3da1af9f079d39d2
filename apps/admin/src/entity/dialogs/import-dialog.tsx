import { ApiError, describeError, formatNumber, type Query } from '@timbermark/client'
import { type Listed, keyOf, limits } from '@timbermark/contract'
import { Alert, Button, ConfigProvider, Modal, Result, Steps } from 'antd'
import { type ReactNode, useState } from 'react'
import { type HeadersFor, useSendOnce } from '../form/use-send-once.ts'
import { useClient, useT } from '../../shell/index.ts'
import { ImportFile } from './import-file.tsx'
import { ImportProblems, type RowError } from './import-problems.tsx'
import { ImportProgress } from './import-progress.tsx'
import { entityLabel } from '../labels.ts'
import { useRefresh } from '../use-entity.ts'

/** The server's answer about a file: how many rows it has and what is wrong with them. Some imports answer more. */
export interface ImportAnswer {
  rows: number
  errors: RowError[]
  /** The check stopped early; there may be more errors. */
  more?: boolean
}

interface ImportUpload {
  file: File
  fields: Record<string, string> | undefined
}

interface ImportDialogProps<Answer extends ImportAnswer> {
  entity: Listed
  open: boolean
  onClose: () => void
  /** Accepted file extensions; `xlsx` by default. */
  types?: string[]
  /** The line under the drop area. Gets the largest file size as text. */
  hint?: (size: string) => string
  /** Form fields sent with the file. */
  fields?: Record<string, string>
  title?: string
  /** What people choose first, above the template and the file. */
  first?: ReactNode
  /** Query of the template request; while it is `missing`, no template and no check are possible. */
  template?: Query | 'missing'
  /** An option below the drop area. */
  option?: ReactNode
  /** Text that says what a file without errors would do. */
  clean?: (answer: Answer) => string
  /** Path of the progress of the file that is sent under this name. */
  progress?: (name: string) => string
  /** Content of the last step. */
  done?: (answer: Answer) => ReactNode
}

/**
 * Import in three steps: template and file, check with the errors by row, confirmation. Nothing is stored before the
 * last step, which stores all rows or none.
 */
export function ImportDialog<Answer extends ImportAnswer>({ open, ...rest }: ImportDialogProps<Answer>) {
  return open ? <OpenDialog {...rest} /> : null
}

function OpenDialog<Answer extends ImportAnswer>({
  entity,
  types,
  hint,
  fields,
  title: heading,
  first,
  template,
  option,
  clean: cleanText,
  progress,
  done,
  onClose,
}: Omit<ImportDialogProps<Answer>, 'open'>) {
  const t = useT()
  const client = useClient()
  const refresh = useRefresh(entity)
  const [step, setStep] = useState(0)
  const [file, setFile] = useState<File>()
  const [checked, setChecked] = useState<Answer>()
  // The upload that was checked. Only this one is committed, whatever was chosen since.
  const [checkedUpload, setCheckedUpload] = useState<ImportUpload>()
  const [imported, setImported] = useState<Answer>()
  const [problem, setProblem] = useState<string>()
  const reading = useSendOnce()
  const storing = useSendOnce()
  const busy = reading.sending || storing.sending
  const [name] = useState(() => `${Date.now()}-${Math.floor(Math.random() * 1e9)}`)
  const path = `/${keyOf(entity)}`
  const number = (n: number) => formatNumber(n, t.language)
  const rowsOf = (answer: ImportAnswer | undefined) => number(answer?.rows ?? 0)

  function run(by: ReturnType<typeof useSendOnce>, work: (headersFor: HeadersFor) => Promise<void>) {
    setProblem(undefined)
    void by.send(work, error => {
      const errors = error instanceof ApiError ? errorsOf(error.data) : []
      if (errors.length > 0) {
        setChecked(before => ({ rows: 0, ...before, errors }) as Answer)
        setStep(1)
      }
      setProblem(describeError(t, error).text || t('error.unknown'))
    })
  }

  const send = async (mode: 'check' | 'commit', upload: ImportUpload, headersFor?: HeadersFor) => {
    const fields = { ...upload.fields, ...(progress ? { progress: name } : {}), mode }
    const answer = await client.upload<Partial<Answer> | null>(upload.file, {
      path: `${path}/importData`,
      fields,
      // After a lost answer people choose and check the file again; it is still the same import.
      headers: headersFor?.([upload.file.name, upload.file.size, upload.file.lastModified, fields]),
    })
    return { rows: checked?.rows ?? 0, errors: [], ...answer } as unknown as Answer
  }
  const check = (file: File) =>
    run(reading, async () => {
      const upload = { file, fields }
      setChecked(await send('check', upload))
      setCheckedUpload(upload)
      setStep(1)
    })
  const commit = (upload: ImportUpload) =>
    run(storing, async headersFor => {
      setImported(await send('commit', upload, headersFor))
      setStep(2)
      await refresh()
    })
  const take = (chosen: File | undefined, refused: string | undefined) => {
    setProblem(refused)
    setFile(chosen)
    setChecked(undefined)
    setCheckedUpload(undefined)
  }

  const clean = checked !== undefined && checked.errors.length === 0 && checked.rows > 0
  const title = heading ?? t('entity.importTitle', { name: entityLabel(t, entity) })
  const missing = template === 'missing'
  return (
    <Modal
      open
      title={title}
      width={760}
      mask={{ closable: false }}
      // Closing while rows are being stored would look like a cancellation; a check may be cancelled.
      closable={{ disabled: storing.sending }}
      keyboard={!storing.sending}
      onCancel={onClose}
      footer={
        step === 0 ? (
          <>
            <Button onClick={onClose}>{t('action.cancel')}</Button>
            <Button type="primary" disabled={!file || missing} loading={busy} onClick={() => file && check(file)}>
              {t('entity.importCheck')}
            </Button>
          </>
        ) : step === 1 ? (
          <>
            <Button disabled={busy} onClick={() => setStep(0)}>
              {t('action.back')}
            </Button>
            <Button
              type="primary"
              disabled={!clean}
              loading={busy}
              onClick={() => checkedUpload && commit(checkedUpload)}
            >
              {t('entity.importCommit', { n: rowsOf(checked) })}
            </Button>
          </>
        ) : (
          <Button type="primary" onClick={onClose}>
            {t('action.close')}
          </Button>
        )
      }
    >
      <Steps
        current={step}
        size="small"
        className="tm-import-steps"
        items={[
          { title: t('entity.importStepFile') },
          { title: t('entity.importStepCheck') },
          { title: t('entity.importStepDone') },
        ]}
      />
      {problem && <Alert type="error" showIcon title={problem} className="tm-form-problems" />}
      {busy && progress && <ImportProgress path={progress(name)} />}
      {step === 0 && (
        <ConfigProvider componentDisabled={busy}>
          {first}
          <ImportFile
            file={file}
            busy={busy}
            types={types}
            missing={missing}
            hint={size => hint?.(size) ?? t('entity.importHint', { size, n: number(limits.importRows) })}
            onFile={take}
            onTemplate={() =>
              run(reading, async () => void (await client.download(`${path}/importTemplate`, missing ? {} : template)))
            }
          />
          {option}
        </ConfigProvider>
      )}
      {step === 1 && checked && (
        <>
          <Alert
            showIcon
            type={clean ? 'success' : 'error'}
            title={
              clean
                ? (cleanText?.(checked) ?? t('entity.importClean', { n: rowsOf(checked) }))
                : t(checked.errors.length === 0 ? 'entity.importEmpty' : 'entity.importFaulty', {
                    n: number(new Set(checked.errors.map(({ row }) => row)).size),
                  })
            }
          />
          {checked.errors.length > 0 && <ImportProblems entity={entity} errors={checked.errors} more={checked.more} />}
        </>
      )}
      {step === 2 &&
        imported &&
        (done?.(imported) ?? <Result status="success" title={t('entity.imported', { n: rowsOf(imported) })} />)}
    </Modal>
  )
}

function errorsOf(data: unknown): RowError[] {
  const errors = (data as { errors?: unknown } | null | undefined)?.errors
  return Array.isArray(errors) ? (errors as RowError[]) : []
}
