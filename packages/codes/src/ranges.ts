/** Serials from `from` (included) to `to` (excluded); never empty. */
export interface SerialRange {
  from: number
  to: number
}

/**
 * The smallest sorted list of ranges that contains exactly these serials. They may come in any order and repeat.
 * @throws RangeError for a number that is no serial
 */
export function toRanges(serials: Iterable<number>): SerialRange[] {
  const sorted = Float64Array.from(serials).sort()
  const ranges: SerialRange[] = []
  for (const serial of sorted) {
    if (!Number.isSafeInteger(serial) || serial < 0) throw new RangeError(`not a serial: ${serial}`)
    const last = ranges.at(-1)
    if (last && serial <= last.to) last.to = Math.max(last.to, serial + 1)
    else ranges.push({ from: serial, to: serial + 1 })
  }
  return ranges
}

/** The same serials in sorted ranges that neither overlap nor touch. Empty ranges are dropped. */
export function normaliseRanges(ranges: Iterable<SerialRange>): SerialRange[] {
  const result: SerialRange[] = []
  for (const { from, to } of [...ranges].filter(r => r.from < r.to).sort((a, b) => a.from - b.from)) {
    const last = result.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else result.push({ from, to })
  }
  return result
}

/** Serials that are in both. */
export function intersectRanges(a: Iterable<SerialRange>, b: Iterable<SerialRange>): SerialRange[] {
  const [left, right] = [normaliseRanges(a), normaliseRanges(b)]
  const result: SerialRange[] = []
  for (let i = 0, j = 0; i < left.length && j < right.length; ) {
    const from = Math.max(left[i]!.from, right[j]!.from)
    const to = Math.min(left[i]!.to, right[j]!.to)
    if (from < to) result.push({ from, to })
    if (left[i]!.to < right[j]!.to) i++
    else j++
  }
  return result
}

/** Serials of `a` that are not in `b`. */
export function subtractRanges(a: Iterable<SerialRange>, b: Iterable<SerialRange>): SerialRange[] {
  const holes = normaliseRanges(b)
  const result: SerialRange[] = []
  for (const { from, to } of normaliseRanges(a)) {
    let next = from
    for (const hole of holes) {
      if (hole.to <= next) continue
      if (hole.from >= to) break
      if (hole.from > next) result.push({ from: next, to: hole.from })
      next = hole.to
    }
    if (next < to) result.push({ from: next, to })
  }
  return result
}

/** Number of serials in ranges that do not overlap. */
export function countSerials(ranges: Iterable<SerialRange>): number {
  let count = 0
  for (const { from, to } of ranges) count += to - from
  return count
}

/** Whether `serial` is in the ranges, which must be sorted and must not overlap (see `normaliseRanges`). Binary search. */
export function rangesInclude(ranges: readonly SerialRange[], serial: number): boolean {
  let low = 0
  let high = ranges.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (ranges[middle]!.to <= serial) low = middle + 1
    else high = middle
  }
  return low < ranges.length && ranges[low]!.from <= serial
}

/** Yields every serial of the ranges in order. */
export function* serialsOf(ranges: Iterable<SerialRange>): Generator<number> {
  for (const { from, to } of ranges) for (let serial = from; serial < to; serial++) yield serial
}

/** Writes PostgreSQL's canonical text of an `int4range`: `[3,7)`. */
export function rangeToSql({ from, to }: SerialRange): string {
  return `[${from},${to})`
}

/** Parses the canonical text of a bounded `int4range`; undefined for `empty` and for any other form. */
export function rangeFromSql(text: string): SerialRange | undefined {
  const match = /^\[(\d{1,10}),(\d{1,10})\)$/.exec(text)
  if (!match) return undefined
  const range = { from: Number(match[1]), to: Number(match[2]) }
  return range.from < range.to ? range : undefined
}
