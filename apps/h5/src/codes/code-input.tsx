import { lazy, Suspense, useState } from 'react'
import { useApp } from '../app/context.ts'
import { parseScan } from '../scan/scan-text.ts'
import type { Feedback } from '../scan/feedback.ts'
import { findTypedFault } from '../scan/typed-code.ts'
import { Field, type FieldFrame } from '../ui/field.tsx'
import { Icon } from '../ui/icons.tsx'

const Scanner = lazy(() => import('../scan/scanner.tsx'))

/** An input for one code, scanned or typed. */
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

  /** Stores the code in its canonical spelling; rejects what cannot be a code. */
  function acceptCode(text: string): Feedback | undefined {
    const scan = parseScan(text)
    if (scan.kind === 'none') return { tone: 'bad', text: t('h5.codes.notACode') }
    onChange(scan.code)
  }

  function acceptTyped() {
    const feedback = value.trim() ? acceptCode(value) : undefined
    if (feedback) showToast(feedback.text, feedback.tone)
  }

  const fault = findTypedFault(value)
  const status = fault && t(fault.phrase, fault.params)
  // What more typing can still complete is not an error yet.
  const frameWithFault: FieldFrame = fault?.unfinished
    ? { ...frame, hint: status }
    : { ...frame, problem: frame.problem ?? status }

  return (
    <>
      <Field frame={frameWithFault}>
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
              onBlur={acceptTyped}
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
              const feedback = acceptCode(text)
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
