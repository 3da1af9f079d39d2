/** Shifts a time so that its UTC fields show the clock of the zone. */
export function wallClockOf(timeZone: string): (time: number) => number {
  if (timeZone === 'UTC') return time => time
  if (last?.timeZone !== timeZone) last = { timeZone, clock: makeClock(timeZone) }
  return last.clock
}

// A list is read in one zone, and a clock costs more to make than to read.
let last: { timeZone: string; clock: (time: number) => number } | undefined

function makeClock(timeZone: string): (time: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  return time => {
    if (Number.isNaN(time)) return time
    const part: Record<string, number> = {}
    for (const { type, value } of format.formatToParts(time)) part[type] = Number(value)
    return Date.UTC(part.year!, part.month! - 1, part.day, part.hour, part.minute, part.second)
  }
}

/** Whether clocks in the zone show the same time again an hour later, because they are put back in between. */
export function isShownTwice(time: number, timeZone: string): boolean {
  const clock = wallClockOf(timeZone)
  return clock(time) === clock(time + 3_600_000)
}

/**
 * The time at which clocks in the zone show `wallTime`, which carries it in its UTC fields; the earlier one where they show
 * it twice. Undefined when they skip it.
 */
export function timeOfWallClock(wallTime: number, timeZone: string): number | undefined {
  const clock = wallClockOf(timeZone)
  const wallSeconds = wallTime - (wallTime % 1000)
  const guess = wallSeconds - (clock(wallSeconds) - wallSeconds)
  const hour = 3_600_000
  // The usual case, in few steps: the clocks show it once, or once more an hour earlier.
  if (clock(guess) === wallSeconds)
    return (clock(guess - hour) === wallSeconds ? guess - hour : guess) + (wallTime - wallSeconds)
  // Near a change of the clocks the guess is off by the change.
  const candidates = [guess - (clock(guess) - wallSeconds)]
  for (const near of [guess - 3 * hour, guess + 3 * hour]) candidates.push(wallSeconds - (clock(near) - near))
  const matching = candidates.filter(time => clock(time) === wallSeconds)
  return matching.length === 0 ? undefined : Math.min(...matching) + (wallTime - wallSeconds)
}
