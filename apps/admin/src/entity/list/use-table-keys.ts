import { type RefObject, useEffect, useRef } from 'react'

/**
 * Keyboard support that the library's tables lack. The library measures columns in a hidden copy of the heading, check
 * box included, which must not take the focus. And a table wider than its place must scroll sideways by keyboard, even
 * when it has no focusable content, as when it is empty.
 * @returns ref for the element around the table
 */
export function useTableKeys<E extends HTMLElement>(label: string): RefObject<E | null> {
  const around = useRef<E>(null)
  useEffect(() => {
    const element = around.current
    if (!element) return
    const amend = () => {
      element.querySelector('.ant-table-measure-row')?.setAttribute('inert', '')
      const place = element.querySelector('.ant-table-body, .ant-table-content')
      if (!place) return
      const names = { tabindex: '0', role: 'group', 'aria-label': label }
      const scrolls = place.scrollWidth > place.clientWidth
      for (const [name, value] of Object.entries(names)) {
        if (scrolls) place.setAttribute(name, value)
        else place.removeAttribute(name)
      }
    }
    amend()
    const observer = new ResizeObserver(amend)
    observer.observe(element)
    // Rows come after the table, and may widen it.
    for (const table of element.querySelectorAll('table')) observer.observe(table)
    return () => observer.disconnect()
  })
  return around
}
