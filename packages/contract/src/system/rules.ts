import { text } from '../field.ts'

/** Login account of a back-office user (specification section 5): 4 to 20 letters, digits, underscores or minuses. */
export const accountPattern = '^[A-Za-z0-9_-]+$'
export const accountLength = { min: 4, max: 20 } as const
/** Account that registers itself: from 2 characters. */
export const registeredAccountLength = { min: 2, max: 20 } as const
/** Password lengths: set by an administrator, by the user, and by both while strong passwords are required. */
export const passwordLength = {
  given: { min: 5, max: 20 },
  own: { min: 6, max: 20 },
  strong: { min: 8, max: 64 },
} as const

/** A mobile number of mainland China, or any number in international form (E.164). */
export const mobilePattern = '^(1[3-9]\\d{9}|\\+[1-9]\\d{6,14})$'
export const mobile = <const O extends object>(o: O) =>
  text({ max: 20, pattern: mobilePattern, patternError: 'notMobile', ...o })

/** A displayed name: no markup, no control characters. */
export const plainPattern = '^[^<>\\u0000-\\u001f\\u007f]*$'

/** Echo styles of a dictionary entry (specification: "echo style"). */
export const listClasses = ['default', 'primary', 'success', 'info', 'warning', 'danger'] as const
/** Text styles of a dictionary entry ("style attributes"): a fixed set, so that no style can be injected. */
export const textStyles = ['bold', 'italic', 'underline', 'strike', 'muted'] as const
