import { ApiError, formatNumber } from '@timbermark/client'
import { useEffect, useRef, useState } from 'react'
import { useApp } from '../../app/context.ts'
import { refusalText } from '../../app/texts.ts'
import type { DocumentAnswer } from '../../report/wire.ts'
import { Field, type FieldFrame } from '../../ui/field.tsx'
import { useForm } from '../form-context.ts'
import { Icon } from '../../ui/icons.tsx'

type LookUp =
  | { state: 'idle' }
  | { state: 'searching' }
  | { state: 'found'; paper: DocumentAnswer }
  | { state: 'missing'; message: string }
  | { state: 'later' }

/** Milliseconds without typing before the code is looked up. */
const lookUpDelay = 600

/** The code of a certificate or form, looked up while it is typed; without a network the server checks it when the report is sent. */
export function DocumentInput(props: {
  frame: FieldFrame
  value: string
  onChange: (value: string) => void
  /** The server has no such document. */
  onMissing?: (code: string) => void
}) {
  const { frame, value, onChange, onMissing } = props
  const { t, client, online } = useApp()
  const { stage } = useForm().report
  const [lookUp, setLookUp] = useState<LookUp>({ state: 'idle' })
  const code = value.trim()
  const onMissingRef = useRef(onMissing)
  onMissingRef.current = onMissing

  useEffect(() => {
    if (!code) return setLookUp({ state: 'idle' })
    if (!online) return setLookUp({ state: 'later' })
    let isCancelled = false
    const show = (next: LookUp) => !isCancelled && setLookUp(next)
    const timer = setTimeout(() => {
      show({ state: 'searching' })
      client
        .get<DocumentAnswer>('/evidence/document/lookup', { code, stage })
        .then(paper => show({ state: 'found', paper }))
        .catch((error: unknown) => {
          const missing = error instanceof ApiError && (error.code === 404 || error.error === 'stage.documentMissing')
          // The specification's text, for either of the server's two answers.
          if (missing) {
            show({ state: 'missing', message: t('error.stage.documentMissing') })
            onMissingRef.current?.(code)
          } else if (error instanceof ApiError && error.code !== 401)
            show({ state: 'missing', message: refusalText(t, { error: error.error, message: error.message }) })
          else show({ state: 'later' })
        })
    }, lookUpDelay)
    return () => {
      isCancelled = true
      clearTimeout(timer)
    }
  }, [code, stage, online, client, t])

  const problem = frame.problem ?? (lookUp.state === 'missing' ? lookUp.message : undefined)
  return (
    <Field frame={{ ...frame, problem, hint: <LookUpState lookUp={lookUp} hint={frame.hint} /> }}>
      {input => (
        <input
          {...input}
          type="text"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={50}
          value={value}
          onChange={event => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}

function LookUpState({ lookUp, hint }: { lookUp: LookUp; hint: FieldFrame['hint'] }) {
  const { t } = useApp()
  return (
    <span role="status">
      {lookUp.state === 'idle' && hint}
      {lookUp.state === 'searching' && t('h5.codes.checking')}
      {lookUp.state === 'later' && t('h5.document.later')}
      {lookUp.state === 'found' && <DocumentSummary paper={lookUp.paper} />}
    </span>
  )
}

/** The document, its validity and what it still covers: the person sees that it does not serve before the server refuses. */
function DocumentSummary({ paper: { name, validFrom, validUntil, left } }: { paper: DocumentAnswer }) {
  const { t } = useApp()
  const day = today()
  const isExpired = validUntil !== null && validUntil < day
  const isNotYetValid = validFrom !== null && validFrom > day
  const rest = [
    { unit: 'volume' as const, amount: left?.volume ?? null },
    { unit: 'pieces' as const, amount: left?.pieces ?? null },
  ].filter(({ amount }) => amount !== null)
  const isUsedUp = rest.some(({ amount }) => Number(amount) === 0)
  const isBad = isExpired || isNotYetValid || isUsedUp
  return (
    <span className={isBad ? 'warn' : 'good'}>
      <Icon name={isBad ? 'bad' : 'good'} size={18} /> {t('h5.document.found', { name })}
      {isExpired
        ? ` · ${t('h5.document.over', { day: validUntil })}`
        : isNotYetValid
          ? ` · ${t('h5.document.early', { day: validFrom })}`
          : validUntil !== null && ` · ${t('h5.document.until', { day: validUntil })}`}
      {rest.map(({ unit, amount }) => {
        const quantity = `${formatNumber(Number(amount), t.language, { maximumFractionDigits: 6 })}\u00a0${t(`stage.paperUnit.${unit}`)}`
        return ` · ${t('h5.document.left', { quantity })}`
      })}
    </span>
  )
}

/** Today's date by the phone's calendar, as documents state dates. */
function today(): string {
  const now = new Date()
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}
