import type { KeyboardEvent } from 'react'

/**
 * For the keys pressed in a select of several: Tab leaves it with what is chosen. The library would take the entry that is
 * marked in the open list, which after an Enter is the one just chosen, away again, and keep the focus.
 */
export function leaveByTab(event: KeyboardEvent<HTMLElement>): void {
  if (event.key === 'Tab') event.stopPropagation()
}
