import { formatNumber, type Query } from '@timbermark/client'
import { type Listed, limits } from '@timbermark/contract'
import { Alert, Button, ConfigProvider, Modal, Result, Steps } from 'antd'
import type { ReactNode } from 'react'
import { useT } from '../../shell/index.ts'
import { entityLabel } from '../labels.ts'
import { ImportFile } from './import-file.tsx'
import { ImportPreview } from './import-preview.tsx'
import { ImportProblems } from './import-problems.tsx'
import { ImportProgress } from './import-progress.tsx'
import { ImportSource } from './import-source.tsx'
import { type ImportAnswer, useImport } from './use-import.ts'

interface ImportDialogProps<Answer extends ImportAnswer> {
  entity: Listed
  open: boolean
  onClose: () => void
  /** Accepted file extensions; `xlsx` and `csv` by default. */
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
  /** Largest file, and most rows below the heading, where they are not those of lists. */
  limit?: { kilobytes: number; rows: number }
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

function OpenDialog<Answer extends ImportAnswer>(props: Omit<ImportDialogProps<Answer>, 'open'>) {
  const {
    entity,
    hint,
    template,
    done,
    onClose,
    limit = { kilobytes: limits.listKilobytes, rows: limits.listRows },
  } = props
  const t = useT()
  const { step, file, checked, imported, problem, busy, ...run } = useImport<Answer>(entity, props.fields)
  const number = (n: number) => formatNumber(n, t.language)
  const rowsOf = (answer: ImportAnswer | undefined) => number(answer?.rows ?? 0)
  const clean = checked !== undefined && checked.errors.length === 0 && checked.rows > 0
  const missing = template === 'missing'
  return (
    <Modal
      open
      title={props.title ?? t('entity.importTitle', { name: entityLabel(t, entity) })}
      width={step === 1 ? 1040 : 760}
      mask={{ closable: false }}
      // Closing while rows are being stored would look like a cancellation; a check may be cancelled.
      closable={{ disabled: run.storing }}
      keyboard={!run.storing}
      onCancel={onClose}
      footer={
        step === 0 ? (
          <>
            <Button onClick={onClose}>{t('action.cancel')}</Button>
            <Button type="primary" disabled={!file || missing} loading={busy} onClick={() => run.check()}>
              {t('entity.importCheck')}
            </Button>
          </>
        ) : step === 1 ? (
          <>
            <Button disabled={busy} onClick={run.back}>
              {t('action.back')}
            </Button>
            <Button type="primary" disabled={!clean} loading={busy} onClick={run.commit}>
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
      {busy && <ImportProgress name={run.name} />}
      {step === 0 && (
        <ConfigProvider componentDisabled={busy}>
          {props.first}
          <ImportFile
            file={file}
            busy={busy}
            types={props.types ?? ['xlsx', 'csv']}
            kilobytes={limit.kilobytes}
            missing={missing}
            hint={size => hint?.(size) ?? t('entity.importHint', { size, n: number(limit.rows) })}
            onFile={run.take}
            onTemplate={() => run.downloadTemplate(missing ? {} : template)}
          />
          {props.option}
        </ConfigProvider>
      )}
      {step === 1 && checked && (
        <>
          <Alert
            showIcon
            type={clean ? 'success' : 'error'}
            title={
              clean
                ? (props.clean?.(checked) ?? t('entity.importClean', { n: rowsOf(checked) }))
                : t(checked.errors.length === 0 ? 'entity.importEmpty' : 'entity.importFaulty', {
                    n: number(new Set(checked.errors.map(({ row }) => row)).size),
                  })
            }
          />
          {checked.source && <ImportSource source={checked.source} busy={busy} onChoose={run.check} />}
          {checked.errors.length > 0 && <ImportProblems entity={entity} errors={checked.errors} more={checked.more} />}
          {clean && checked.notes && checked.notes.length > 0 && (
            <>
              <Alert
                showIcon
                type="info"
                className="tm-form-problems"
                title={t('entity.importNotes', { n: number(checked.notes.length) })}
              />
              <ImportProblems entity={entity} errors={checked.notes} />
            </>
          )}
          {checked.preview && checked.preview.rows.length > 0 && <ImportPreview preview={checked.preview} />}
        </>
      )}
      {step === 2 &&
        imported &&
        (done?.(imported) ?? <Result status="success" title={t('entity.imported', { n: rowsOf(imported) })} />)}
    </Modal>
  )
}
