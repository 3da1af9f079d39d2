import type { PrintedSerialRange } from '@timbermark/contract/calls'

/** Codes that are chosen, of one request: sorted numbers from 1 on, both ends included, that neither overlap nor touch. */
export type Chosen = readonly PrintedSerialRange[]

/** The same numbers with these too. */
export function withSpans(chosen: Chosen, added: readonly PrintedSerialRange[]): PrintedSerialRange[] {
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

/** The same numbers without one after another of these. */
export function withoutSpans(chosen: Chosen, removed: readonly PrintedSerialRange[]): PrintedSerialRange[] {
  let spans = withSpans([], chosen)
  for (const hole of removed)
    spans = spans.flatMap(({ from, to }) =>
      hole.to < from || hole.from > to
        ? [{ from, to }]
        : [
            { from, to: hole.from - 1 },
            { from: hole.to + 1, to },
          ],
    )
  return withSpans([], spans)
}

export const countChosen = (chosen: Chosen) => chosen.reduce((sum, { from, to }) => sum + to - from + 1, 0)

export const isChosen = (chosen: Chosen, serial: number) =>
  chosen.some(({ from, to }) => from <= serial && serial <= to)

export const single = (serial: number): PrintedSerialRange => ({ from: serial, to: serial })
