import { type ReactNode, useId } from 'react'

interface ControlProps {
  id: string
  status: 'error' | ''
  'aria-describedby'?: string
  'aria-invalid'?: boolean
}

/** A control below its name, with what is wrong with it or what it is for. */
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
  const told = problem ?? hint
  return (
    <div className="tm-labelled">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        status: problem ? 'error' : '',
        ...(told ? { 'aria-describedby': `${id}-told` } : {}),
        ...(problem ? { 'aria-invalid': true } : {}),
      })}
      {told && (
        <span id={`${id}-told`} className={problem ? 'tm-labelled-problem' : 'tm-muted'}>
          {told}
        </span>
      )}
    </div>
  )
}
