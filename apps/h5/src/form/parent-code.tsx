import type { Stage } from '@timbermark/contract'
import { useEffect, useId, useState } from 'react'
import { useApp } from '../app/context.ts'
import type { CodeCheck } from '../report/report.ts'
import { parseScan } from '../scan/scan-text.ts'
import { findTypedFault } from '../scan/typed-code.ts'
import { CodeCheckText } from '../codes/code-check-text.tsx'
import { askAboutCode, parentCheckOf } from '../codes/code-checks.ts'
import { CodeInput } from '../codes/code-input.tsx'
import { useForm } from './form-context.ts'

/**
 * The package or container of the codes. A packing puts the codes into it. Any other stage only names where they are,
 * unless the person says that this report puts them into it.
 */
export function ParentCode({ stage }: { stage: Stage }) {
  const { t } = useApp()
  const form = useForm()
  const hintId = useId()
  const { parentCode, linkCodes = false } = form.content
  const isPacking = stage.shape === 'aggregation'
  return (
    <>
      <CodeInput
        frame={{
          at: 'parentCode',
          label: t('h5.parentCode'),
          required: isPacking,
          hint: t(isPacking ? 'h5.parentCode.hint' : 'h5.parentCode.where'),
          problem: form.problem('parentCode'),
        }}
        value={parentCode}
        onChange={code => form.change({ parentCode: code })}
      />
      {isPacking && <ParentCheck code={parentCode} />}
      {!isPacking && parentCode !== '' && (
        <div className="field">
          <label className="tick">
            <input
              type="checkbox"
              className="tick-box"
              checked={linkCodes}
              aria-describedby={hintId}
              onChange={event => form.change({ linkCodes: event.target.checked })}
            />
            {t('h5.parentCode.link')}
          </label>
          <p id={hintId} className="field-hint">
            {t('h5.parentCode.linkHint')}
          </p>
        </div>
      )}
    </>
  )
}

/** What the server says of the package, before the codes that go into it are scanned. */
function ParentCheck({ code }: { code: string }) {
  const { t, client, online } = useApp()
  const [check, setCheck] = useState<CodeCheck | null>(null)
  const isComplete = code.trim() !== '' && parseScan(code).kind !== 'none' && findTypedFault(code) === undefined
  useEffect(() => {
    setCheck(null)
    if (!online || !isComplete) return
    let isCancelled = false
    void askAboutCode(t, client, { code }, { checkOf: answer => parentCheckOf(t, answer, code) }).then(
      result => !isCancelled && setCheck(result.check),
    )
    return () => {
      isCancelled = true
    }
  }, [code, isComplete, online, t, client])
  if (!check || check.state === 'unchecked') return null
  return (
    <p className="code-words" role="status">
      <CodeCheckText check={check} texts={{ good: t('h5.package.found'), already: '' }} />
    </p>
  )
}
