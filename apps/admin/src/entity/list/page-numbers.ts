/**
 * Page numbers to show: the first, the last and those around the current one, at most `count`; `gap` marks a gap.
 * @param count odd, at least 5 (the specification's pager count: 5 on narrow screens, else 7)
 */
export function pageNumbers(current: number, pages: number, count: number): (number | 'gap')[] {
  if (pages <= count) return Array.from({ length: pages }, (_, index) => index + 1)
  const inner = count - 2
  const half = (inner - 1) / 2
  const from = Math.max(2, Math.min(current - half, pages - inner))
  const middle = Array.from({ length: inner }, (_, index) => from + index)
  const last = from + inner - 1
  return [1, ...(from > 2 ? ['gap' as const] : []), ...middle, ...(last < pages - 1 ? ['gap' as const] : []), pages]
}
