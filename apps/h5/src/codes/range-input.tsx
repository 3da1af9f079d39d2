import { useState } from 'react'
import { useApp } from '../app/context.ts'
import { parseScan } from '../scan/scan-text.ts'
import type { Feedback } from '../scan/feedback.ts'
import { CodeInput } from './code-input.tsx'

/** An input for a code range: the first and the last code are scanned, the codes between them are not. */
export function RangeInput({ onAdd }: { onAdd: (first: string, last: string) => Feedback }) {
  const { t, showToast } = useApp()
  const [open, setOpen] = useState(false)
  const [first, setFirst] = useState('')
  const [last, setLast] = useState('')

  function add() {
    const end = parseScan(last)
    if (end.kind === 'none' || !first.trim()) return showToast(t('h5.range.both'), 'bad')
    const feedback = onAdd(first, end.code)
    if (feedback.tone === 'bad') return showToast(feedback.text, 'bad')
    setFirst('')
    setLast('')
    setOpen(false)
  }

  if (!open)
    return (
      <button type="button" className="button button-wide" aria-expanded={false} onClick={() => setOpen(true)}>
        {t('h5.range.open')}
      </button>
    )
  return (
    <fieldset className="field">
      <legend>{t('h5.range.open')}</legend>
      <p className="field-hint">{t('h5.range.hint')}</p>
      <CodeInput frame={{ at: 'range.first', label: t('h5.range.first') }} value={first} onChange={setFirst} />
      <CodeInput frame={{ at: 'range.last', label: t('h5.range.last') }} value={last} onChange={setLast} />
      <div className="pair">
        <button type="button" className="button button-main" onClick={add}>
          {t('h5.codes.add')}
        </button>
        <button type="button" className="button" onClick={() => setOpen(false)}>
          {t('action.cancel')}
        </button>
      </div>
    </fieldset>
  )
}
