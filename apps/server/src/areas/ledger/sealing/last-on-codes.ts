import { intersectRanges, subtractRanges } from '@timbermark/codes'

/** Consecutive codes of a request. */
export interface RequestRange {
  request: number
  from: number
  to: number
}

/** A state of codes, and what led to it. */
export interface StateOfCodes extends RequestRange {
  /** Id of the step or act; null for a state from before these were stored. */
  by: number | null
  state: string
}

/**
 * Compares the stored states of codes with what was done with these codes last.
 * @param done everything done with codes of the ranges, the last first
 * @param stored the stored states, each within one of the ranges; codes in none have the initial state
 * @returns what was done last on each code, and the ids of steps or acts that the stored states contradict
 */
export function compareWithLast(
  ranges: readonly RequestRange[],
  {
    done,
    stored,
    isInitial,
  }: {
    done: readonly (StateOfCodes & { by: number })[]
    stored: readonly StateOfCodes[]
    isInitial: (state: string) => boolean
  },
): { last: (StateOfCodes & { by: number })[]; contradicted: number[] } {
  const last = ranges.flatMap(range => lastOnCodes(range, done))
  const differing = last.filter(({ by, state, request, from, to }) => {
    const row = stored.find(one => one.request === request && one.from <= from && to <= one.to)
    return row ? row.by !== by || row.state !== state : !isInitial(state)
  })
  // A state that leads back to nothing that was done with these codes.
  const unfounded = stored.flatMap(({ by, request, from, to }) =>
    by === null || last.some(one => one.by === by && one.request === request && one.from < to && from < one.to)
      ? []
      : [by],
  )
  return { last, contradicted: [...differing.map(({ by }) => by), ...unfounded] }
}

/** What was done last on each code of a range, as pieces of the range. */
function lastOnCodes<T extends RequestRange>({ request, from, to }: RequestRange, done: readonly T[]): T[] {
  let rest = [{ from, to }]
  return done
    .filter(one => one.request === request)
    .flatMap(one => {
      const pieces = intersectRanges(rest, [one])
      rest = subtractRanges(rest, [one])
      return pieces.map(piece => ({ ...one, ...piece }))
    })
}
