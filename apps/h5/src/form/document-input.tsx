import { ApiError } from '@timbermark/client'
import { useEffect, useRef, useState } from 'react'
import { useApp } from '../app/context.ts'
import { refusalText } from '../app/words.ts'
import type { DocumentAnswer } from '../report/wire.ts'
import { Field, type FieldFrame } from '../ui/field.tsx'
import { Icon } from '../ui/icons.tsx'

type LookUp =
  | { state: 'idle' }
  | { state: 'searching' }
  | { state: 'found'; name: string }
  | { state: 'missing'; message: string }
  | { state: 'later' }

/** Typing pauses this long before the code is looked up. */
const pause = 600

/** The code of a certificate or form, looked up while it is typed; without a network the server looks when it is sent. */
export function DocumentInput(props: {
  frame: FieldFrame
  value: string
  onChange: (value: string) => void
  /** The server was asked and has no such document. */
  onMissing?: (code: string) => void
}) {
  const { frame, value, onChange, onMissing } = props
  const { t, client, online } = useApp()
  const [lookUp, setLookUp] = useState<LookUp>({ state: 'idle' })
  const code = value.trim()
  const missed = useRef(onMissing)
  missed.current = onMissing

  useEffect(() => {
    if (!code) return setLookUp({ state: 'idle' })
    if (!online) return setLookUp({ state: 'later' })
    let left = false
    const show = (next: LookUp) => !left && setLookUp(next)
    const timer = setTimeout(() => {
      show({ state: 'searching' })
      client
        .get<DocumentAnswer>('/evidence/document/lookup', { code })
        .then(found => show({ state: 'found', name: found.name }))
        .catch((error: unknown) => {
          const missing = error instanceof ApiError && (error.code === 404 || error.error === 'stage.documentMissing')
          // The specification's words for it, whichever of the two the server says.
          if (missing) {
            show({ state: 'missing', message: t('error.stage.documentMissing') })
            missed.current?.(code)
          } else if (error instanceof ApiError && error.code !== 401)
            show({ state: 'missing', message: refusalText(t, { error: error.error, message: error.message }) })
          else show({ state: 'later' })
        })
    }, pause)
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [code, online, client, t])

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
      {lookUp.state === 'found' && (
        <span className="good">
          <Icon name="good" size={18} /> {t('h5.document.found', { name: lookUp.name })}
        </span>
      )}
    </span>
  )
}
