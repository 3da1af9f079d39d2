import { type ReactNode, useId } from 'react'

interface ControlProps {
  id: string
  status: 'error' | ''
  'aria-describedby'?: string
  'aria-invalid'?: boolean
}

/** A control with its label, and with a problem or a hint below it. */
export function Labelled({
  label,
  hint,
  problem,
  children,
}: {
  label: string
  hint?: ReactNode
  problem?: string | undefined
  children: (props: ControlProps) => ReactNode
}) {
  const id = useId()
  const message = problem ?? hint
  return (
    <div className="tm-labelled">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        status: problem ? 'error' : '',
        ...(message ? { 'aria-describedby': `${id}-told` } : {}),
        ...(problem ? { 'aria-invalid': true } : {}),
      })}
      {message && (
        <span id={`${id}-told`} className={problem ? 'tm-labelled-problem' : 'tm-muted'}>
          {message}
        </span>
      )}
    </div>
  )
}
