import type { Translate } from '@timbermark/client'
import { usePasswordLength } from '../shell/session/use-password-length.ts'
import { useT } from '../shell/texts.tsx'
import { PasswordField } from './fields.tsx'
import { firstProblem, length, type Rule, required } from './form.ts'

/**
 * Rules of a new password that is entered twice, for the fields `name` and `confirmPassword`.
 * @param more a further rule of the form for the new password
 */
export function useNewPasswordRules<N extends string>(
  name: N,
  { kind, requiredText, more = () => undefined }: { kind: 'given' | 'own'; requiredText: string; more?: Rule<N> },
): { newPassword: Rule<N>; confirmPassword: Rule<N> } {
  const t: Translate = useT()
  const limits = usePasswordLength(kind)
  return {
    newPassword: firstProblem<N>(
      required(requiredText),
      length(limits.min, limits.max, t('shell.password.length', limits)),
      more,
    ),
    confirmPassword: firstProblem<N>(required(t('shell.register.confirmRequired')), (value, values) =>
      value === values[name] ? undefined : t('shell.password.mismatch'),
    ),
  }
}

interface NewPasswordFieldsProps<N extends string> {
  name: N
  label: string
  confirmLabel: string
  errors: Partial<Record<N | 'confirmPassword', string>>
}

/** A new password and its repetition. */
export function NewPasswordFields<N extends string>({ name, label, confirmLabel, errors }: NewPasswordFieldsProps<N>) {
  return (
    <>
      <PasswordField name={name} label={label} error={errors[name]} autoComplete="new-password" />
      <PasswordField
        name="confirmPassword"
        label={confirmLabel}
        error={errors.confirmPassword}
        autoComplete="new-password"
      />
    </>
  )
}
