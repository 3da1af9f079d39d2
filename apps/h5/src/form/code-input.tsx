import { lazy, Suspense, useState } from 'react'
import { useApp } from '../app/context.ts'
import { readScan } from '../scan/scan-text.ts'
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
  const { t, say } = useApp()
  const [scanning, setScanning] = useState(false)

  function take(text: string): boolean {
    const read = readScan(text)
    if (read.kind === 'none') {
      say(t('h5.codes.notACode'), 'bad')
      return false
    }
    onChange(read.code)
    return true
  }

  return (
    <>
      <Field frame={frame}>
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
              onBlur={() => value.trim() && take(value)}
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
            onRead={text => take(text) && setScanning(false)}
            onClose={() => setScanning(false)}
            title={frame.label}
          />
        </Suspense>
      )}
    </>
  )
}
