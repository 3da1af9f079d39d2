import { DownloadOutlined, InboxOutlined } from '@ant-design/icons'
import { ApiError, describeError, formatBytes, formatNumber } from '@timbermark/client'
import { limits, user } from '@timbermark/contract'
import { Alert, Button, Checkbox, Modal, Result, Steps, Table, Upload } from 'antd'
import { useState } from 'react'
import { fieldLabel } from '../../../entity/labels.ts'
import { useRefresh } from '../../../entity/index.ts'
import { acceptOf, checkFile } from '../../../entity/upload-check.ts'
import { useClient, useT } from '../../../shell/index.ts'
import { GivenPasswords, type NewAccount } from './given-passwords.tsx'

interface RowError {
  row: number
  column?: string
  message: string
}
interface Answer {
  rows: number
  created: number
  updated: number
  errors: RowError[]
  passwords?: NewAccount[]
}

// The specification takes both; the server says so when it is an old workbook inside.
const fileRule = {
  types: ['xlsx', 'xls'],
  maxBytes: limits.importKilobytes * 1024,
  maxText: `${limits.importKilobytes} KB`,
  maxItems: 1,
}
/** Rows of one file: each new user costs a password hash. */
const maxRows = 500
const path = '/system/user'

/**
 * Import of users in three steps: template and file, check with what is wrong row by row, confirmation. Nothing is
 * stored before the last step, which shows the new users' first passwords once.
 */
export function ImportUsers({ onClose }: { onClose: () => void }) {
  const t = useT()
  const client = useClient()
  const refresh = useRefresh(user)
  const [step, setStep] = useState(0)
  const [file, setFile] = useState<File>()
  const [update, setUpdate] = useState(false)
  const [checked, setChecked] = useState<Answer>()
  const [imported, setImported] = useState<Answer>()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const number = (n: number) => formatNumber(n, t.language)

  async function run(work: () => Promise<void>) {
    setBusy(true)
    setProblem(undefined)
    try {
      await work()
    } catch (error) {
      const errors = error instanceof ApiError ? errorsOf(error.data) : []
      if (errors.length > 0) {
        setChecked(before => ({ rows: before?.rows ?? 0, created: 0, updated: 0, errors }))
        setStep(1)
      }
      setProblem(describeError(t, error).text || t('error.unknown'))
    } finally {
      setBusy(false)
    }
  }

  const send = async (mode: 'check' | 'commit'): Promise<Answer> => {
    const fields = { mode, updateSupport: update ? '1' : '0' }
    const answer = await client.upload<Partial<Answer> | null>(file as File, { path: `${path}/importData`, fields })
    return { rows: 0, created: 0, updated: 0, errors: [], ...answer }
  }
  const check = () =>
    run(async () => {
      setChecked(await send('check'))
      setStep(1)
    })
  const commit = () =>
    run(async () => {
      setImported(await send('commit'))
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
  const title = t('entity.importTitle', { name: t('system.user') })
  const footer = [
    <>
      <Button onClick={onClose}>{t('action.cancel')}</Button>
      <Button type="primary" disabled={!file} loading={busy} onClick={check}>
        {t('entity.importCheck')}
      </Button>
    </>,
    <>
      <Button disabled={busy} onClick={() => setStep(0)}>
        {t('action.back')}
      </Button>
      <Button type="primary" disabled={!clean} loading={busy} onClick={commit}>
        {t('entity.importCommit', { n: number(checked?.rows ?? 0) })}
      </Button>
    </>,
    <Button key="close" type="primary" onClick={onClose}>
      {t('action.close')}
    </Button>,
  ]
  return (
    <Modal open title={title} width={760} mask={{ closable: false }} onCancel={onClose} footer={footer[step]}>
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
            <p className="tm-muted">{t('system.user.importHint', { size: fileRule.maxText, n: number(maxRows) })}</p>
          </Upload.Dragger>
          <Checkbox className="tm-import-option" checked={update} onChange={({ target }) => setUpdate(target.checked)}>
            {t('system.user.importUpdate')}
          </Checkbox>
        </>
      )}
      {step === 1 && checked && (
        <>
          <Alert
            showIcon
            type={clean ? 'success' : 'error'}
            title={
              clean
                ? t('system.user.importClean', { created: number(checked.created), updated: number(checked.updated) })
                : t(checked.errors.length === 0 ? 'entity.importEmpty' : 'entity.importFaulty', {
                    n: number(new Set(checked.errors.map(({ row }) => row)).size),
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
                    column && column in user.fields ? fieldLabel(t, user, column) : (column ?? ''),
                },
                { title: t('entity.importMessage'), dataIndex: 'message' },
              ]}
            />
          )}
        </>
      )}
      {step === 2 && imported && (
        <>
          <Result
            status="success"
            title={t('system.user.imported', { created: number(imported.created), updated: number(imported.updated) })}
          />
          {imported.passwords && imported.passwords.length > 0 && <GivenPasswords accounts={imported.passwords} />}
        </>
      )}
    </Modal>
  )
}

function errorsOf(data: unknown): RowError[] {
  const errors = (data as { errors?: unknown } | null | undefined)?.errors
  return Array.isArray(errors) ? (errors as RowError[]) : []
}
