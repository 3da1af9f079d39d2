import { lazy, Suspense, useState } from 'react'
import { useApp } from '../app/context.ts'
import { parseScan } from '../scan/scan-text.ts'
import type { Feedback } from '../scan/feedback.ts'
import { findTypedFault } from '../scan/typed-code.ts'
import { Field, type FieldFrame } from '../ui/field.tsx'
import { Icon } from '../ui/icons.tsx'

const Scanner = lazy(() => import('../scan/scanner.tsx'))

/** One code, by camera or by hand. */
export function CodeInput({
  frame,
  value,
  onChange,
}: {
  frame: FieldFrame
  value: string
  onChange: (value: string) => void
}) {
  const { t, showToast } = useApp()
  const [scanning, setScanning] = useState(false)

  /** Keeps the code in its own spelling; what cannot be a code is refused with a word. */
  function take(text: string): Feedback | undefined {
    const read = parseScan(text)
    if (read.kind === 'none') return { tone: 'bad', text: t('h5.codes.notACode') }
    onChange(read.code)
  }

  function takeTyped() {
    const feedback = value.trim() ? take(value) : undefined
    if (feedback) showToast(feedback.text, feedback.tone)
  }

  const fault = findTypedFault(value)
  const status = fault && t(fault.phrase, fault.params)
  // What more typing may still mend is no mistake yet.
  const told: FieldFrame = fault?.unfinished
    ? { ...frame, hint: status }
    : { ...frame, problem: frame.problem ?? status }

  return (
    <>
      <Field frame={told}>
        {input => (
          <div className="with-button">
            <input
              {...input}
              type="text"
              className="code-text"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              value={value}
              onChange={event => onChange(event.target.value)}
              onBlur={takeTyped}
            />
            <button
              type="button"
              className="button"
              aria-label={`${t('h5.codes.scan')}: ${frame.label}`}
              onClick={() => setScanning(true)}
            >
              <Icon name="scan" />
            </button>
          </div>
        )}
      </Field>
      {scanning && (
        <Suspense fallback={null}>
          <Scanner
            onRead={text => {
              const feedback = take(text)
              if (!feedback) setScanning(false)
              return feedback
            }}
            onClose={() => setScanning(false)}
            title={frame.label}
          />
        </Suspense>
      )}
    </>
  )
}
