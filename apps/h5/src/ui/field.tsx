import { type ReactNode, useId } from 'react'
import { useApp } from '../app/context.ts'

export interface FieldFrame {
  label: string
  required?: boolean
  /** Shown after the label. */
  unit?: string
  hint?: ReactNode
  /** Where the answer comes from, when the person did not enter it. */
  mark?: string
  /** What is wrong, as text. */
  problem?: string
  /** Name of the form part, so that a summary can link to it. */
  at: string
}

/** Attributes that connect an input with its frame. */
export interface InputBinding {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': boolean
  'aria-required': boolean
}

/** A field with a single input: label, input, hint and problem. */
export function Field({ frame, children }: { frame: FieldFrame; children: (input: InputBinding) => ReactNode }) {
  const id = useId()
  const { describedBy, below } = useFieldNotes(id, frame)
  return (
    <div className={frame.problem ? 'field field-wrong' : 'field'} data-at={frame.at}>
      <label htmlFor={id}>
        <LabelText frame={frame} />
      </label>
      {children({
        id,
        'aria-describedby': describedBy,
        'aria-invalid': frame.problem !== undefined,
        'aria-required': frame.required ?? false,
      })}
      {below}
    </div>
  )
}

/** A field with several inputs. */
export function FieldSet({ frame, children }: { frame: FieldFrame; children: ReactNode }) {
  const id = useId()
  const { describedBy, below } = useFieldNotes(id, frame)
  return (
    <fieldset
      className={frame.problem ? 'field field-wrong' : 'field'}
      data-at={frame.at}
      aria-describedby={describedBy}
      tabIndex={-1}
    >
      <legend>
        <LabelText frame={frame} />
      </legend>
      {children}
      {below}
    </fieldset>
  )
}

function LabelText({ frame }: { frame: FieldFrame }) {
  const { t } = useApp()
  return (
    <>
      {frame.label}
      {frame.unit && <span className="field-unit"> ({frame.unit})</span>}
      {frame.mark && <span className="field-mark"> {frame.mark}</span>}
      {frame.required && <span className="field-required"> {t('h5.required')}</span>}
    </>
  )
}

function useFieldNotes(id: string, frame: FieldFrame) {
  const hintId = frame.hint ? `${id}-hint` : ''
  const problemId = frame.problem ? `${id}-problem` : ''
  const describedBy = [problemId, hintId].filter(Boolean).join(' ') || undefined
  const below = (
    <>
      {frame.problem && (
        <p className="field-problem" id={problemId}>
          {frame.problem}
        </p>
      )}
      {frame.hint && (
        <div className="field-hint" id={hintId}>
          {frame.hint}
        </div>
      )}
    </>
  )
  return { describedBy, below }
}
