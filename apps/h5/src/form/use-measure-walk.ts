import { type KeyboardEvent, useEffect, useRef } from 'react'

const measures = '.log-measure input:not([readonly])'

/**
 * Measuring logs without looking for the next field: after a scan the first measure of its row has the focus, Enter goes to
 * the next one, and from the last one on to the next scan.
 * @param onEnd called after the last measure of a row
 */
export function useMeasureWalk(onEnd: () => void) {
  const list = useRef<HTMLOListElement>(null)
  const wanted = useRef<string>(null)
  useEffect(() => {
    // The row is drawn with the scan, or one render later.
    if (wanted.current === null) return
    const first = list.current?.querySelector<HTMLElement>(`[data-at="rows.${wanted.current}"] ${measures}`)
    if (!first) return
    wanted.current = null
    first.focus()
  })
  return {
    list,
    begin(key: string) {
      wanted.current = key
    },
    onKeyDown(event: KeyboardEvent) {
      const input = event.target as HTMLElement
      if (event.key !== 'Enter' || !input.matches(measures)) return
      event.preventDefault()
      const row = [...(input.closest('.log-row')?.querySelectorAll<HTMLInputElement>(measures) ?? [])]
      const next = row[row.indexOf(input as HTMLInputElement) + 1]
      next?.focus()
      next?.select()
      if (next) return
      input.blur()
      onEnd()
    },
  }
}
