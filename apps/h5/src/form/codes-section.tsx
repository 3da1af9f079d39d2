import { limits } from '@timbermark/contract'
import type { Stage } from '@timbermark/contract'
import { lazy, Suspense, useState } from 'react'
import { useApp } from '../app/context.ts'
import { countCodes } from '../report/rows.ts'
import type { ScannedCode } from '../report/report.ts'
import { addCode, type CheckResult, applyCheckResult, removeCode, removeRefused } from '../scan/scan-list.ts'
import { parseScan } from '../scan/scan-text.ts'
import type { Feedback } from '../scan/feedback.ts'
import { Icon } from '../ui/icons.tsx'
import { TypeCode } from '../scan/type-code.tsx'
import { CodeCheckText } from './code-check-text.tsx'
import { useForm } from './form-context.ts'
import { OtherStageNotice } from './other-stage.tsx'
import { ParentCode } from './parent-code.tsx'
import { RangeInput } from './range-input.tsx'
import { useCodeChecks } from './use-code-checks.ts'

const Scanner = lazy(() => import('../scan/scanner.tsx'))

/** Number of codes shown before “show all”. */
const initialCount = 10

/** The codes of a report, scanned or typed; the server checks each one at once while there is a network. */
export function CodesSection({ stage }: { stage: Stage }) {
  const { t, online } = useApp()
  const form = useForm()
  const [scanning, setScanning] = useState(false)
  const { codes } = form.content
  const applyResult = (code: string, result: CheckResult) =>
    form.change(old => ({ codes: applyCheckResult(old.codes, code, result) }))
  const checks = useCodeChecks(stage.key, form.content.templateId, codes, applyResult)
  const refused = codes.filter(entry => entry.check.state === 'refused').length
  const problem = form.problem('codes')

  /** Adds one scan and returns the feedback. */
  function addScan(text: string, until?: string): Feedback {
    const scan = parseScan(text)
    if (scan.kind === 'none') return { tone: 'bad', text: t('h5.codes.notACode') }
    let feedback: Feedback = { tone: 'good', text: t('h5.codes.added', { code: scan.code }) }
    form.change(old => {
      const { codes: next, result } = addCode(old.codes, {
        code: scan.code,
        last: until,
        at: Date.now(),
        max: limits.reportCodes,
        parent: old.parentCode,
      })
      if (result === 'duplicate') feedback = { tone: 'bad', text: t('h5.codes.duplicate', { code: scan.code }) }
      if (result === 'full') feedback = { tone: 'bad', text: t('h5.codes.full', { max: limits.reportCodes }) }
      if (result === 'parent') feedback = { tone: 'bad', text: t('h5.codes.isParent') }
      return { codes: next }
    })
    return feedback
  }

  return (
    <section className="card" data-at="codes">
      <h2>
        {t('h5.codes')} <span className="card-note">{t('h5.codes.count', { n: countCodes(codes) })}</span>
      </h2>
      {problem && <p className="field-problem">{problem}</p>}
      <button type="button" className="button button-main button-wide" onClick={() => setScanning(true)}>
        <Icon name="scan" /> {t('h5.codes.scan')}
      </button>
      <TypeCode onAdd={text => addScan(text)} />
      {stage.shape === 'aggregation' && <RangeInput onAdd={addScan} />}
      <OtherStageNotice stage={stage} codes={codes} />
      <CodeList codes={codes} onRemove={code => form.change(old => ({ codes: removeCode(old.codes, code) }))} />
      {refused > 0 && (
        <div className="pair">
          <button
            type="button"
            className="button"
            onClick={() => form.change(old => ({ codes: removeRefused(old.codes) }))}
          >
            {t('h5.codes.clearRefused')}
          </button>
          {online && (
            <button type="button" className="button" onClick={checks.recheck}>
              {t('h5.codes.checkAgain')}
            </button>
          )}
        </div>
      )}
      <ParentCode stage={stage} />
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
    </section>
  )
}

function CodeList({ codes, onRemove }: { codes: readonly ScannedCode[]; onRemove: (code: string) => void }) {
  const { t } = useApp()
  const [all, setAll] = useState(false)
  if (codes.length === 0) return <p className="card-empty">{t('h5.codes.none')}</p>
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
              <CodeCheckText check={entry.check} />
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

const rank = (entry: ScannedCode) => (entry.check.state === 'refused' ? 0 : 1)
