import { type RefObject, useEffect, useRef } from 'react'

/**
 * What the library's tables lack for people who use keys. It measures columns in a hidden copy of the heading, check box
 * included: nobody should get there. And a table that is wider than its place must be moved sideways by key even when
 * nothing in it can be focused, as when it is empty.
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
    // Rows come later than the table, and may widen it.
    for (const table of element.querySelectorAll('table')) observer.observe(table)
    return () => observer.disconnect()
  })
  return around
}
