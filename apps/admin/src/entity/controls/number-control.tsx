import { formatNumber, localiseNumber, readTypedNumber } from '@timbermark/client'
import { numericPattern } from '@timbermark/contract'
import { Unread } from '@timbermark/contract/reading'
import { Input } from 'antd'
import { type FocusEvent, useState } from 'react'
import { useT } from '../../shell/index.ts'
import type { ControlProps } from './control-props.ts'

type HeldNumber = number | string | Unread

interface NumberControlProps extends ControlProps<number | string> {
  /** Sent as text, so that no digit is lost. */
  exact: boolean
  unit?: string
  /** Reads a text otherwise than as a number without bounds. */
  read?: (text: string) => string | Unread
  /** Groups digits while the field has no focus. */
  grouped?: boolean
  placeholder?: string
  'aria-label'?: string
  onBlur?: (event: FocusEvent) => void
}

/**
 * A number as people type it, decimal comma included. What is not a number stays as typed and is held with its reason, so
 * that the rule can report it: a control that clamps, cuts or forgets would change the number unseen.
 */
export function NumberControl({
  exact,
  unit,
  read,
  grouped = false,
  value,
  onChange,
  onBlur,
  placeholder,
  ...props
}: NumberControlProps) {
  const t = useT()
  const [typing, setTyping] = useState<{ text: string; sent: unknown }>()

  function parseInput(text: string): HeldNumber | null {
    if (text.trim() === '') return null
    const number = read ? read(text) : readTypedNumber(text, t.language)
    return exact || number instanceof Unread || !numericPattern.test(number) ? number : Number(number)
  }

  function displayText(): string {
    if (value === null || value === undefined) return ''
    const plain = String(value)
    if ((value as unknown) instanceof Unread) return plain
    return grouped && numericPattern.test(plain) ? formatNumber(plain, t.language) : localiseNumber(plain, t.language)
  }

  return (
    <Input
      {...props}
      className="tm-full"
      inputMode={exact ? 'decimal' : 'numeric'}
      autoComplete="off"
      placeholder={placeholder ?? t('common.enter')}
      suffix={unit && t.from(`unit.${unit}`)}
      // A value that the form sets meanwhile wins over what was typed.
      value={typing && typing.sent === value ? typing.text : displayText()}
      onChange={event => {
        const text = event.target.value
        // An unfinished number ("12," or "-") is not reported yet.
        const sent: unknown = /^-?$|[.,]$/.test(text.trim()) && text.trim() !== '' ? value : parseInput(text)
        setTyping({ text, sent })
        if (sent !== value) onChange?.(sent as number | string | null)
      }}
      onBlur={event => {
        if (typing) {
          const sent = parseInput(typing.text)
          setTyping(undefined)
          if (sent !== value) onChange?.(sent as number | string | null)
        }
        onBlur?.(event)
      }}
    />
  )
}
