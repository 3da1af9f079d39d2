import { useId, useState } from 'react'
import { useApp } from '../app/context.ts'
import type { Feedback } from './feedback.ts'
import { findTypedFault } from './typed-code.ts'

/** Typing a code. Faults are shown while typing; on a second try the code may still be added, as it may be foreign. */
export function TypeCode({ onAdd }: { onAdd: (text: string) => Feedback }) {
  const { t, showToast } = useApp()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [tried, setTried] = useState(false)
  const fault = findTypedFault(typed)

  function add(anyway: boolean) {
    if (!typed.trim()) return
    if (fault && !fault.isNotice && !anyway) return setTried(true)
    const feedback = onAdd(typed)
    if (feedback.tone === 'bad') return showToast(feedback.text, 'bad')
    // The list shows what was added.
    setTyped('')
    setTried(false)
  }

  const wrong = fault && (tried || !fault.unfinished)
  return (
    <div className={wrong ? 'field field-wrong' : 'field'}>
      <form
        className="type-code"
        onSubmit={event => {
          event.preventDefault()
          add(false)
        }}
      >
        <input
          type="text"
          className="code-text"
          aria-label={t('h5.codes.type')}
          aria-describedby={fault ? id : undefined}
          aria-invalid={wrong !== undefined && wrong}
          placeholder={t('h5.codes.type')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="done"
          value={typed}
          onChange={event => setTyped(event.target.value)}
        />
        <button type="submit" className="button">
          {t('h5.codes.add')}
        </button>
      </form>
      <p id={id} className={wrong ? 'field-problem' : 'field-status'} role="status">
        {fault && t(fault.phrase, fault.params)}
      </p>
      {tried && fault && (
        <button type="button" className="link" onClick={() => add(true)}>
          {t('h5.typed.anyway')}
        </button>
      )}
    </div>
  )
}
