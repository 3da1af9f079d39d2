import { DownloadOutlined, SendOutlined } from '@ant-design/icons'
import { isAbort, saveBlob } from '@timbermark/client'
import { Alert, Button, Input } from 'antd'
import { useEffect, useId, useRef, useState } from 'react'
import { useSendOnce } from '../../entity/form/use-send-once.ts'
import { ToneTag } from '../../entity/values/tone-tag.tsx'
import { useFeedback } from '../../entity/actions/use-feedback.ts'
import { useT } from '../../shell/index.ts'
import { CodeBlock } from './code-block.tsx'
import {
  buildAddress,
  type ApiCall,
  buildCurl,
  initialInput,
  isFile,
  isFilled,
  type JsonSchema,
  describeType,
} from './openapi.ts'
import { sendCall, type CallResult } from './send-call.ts'

/** Whether a text is JSON; an empty text is not. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** A call with its values, made as the signed-in person. A call that writes asks for confirmation first. */
export function TryCall({ call }: { call: ApiCall }) {
  const t = useT()
  const feedback = useFeedback()
  const [filled, setFilled] = useState(() => initialInput(call))
  const [files, setFiles] = useState<Record<string, File>>({})
  const [result, setResult] = useState<CallResult>()
  const [failure, setFailure] = useState<string>()
  const { sending, send: sendOnce } = useSendOnce()
  const abort = useRef<AbortController>(undefined)
  useEffect(() => () => abort.current?.abort(), [])
  const { writes } = call
  const isBodyInvalid = call.body !== undefined && !isJson(filled.body)
  const set = (name: string, value: string) =>
    setFilled(before => ({ ...before, values: { ...before.values, [name]: value } }))
  const send = () =>
    sendOnce(
      async () => {
        abort.current = new AbortController()
        setFailure(undefined)
        setResult(undefined)
        setResult(await sendCall(call, filled, files, t.language, abort.current.signal))
      },
      cause => isAbort(cause) || setFailure(t('tool.swagger.noAnswer')),
    )
  const confirmAndSend = () =>
    writes
      ? feedback.ask({
          title: t('tool.swagger.askTitle'),
          text: (
            <>
              <p>{t('tool.swagger.writes')}</p>
              <code className="tm-api-asked">
                {call.method} {buildAddress(call, filled.values)}
              </code>
            </>
          ),
          ok: t('tool.swagger.send'),
          danger: true,
          run: () => void send(),
        })
      : send()
  return (
    <div className="tm-api-try">
      {writes && <Alert type="warning" showIcon title={t('tool.swagger.writes')} />}
      <div className="tm-api-inputs">
        {call.parameters
          .filter(one => one.in !== 'header')
          .map(one => (
            <Value
              key={`${one.in} ${one.name}`}
              name={one.name}
              schema={one.schema}
              required={one.required}
              value={filled.values[one.name] ?? ''}
              onChange={value => set(one.name, value)}
            />
          ))}
        {Object.entries(call.form?.properties ?? {}).map(([name, one]) =>
          isFile(one) ? (
            <label key={name} className="tm-api-input">
              <code>{name}</code>
              <input
                type="file"
                onChange={event => {
                  const file = event.target.files?.[0]
                  setFiles(({ [name]: _, ...rest }) => (file ? { ...rest, [name]: file } : rest))
                }}
              />
            </label>
          ) : (
            <Value
              key={name}
              name={name}
              schema={one}
              required={call.form?.required?.includes(name)}
              value={filled.values[`form.${name}`] ?? ''}
              onChange={value => set(`form.${name}`, value)}
            />
          ),
        )}
      </div>
      {call.body && (
        <label className="tm-api-input">
          <span>{t('tool.swagger.body')}</span>
          <Input.TextArea
            className="tm-api-json"
            spellCheck={false}
            autoSize={{ minRows: 3, maxRows: 18 }}
            status={isBodyInvalid ? 'error' : undefined}
            value={filled.body}
            onChange={event => setFilled(before => ({ ...before, body: event.target.value }))}
          />
          {isBodyInvalid && <span role="alert">{t('error.bodyNotJson')}</span>}
        </label>
      )}
      <div>
        <Button
          type="primary"
          danger={writes}
          icon={<SendOutlined />}
          loading={sending}
          disabled={isBodyInvalid || !isFilled(call, filled.values)}
          onClick={confirmAndSend}
        >
          {t('tool.swagger.send')}
        </Button>
      </div>
      <CodeBlock name="curl" text={buildCurl(call, window.location.origin, filled)} />
      <div aria-live="polite">
        {failure && <Alert type="error" showIcon title={failure} />}
        {result && <ResultView tried={result} />}
      </div>
    </div>
  )
}

interface ValueProps {
  name: string
  schema: JsonSchema | undefined
  required: boolean | undefined
  value: string
  onChange: (value: string) => void
}

function Value({ name, schema, required, value, onChange }: ValueProps) {
  const t = useT()
  const id = useId()
  return (
    <div className="tm-api-input">
      <label htmlFor={id}>
        <code>{name}</code> {required && <ToneTag tone="warning">{t('tool.swagger.required')}</ToneTag>}{' '}
        <span className="tm-muted">{schema?.title}</span>
      </label>
      <Input
        id={id}
        value={value}
        placeholder={describeType(schema)}
        onChange={event => onChange(event.target.value)}
      />
    </div>
  )
}

function ResultView({ tried: { status, milliseconds, code, error, text, file } }: { tried: CallResult }) {
  const t = useT()
  const isSuccess = status < 300 && (code === undefined || code === 200)
  return (
    <>
      <p>
        <ToneTag tone={isSuccess ? 'success' : 'error'}>{t('tool.swagger.status', { status })}</ToneTag>
        {code !== undefined && <ToneTag tone={isSuccess ? 'success' : 'error'}>code {code}</ToneTag>}
        {error && <code>{error}</code>}
        <span className="tm-muted">{t('tool.swagger.took', { n: milliseconds })}</span>
      </p>
      {file && (
        <Button icon={<DownloadOutlined />} onClick={() => saveBlob(file.blob, file.name)}>
          {file.name}
        </Button>
      )}
      {text !== undefined && <CodeBlock name={t('tool.swagger.answer')} text={text} />}
    </>
  )
}
