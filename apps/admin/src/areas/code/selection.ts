import type { PrintedSerialRange } from '@timbermark/contract/calls'

/** Selected codes of one request: sorted serials from 1 on, both ends included, without overlapping or adjacent ranges. */
export type Selection = readonly PrintedSerialRange[]

/** The selection with these ranges added. */
export function addSpans(chosen: Selection, added: readonly PrintedSerialRange[]): PrintedSerialRange[] {
  const spans: PrintedSerialRange[] = []
  for (const { from, to } of [...chosen, ...added]
    .filter(span => span.from <= span.to)
    .sort((a, b) => a.from - b.from)) {
    const last = spans.at(-1)
    if (last && from <= last.to + 1) last.to = Math.max(last.to, to)
    else spans.push({ from, to })
  }
  return spans
}

/** The selection with these ranges removed. */
export function removeSpans(chosen: Selection, removed: readonly PrintedSerialRange[]): PrintedSerialRange[] {
  let spans = addSpans([], chosen)
  for (const hole of removed)
    spans = spans.flatMap(({ from, to }) =>
      hole.to < from || hole.from > to
        ? [{ from, to }]
        : [
            { from, to: hole.from - 1 },
            { from: hole.to + 1, to },
          ],
    )
  return addSpans([], spans)
}

export const countSelected = (chosen: Selection) => chosen.reduce((sum, { from, to }) => sum + to - from + 1, 0)

export const isSelected = (chosen: Selection, serial: number) =>
  chosen.some(({ from, to }) => from <= serial && serial <= to)

export const singleSpan = (serial: number): PrintedSerialRange => ({ from: serial, to: serial })
