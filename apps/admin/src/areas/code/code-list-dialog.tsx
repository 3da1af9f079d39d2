import { describeError, formatNumber } from '@timbermark/client'
import { limits } from '@timbermark/contract'
import { maxSelectedCodes, type ParsedCodes } from '@timbermark/contract/calls'
import { Alert, Button, Form, Input, Modal, Radio, Steps, Table } from 'antd'
import { useState } from 'react'
import { useSendOnce } from '../../entity/form/use-send-once.ts'
import { useClient, useT } from '../../shell/index.ts'
import { ImportFile } from '../../entity/dialogs/import-file.tsx'
import { splitCodes } from '../../entity/controls/read-code.ts'
import { countSelected } from './selection.ts'

type RequestCodes = ParsedCodes['requests'][number]

/** A list of codes in three steps: paste or upload it, check the result, choose the request whose codes are selected. */
export function CodeListDialog({
  onTake,
  onClose,
}: {
  onTake: (requestCodes: RequestCodes) => void
  onClose: () => void
}) {
  const t = useT()
  const client = useClient()
  const [step, setStep] = useState(0)
  const [text, setText] = useState('')
  const [file, setFile] = useState<File>()
  const [read, setRead] = useState<ParsedCodes>()
  const [requestId, setRequestId] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const { sending: busy, inertProps, send } = useSendOnce()
  const number = (n: number) => formatNumber(n, t.language)
  const codes = splitCodes(text)
  const chosen = read?.requests.find(({ id }) => id === requestId)

  function run(work: () => Promise<void>) {
    setProblem(undefined)
    return send(work, error => setProblem(describeError(t, error).text || t('error.unknown')))
  }
  const checkList = () =>
    run(async () => {
      const answer = file
        ? await client.upload<ParsedCodes>(file, { path: '/code/qr/readFile' })
        : await client.call('POST /code/qr/read', { body: { codes }, allowDoubleSubmit: true })
      setRead(answer)
      setRequestId(answer.requests[0]?.id)
      setStep(1)
    })
  const chooseFile = (chosenFile: File | undefined, refusal: string | undefined) => {
    setProblem(refusal)
    setFile(chosenFile)
  }
  const tooMany = !file && codes.length > maxSelectedCodes

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
            <Button
              type="primary"
              disabled={(!file && codes.length === 0) || tooMany}
              loading={busy}
              onClick={checkList}
            >
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
              {t('code.select.take', { n: number(countSelected(chosen?.spans ?? [])) })}
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
        <ListInput
          inertProps={inertProps}
          file={file}
          text={text}
          busy={busy}
          tooMany={tooMany}
          onText={setText}
          onFile={chooseFile}
          onRemoveFile={() => setFile(undefined)}
          onTemplate={() => run(async () => void (await client.download('/code/qr/listTemplate')))}
        />
      )}
      {step === 1 && read && <ReadResult read={read} />}
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
              label: `${name} · ${batchNumber} · ${t('code.select.count', { n: number(countSelected(spans)) })}`,
            }))}
          />
        </>
      )}
    </Modal>
  )
}

interface ListInputProps {
  /** Props that lock the form while a request is under way. */
  inertProps: { inert: boolean; 'aria-busy': boolean }
  file: File | undefined
  text: string
  busy: boolean
  tooMany: boolean
  onText: (text: string) => void
  onFile: (file: File | undefined, refusal: string | undefined) => void
  onRemoveFile: () => void
  onTemplate: () => void
}

/** The first step: codes pasted as text, or a file. */
function ListInput({
  inertProps,
  file,
  text,
  busy,
  tooMany,
  onText,
  onFile,
  onRemoveFile,
  onTemplate,
}: ListInputProps) {
  const t = useT()
  const number = (n: number) => formatNumber(n, t.language)
  return (
    <Form {...inertProps} layout="vertical">
      <Form.Item
        label={t('code.select.paste')}
        htmlFor="code-list-text"
        extra={t('code.select.pasteHint', { max: number(maxSelectedCodes) })}
        validateStatus={tooMany ? 'error' : undefined}
        help={tooMany ? t('error.code.listTooLong', { max: number(maxSelectedCodes) }) : undefined}
      >
        <Input.TextArea
          id="code-list-text"
          autoSize={{ minRows: 4, maxRows: 10 }}
          spellCheck={false}
          className="tm-code"
          disabled={file !== undefined}
          value={text}
          onChange={({ target }) => onText(target.value)}
        />
      </Form.Item>
      <ImportFile
        types={['xlsx']}
        kilobytes={limits.importKilobytes}
        file={file}
        busy={busy}
        hint={size => t('code.select.fileHint', { size, max: number(maxSelectedCodes) })}
        onFile={onFile}
        onTemplate={onTemplate}
      />
      {file && (
        <Button type="link" disabled={busy} onClick={() => onRemoveFile()}>
          {t('entity.removeFile', { name: file.name })}
        </Button>
      )}
    </Form>
  )
}

/** The result of reading a list; entries that are no codes of the enterprise are listed row by row. */
function ReadResult({ read }: { read: ParsedCodes }) {
  const t = useT()
  const number = (n: number) => formatNumber(n, t.language)
  const accepted = read.requests.reduce((sum, { spans }) => sum + countSelected(spans), 0)
  return (
    <>
      <Alert
        showIcon
        type={accepted === 0 ? 'error' : read.unread > 0 ? 'warning' : 'success'}
        title={t('code.select.read', {
          given: number(read.given),
          good: number(accepted),
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
