/** Props that a form passes to each control. Values are as on the wire. */
export interface ControlProps<T = unknown> {
  id?: string
  value?: T
  onChange?: (value: T | null) => void
  disabled?: boolean
  'aria-required'?: boolean
  'aria-invalid'?: boolean
  'aria-describedby'?: string
}
