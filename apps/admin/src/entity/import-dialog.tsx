import { DownloadOutlined, InboxOutlined } from '@ant-design/icons'
import { ApiError, describeError, formatBytes, formatNumber } from '@timbermark/client'
import { type AnyEntity, keyOf, limits } from '@timbermark/contract'
import { Alert, Button, Modal, Result, Steps, Table, Upload } from 'antd'
import { useState } from 'react'
import { useClient, useT } from '../shell/index.ts'
import { entityLabel, fieldLabel } from './labels.ts'
import { acceptOf, checkFile } from './upload-check.ts'
import { useRefresh } from './use-entity.ts'

/** One thing wrong with one row of the file; the message is in the reader's language. */
interface RowError {
  row: number
  column?: string
  message: string
}
interface Checked {
  rows: number
  errors: RowError[]
}

const fileRule = {
  types: ['xlsx'],
  maxBytes: limits.importKilobytes * 1024,
  maxText: `${limits.importKilobytes} KB`,
  maxItems: 1,
}

/**
 * Import in three steps: template and file, check with what is wrong row by row, confirmation. Nothing is stored before
 * the last step, and then all rows or none.
 */
export function ImportDialog({ entity, open, onClose }: { entity: AnyEntity; open: boolean; onClose: () => void }) {
  return open ? <OpenDialog entity={entity} onClose={onClose} /> : null
}

function OpenDialog({ entity, onClose }: { entity: AnyEntity; onClose: () => void }) {
  const t = useT()
  const client = useClient()
  const refresh = useRefresh(entity)
  const [step, setStep] = useState(0)
  const [file, setFile] = useState<File>()
  const [checked, setChecked] = useState<Checked>()
  const [imported, setImported] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const path = `/${keyOf(entity)}`

  async function run(work: () => Promise<void>) {
    setBusy(true)
    setProblem(undefined)
    try {
      await work()
    } catch (error) {
      const errors = error instanceof ApiError ? errorsOf(error.data) : []
      if (errors.length > 0) {
        setChecked(before => ({ rows: before?.rows ?? 0, errors }))
        setStep(1)
      }
      setProblem(describeError(t, error).text || t('error.unknown'))
    } finally {
      setBusy(false)
    }
  }

  const send = (mode: 'check' | 'commit') =>
    client.upload<Partial<Checked> | null>(file as File, { path: `${path}/importData`, fields: { mode } })

  const check = () =>
    run(async () => {
      const answer = await send('check')
      setChecked({ rows: answer?.rows ?? 0, errors: answer?.errors ?? [] })
      setStep(1)
    })

  const commit = () =>
    run(async () => {
      const answer = await send('commit')
      setImported(answer?.rows ?? checked?.rows ?? 0)
      setStep(2)
      await refresh()
    })

  const take = (chosen: File) => {
    const issue = checkFile('file', fileRule, chosen, 0)
    setProblem(issue && t(`error.${issue.error}`, issue.params))
    setFile(issue ? undefined : chosen)
    setChecked(undefined)
  }

  const clean = checked !== undefined && checked.errors.length === 0 && checked.rows > 0
  const title = t('entity.importTitle', { name: entityLabel(t, entity) })
  return (
    <Modal
      open
      title={title}
      width={760}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={
        step === 0 ? (
          <>
            <Button onClick={onClose}>{t('action.cancel')}</Button>
            <Button type="primary" disabled={!file} loading={busy} onClick={check}>
              {t('entity.importCheck')}
            </Button>
          </>
        ) : step === 1 ? (
          <>
            <Button disabled={busy} onClick={() => setStep(0)}>
              {t('action.back')}
            </Button>
            <Button type="primary" disabled={!clean} loading={busy} onClick={commit}>
              {t('entity.importCommit', { n: checked?.rows ?? 0 })}
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
      {step === 0 && (
        <>
          <Button
            icon={<DownloadOutlined />}
            onClick={() => run(async () => void (await client.download(`${path}/importTemplate`)))}
          >
            {t('entity.importTemplate')}
          </Button>
          <Upload.Dragger
            className="tm-import-drop"
            accept={acceptOf(fileRule.types)}
            maxCount={1}
            fileList={[]}
            beforeUpload={chosen => {
              take(chosen)
              return false
            }}
          >
            <p className="tm-import-icon">
              <InboxOutlined />
            </p>
            <p>{file ? `${file.name} · ${formatBytes(file.size, t.language)}` : t('entity.importChoose')}</p>
            <p className="tm-muted">{t('entity.importHint', { size: fileRule.maxText, n: limits.importRows })}</p>
          </Upload.Dragger>
        </>
      )}
      {step === 1 && checked && (
        <>
          <Alert
            showIcon
            type={clean ? 'success' : 'error'}
            title={
              clean
                ? t('entity.importClean', { n: formatNumber(checked.rows, t.language) })
                : t(checked.errors.length === 0 ? 'entity.importEmpty' : 'entity.importFaulty', {
                    n: new Set(checked.errors.map(({ row }) => row)).size,
                  })
            }
          />
          {checked.errors.length > 0 && (
            <Table<RowError>
              size="small"
              className="tm-import-errors"
              rowKey={error => `${error.row} ${error.column} ${error.message}`}
              dataSource={checked.errors}
              pagination={checked.errors.length > 10 ? { pageSize: 10, showSizeChanger: false } : false}
              columns={[
                { title: t('entity.importRow'), dataIndex: 'row', width: 90 },
                {
                  title: t('entity.importColumn'),
                  dataIndex: 'column',
                  render: (column: string | undefined) =>
                    column && column in entity.fields ? fieldLabel(t, entity, column) : (column ?? ''),
                },
                { title: t('entity.importMessage'), dataIndex: 'message' },
              ]}
            />
          )}
        </>
      )}
      {step === 2 && (
        <Result status="success" title={t('entity.imported', { n: formatNumber(imported ?? 0, t.language) })} />
      )}
    </Modal>
  )
}

function errorsOf(data: unknown): RowError[] {
  const errors = (data as { errors?: unknown } | null | undefined)?.errors
  return Array.isArray(errors) ? (errors as RowError[]) : []
}
