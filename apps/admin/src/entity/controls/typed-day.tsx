import type { Unread } from '@timbermark/contract/reading'
import { type ComponentProps, createContext, useContext, useRef, useState } from 'react'

/** A day or moment as on the wire, or what a person typed that is none. */
export type HeldDay = string | Unread

/** An input of a date picker while a person types. */
export interface TypedDay {
  /** Its text, where it is not that of the picker. */
  text: string | undefined
  /** Something was typed that is not read yet. */
  pending: boolean
  type: (text: string) => void
  /** Reads what was typed. */
  leave: () => void
  /** Another value was chosen. */
  drop: () => void
}

interface TypedDayOptions {
  value: HeldDay | null | undefined
  read: (text: string) => HeldDay
  onChange: (value: HeldDay | null) => void
}

/**
 * What is typed into a date picker, read when the person leaves the input or presses Enter. The picker itself knows one
 * form and reads with every key, so that `2026-1-1` would be taken before the `2` of `2026-1-12` follows.
 */
export function useTypedDay({ value, read, onChange }: TypedDayOptions): TypedDay {
  const [typing, setTyping] = useState<{ text: string; before: unknown }>()
  // The panel chooses and closes, and so leaves, in one step.
  const dropped = useRef(false)
  // A value that the form sets meanwhile wins over what was typed.
  const current = typing && typing.before === value ? typing.text : undefined
  return {
    text: current ?? (value && !isDay(value) ? String(value) : undefined),
    pending: current !== undefined,
    type: text => {
      dropped.current = false
      setTyping({ text, before: value })
    },
    drop: () => {
      dropped.current = true
      setTyping(undefined)
    },
    leave: () => {
      if (current === undefined || dropped.current) return
      dropped.current = true
      setTyping(undefined)
      onChange(current.trim() === '' ? null : read(current))
    },
  }
}

/** Whether a picker can show the value. */
export const isDay = (value: HeldDay | null | undefined): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value)

interface TypedDays {
  /** Of a range, the first and the last day. */
  ends: readonly TypedDay[]
  close: () => void
}

const Context = createContext<TypedDays | undefined>(undefined)

/** Around a date picker with `typedComponents`. */
export const TypedDaysProvider = Context.Provider

function TypedInput(props: ComponentProps<'input'> & { 'date-range'?: 'start' | 'end' }) {
  const typed = useContext(Context)
  const end = typed?.ends[props['date-range'] === 'end' ? 1 : 0]
  if (!typed || !end) return <input {...props} />
  return (
    <input
      {...props}
      value={end.text ?? props.value}
      onChange={event => end.type(event.target.value)}
      onBlur={event => {
        // In the panel the person goes on; the panel would turn to another month below the pointer.
        if (!event.relatedTarget?.closest('.ant-picker-dropdown')) end.leave()
        props.onBlur?.(event)
      }}
      onKeyDown={event => {
        // The picker would take its own earlier text.
        if (event.key === 'Enter' && end.pending) {
          end.leave()
          typed.close()
        } else props.onKeyDown?.(event)
      }}
    />
  )
}

/** A constant, so that the picker keeps its input. */
export const typedComponents = { input: TypedInput }
