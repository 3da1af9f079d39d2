import { limits } from '@timbermark/contract'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Tag } from './tags.ts'
import { useT } from '../texts.tsx'

export type TagAction = 'refresh' | 'close' | 'closeOthers' | 'closeRight' | 'closeAll'

interface TagMenuProps {
  tag: Tag
  x: number
  y: number
  /** It is the last tag. */
  last: boolean
  choose: (action: TagAction) => void
  dismiss: () => void
}

/** The actions of a tag. The menu stays inside of the window, wherever the tag is. */
export function TagMenu({ tag, x, y, last, choose, dismiss }: TagMenuProps) {
  const t = useT()
  const menu = useRef<HTMLDivElement>(null)
  const [position, setPosition] = useState({ left: x, top: y })
  const actions: TagAction[] = [
    'refresh',
    ...(tag.pinned ? [] : (['close'] as const)),
    'closeOthers',
    ...(last ? [] : (['closeRight'] as const)),
    'closeAll',
  ]

  useLayoutEffect(() => {
    const box = menu.current
    if (!box) return
    const gap = 8
    setPosition({
      left: Math.max(gap, Math.min(x, innerWidth - box.offsetWidth - gap)),
      top: Math.max(gap, Math.min(y, innerHeight - box.offsetHeight - gap)),
    })
    const before = document.activeElement as HTMLElement | null
    box.querySelector('button')?.focus({ preventScroll: true })
    return () => before?.focus({ preventScroll: true })
  }, [x, y])

  useEffect(() => {
    const outside = (event: Event) => {
      if (!menu.current?.contains(event.target as Node)) dismiss()
    }
    // The bar may still be scrolling the opened tag into view; only scrolling of the page closes the menu.
    const scrolled = (event: Event) => {
      if (event.target === document) dismiss()
    }
    addEventListener('pointerdown', outside, true)
    addEventListener('scroll', scrolled, true)
    addEventListener('resize', dismiss)
    return () => {
      removeEventListener('pointerdown', outside, true)
      removeEventListener('scroll', scrolled, true)
      removeEventListener('resize', dismiss)
    }
  }, [dismiss])

  const onKeyDown = (event: KeyboardEvent) => {
    const buttons = [...(menu.current?.querySelectorAll('button') ?? [])]
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key]
    if (event.key === 'Escape' || event.key === 'Tab') dismiss()
    else if (to === undefined) return
    else buttons.at(to % buttons.length)?.focus()
    event.preventDefault()
  }

  return createPortal(
    <div
      ref={menu}
      role="menu"
      tabIndex={-1}
      aria-label={t('shell.tags.menu')}
      className="tag-menu"
      style={{ ...position, width: limits.tagMenuWidth }}
      onKeyDown={onKeyDown}
    >
      {actions.map(action => (
        <button key={action} type="button" role="menuitem" onClick={() => choose(action)}>
          {t(`shell.tags.${action}`)}
        </button>
      ))}
    </div>,
    document.body,
  )
}
