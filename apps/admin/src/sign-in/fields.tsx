import {
  type InputHTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useT } from '../shell/texts.tsx'

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  name: string
  label: string
  error?: string
  hint?: ReactNode
  /** Content next to the field. */
  addon?: ReactNode
}

/** A labelled field with its error. */
export function Field({ label, error, hint, addon, autoFocus, ...input }: FieldProps) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const first = useRef(autoFocus)
  // Set by script: the autofocus attribute does not work everywhere on a page that is built later. Before the page is
  // visible, so that a user who has moved to another field is not called back.
  useLayoutEffect(() => {
    if (first.current) field.current?.focus()
  }, [])
  const message = error || hint
  return (
    <div className={error ? 'field wrong' : 'field'}>
      <label htmlFor={id}>{label}</label>
      <div className="field-row">
        <input
          ref={field}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={message ? `${id}-told` : undefined}
          {...input}
        />
        {addon}
      </div>
      {message ? (
        <p id={`${id}-told`} role={error ? 'alert' : undefined}>
          {message}
        </p>
      ) : null}
    </div>
  )
}

/** A password that can be made visible; warns while Caps Lock is on. */
export function PasswordField(props: FieldProps) {
  const t = useT()
  const [visible, setVisible] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const watch = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  return (
    <Field
      {...props}
      type={visible ? 'text' : 'password'}
      maxLength={128}
      onKeyUp={watch}
      hint={capsLock ? t('shell.login.capsLock') : undefined}
      addon={
        <button
          type="button"
          className="field-eye"
          aria-pressed={visible}
          aria-label={t('shell.login.showPassword')}
          onClick={() => setVisible(!visible)}
        >
          <Eye open={visible} />
        </button>
      }
    />
  )
}

function Eye({ open }: { open: boolean }) {
  return (
    <svg
      width="18"
      height="18"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z" />
      <circle cx="12" cy="12" r="2.8" />
      {open ? null : <path d="m4 20 16-16" />}
    </svg>
  )
}

export function SubmitButton({ busy, children }: { busy: boolean; children: ReactNode }) {
  return (
    <button type="submit" className="plain-button primary wide" aria-busy={busy} disabled={busy}>
      {busy ? <span className="turning" aria-hidden="true" /> : null}
      {children}
    </button>
  )
}
