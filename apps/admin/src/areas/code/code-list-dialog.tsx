import { describeError, formatNumber } from '@timbermark/client'
import { mostChosen, type ReadCodes } from '@timbermark/contract/calls'
import { Alert, Button, Form, Input, Modal, Radio, Steps, Table } from 'antd'
import { useState } from 'react'
import { useSendOnce } from '../../entity/form/use-send-once.ts'
import { useClient, useT } from '../../shell/index.ts'
import { ImportFile } from '../../entity/dialogs/import-file.tsx'
import { parseCodes } from '../../entity/controls/parse-code.ts'
import { countChosen } from './selection.ts'

type Found = ReadCodes['requests'][number]

/** A list of codes in three steps: paste or upload it, see how it was read, choose what is taken over. */
export function CodeListDialog({ onTake, onClose }: { onTake: (found: Found) => void; onClose: () => void }) {
  const t = useT()
  const client = useClient()
  const [step, setStep] = useState(0)
  const [text, setText] = useState('')
  const [file, setFile] = useState<File>()
  const [read, setRead] = useState<ReadCodes>()
  const [requestId, setRequestId] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const { sending: busy, inertProps, send } = useSendOnce()
  const number = (n: number) => formatNumber(n, t.language)
  const codes = parseCodes(text)
  const chosen = read?.requests.find(({ id }) => id === requestId)

  function run(work: () => Promise<void>) {
    setProblem(undefined)
    return send(work, error => setProblem(describeError(t, error).text || t('error.unknown')))
  }
  const check = () =>
    run(async () => {
      const answer = file
        ? await client.upload<ReadCodes>(file, { path: '/code/qr/readFile' })
        : await client.call('POST /code/qr/read', { body: { codes }, allowDoubleSubmit: true })
      setRead(answer)
      setRequestId(answer.requests[0]?.id)
      setStep(1)
    })
  const take = (given: File | undefined, refused: string | undefined) => {
    setProblem(refused)
    setFile(given)
  }
  const tooMany = !file && codes.length > mostChosen

  return (
    <Modal
      open
      title={t('code.select.list')}
      width={760}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={
        step === 0 ? (
          <>
            <Button onClick={onClose}>{t('action.cancel')}</Button>
            <Button type="primary" disabled={(!file && codes.length === 0) || tooMany} loading={busy} onClick={check}>
              {t('entity.importCheck')}
            </Button>
          </>
        ) : step === 1 ? (
          <>
            <Button onClick={() => setStep(0)}>{t('action.back')}</Button>
            <Button type="primary" disabled={read?.requests.length === 0} onClick={() => setStep(2)}>
              {t('code.select.goOn')}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={() => setStep(1)}>{t('action.back')}</Button>
            <Button type="primary" disabled={!chosen} onClick={() => chosen && onTake(chosen)}>
              {t('code.select.take', { n: number(countChosen(chosen?.spans ?? [])) })}
            </Button>
          </>
        )
      }
    >
      <Steps
        current={step}
        size="small"
        className="tm-import-steps"
        items={[
          { title: t('code.select.stepList') },
          { title: t('entity.importStepCheck') },
          { title: t('code.select.stepTake') },
        ]}
      />
      {problem && <Alert type="error" showIcon title={problem} className="tm-form-problems" />}
      {step === 0 && (
        <Form {...inertProps} layout="vertical">
          <Form.Item
            label={t('code.select.paste')}
            htmlFor="code-list-text"
            extra={t('code.select.pasteHint', { max: number(mostChosen) })}
            validateStatus={tooMany ? 'error' : undefined}
            help={tooMany ? t('error.code.listTooLong', { max: number(mostChosen) }) : undefined}
          >
            <Input.TextArea
              id="code-list-text"
              autoSize={{ minRows: 4, maxRows: 10 }}
              spellCheck={false}
              className="tm-code"
              disabled={file !== undefined}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          </Form.Item>
          <ImportFile
            file={file}
            busy={busy}
            hint={size => t('code.select.fileHint', { size, max: number(mostChosen) })}
            onFile={take}
            onTemplate={() => run(async () => void (await client.download('/code/qr/listTemplate')))}
          />
          {file && (
            <Button type="link" disabled={busy} onClick={() => setFile(undefined)}>
              {t('entity.removeFile', { name: file.name })}
            </Button>
          )}
        </Form>
      )}
      {step === 1 && read && <Checked read={read} />}
      {step === 2 && read && (
        <>
          <p>{t('code.select.chooseRequest')}</p>
          <Radio.Group
            className="tm-selection-requests"
            aria-label={t('code.request')}
            value={requestId}
            onChange={({ target }) => setRequestId(target.value as number)}
            options={read.requests.map(({ id, name, batchNumber, spans }) => ({
              value: id,
              label: `${name} · ${batchNumber} · ${t('code.select.count', { n: number(countChosen(spans)) })}`,
            }))}
          />
        </>
      )}
    </Modal>
  )
}

/** How a list was read, with what is no code of ours row by row. */
function Checked({ read }: { read: ReadCodes }) {
  const t = useT()
  const number = (n: number) => formatNumber(n, t.language)
  const good = read.requests.reduce((sum, { spans }) => sum + countChosen(spans), 0)
  return (
    <>
      <Alert
        showIcon
        type={good === 0 ? 'error' : read.unread > 0 ? 'warning' : 'success'}
        title={t('code.select.read', {
          given: number(read.given),
          good: number(good),
          twice: number(read.twice),
          unread: number(read.unread),
        })}
      />
      {read.refused.length > 0 && (
        <Table
          size="small"
          className="tm-import-errors"
          rowKey="row"
          dataSource={read.refused}
          pagination={read.refused.length > 10 ? { pageSize: 10, showSizeChanger: false } : false}
          columns={[
            { title: t('entity.importRow'), dataIndex: 'row', width: 90 },
            { title: t('entity.importMessage'), dataIndex: 'message' },
          ]}
        />
      )}
    </>
  )
}
