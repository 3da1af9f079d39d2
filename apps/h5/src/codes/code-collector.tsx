import { lazy, type ReactNode, Suspense, useState } from 'react'
import { limits } from '@timbermark/contract'
import { useApp } from '../app/context.ts'
import type { CodeCheck, ScannedCode } from '../report/report.ts'
import type { Feedback } from '../scan/feedback.ts'
import { addCode, removeCode, removeRefused } from '../scan/scan-list.ts'
import { parseScan } from '../scan/scan-text.ts'
import { TypeCode } from '../scan/type-code.tsx'
import { Icon } from '../ui/icons.tsx'
import { CodeCheckText } from './code-check-text.tsx'
import { RangeInput } from './range-input.tsx'

const Scanner = lazy(() => import('../scan/scanner.tsx'))

/** Number of codes shown before “show all”. */
const initialCount = 10

/** Collects codes: with the camera, many in a row, typed, and as ranges by their ends. */
export function CodeCollector(props: {
  codes: readonly ScannedCode[]
  change: (next: (codes: readonly ScannedCode[]) => ScannedCode[]) => void
  /** Whether rows of labels may be added by their ends. */
  takesRanges: boolean
  /** The package of the codes, which is none of them. */
  parentCode?: string
  /** What the list says while it is empty, and of a code that nothing is said about. */
  texts?: { empty: string; good: string; already: string }
  onRecheck: () => void
  /** Between the inputs and the list. */
  children?: ReactNode
}) {
  const { codes, change, takesRanges, parentCode, texts, onRecheck, children } = props
  const { t, online } = useApp()
  const [scanning, setScanning] = useState(false)
  const refused = codes.filter(entry => entry.check.state === 'refused').length

  /** Adds one scan and returns the feedback. */
  function addScan(text: string, until?: string): Feedback {
    const scan = parseScan(text)
    if (scan.kind === 'none') return { tone: 'bad', text: t('h5.codes.notACode') }
    let feedback: Feedback = { tone: 'good', text: t('h5.codes.added', { code: scan.code }) }
    change(old => {
      const { codes: next, result } = addCode(old, {
        code: scan.code,
        last: until,
        at: Date.now(),
        max: limits.reportCodes,
        parent: parentCode,
      })
      if (result === 'duplicate') feedback = { tone: 'bad', text: t('h5.codes.duplicate', { code: scan.code }) }
      if (result === 'full') feedback = { tone: 'bad', text: t('h5.codes.full', { max: limits.reportCodes }) }
      if (result === 'parent') feedback = { tone: 'bad', text: t('h5.codes.isParent') }
      return next
    })
    return feedback
  }

  return (
    <>
      <button type="button" className="button button-main button-wide" onClick={() => setScanning(true)}>
        <Icon name="scan" /> {t('h5.codes.scan')}
      </button>
      <TypeCode onAdd={text => addScan(text)} />
      {takesRanges && <RangeInput onAdd={addScan} />}
      {children}
      <CodeList codes={codes} texts={texts} onRemove={code => change(old => removeCode(old, code))} />
      {refused > 0 && (
        <div className="pair">
          <button type="button" className="button" onClick={() => change(removeRefused)}>
            {t('h5.codes.clearRefused')}
          </button>
          {online && (
            <button type="button" className="button" onClick={onRecheck}>
              {t('h5.codes.checkAgain')}
            </button>
          )}
        </div>
      )}
      {scanning && (
        <Suspense fallback={null}>
          <Scanner
            title={t('h5.scan.title')}
            count={codes.length}
            onRead={text => addScan(text)}
            onClose={() => setScanning(false)}
          />
        </Suspense>
      )}
    </>
  )
}

function CodeList(props: {
  codes: readonly ScannedCode[]
  texts: { empty: string; good: string; already: string } | undefined
  onRemove: (code: string) => void
}) {
  const { codes, texts, onRemove } = props
  const { t } = useApp()
  const [all, setAll] = useState(false)
  if (codes.length === 0) return <p className="card-empty">{texts?.empty ?? t('h5.codes.none')}</p>
  // Refused codes first, because they need a decision; then the newest.
  const order = [...codes].reverse().sort((a, b) => rank(a) - rank(b))
  const visible = all ? order : order.slice(0, initialCount)
  return (
    <>
      <ul className="codes">
        {visible.map(entry => (
          <li key={entry.code} className={`code code-${entry.check.state}`}>
            <div className="code-words">
              <span className="code-text">
                {entry.code}
                {entry.last !== undefined && ` – ${entry.last}`}
              </span>
              <CodeCheckText check={entry.check} texts={texts} />
            </div>
            <button
              type="button"
              className="remove"
              aria-label={t('h5.codes.remove', { code: entry.code })}
              onClick={() => onRemove(entry.code)}
            >
              <Icon name="close" size={20} />
            </button>
          </li>
        ))}
      </ul>
      {visible.length < codes.length && (
        <button type="button" className="button" onClick={() => setAll(true)}>
          {t('h5.codes.showAll')}
        </button>
      )}
    </>
  )
}

const rank = (entry: { check: CodeCheck }) => (entry.check.state === 'refused' ? 0 : 1)
