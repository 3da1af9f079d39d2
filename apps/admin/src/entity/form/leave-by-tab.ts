import type { KeyboardEvent } from 'react'

/**
 * Key handler of a multiple select: Tab leaves it and keeps what is chosen. The library would toggle the active option
 * of the open list (after an Enter, the one just chosen) and keep the focus.
 */
export function leaveByTab(event: KeyboardEvent<HTMLElement>): void {
  if (event.key === 'Tab') event.stopPropagation()
}
