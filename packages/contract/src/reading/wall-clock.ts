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

/**
 * The time at which clocks in the zone show `wallTime`, which carries it in its UTC fields; the earlier one where they show
 * it twice. Undefined when they skip it.
 */
export function timeOfWallClock(wallTime: number, timeZone: string): number | undefined {
  const clock = wallClockOf(timeZone)
  const whole = wallTime - (wallTime % 1000)
  const guess = whole - (clock(whole) - whole)
  const hour = 3_600_000
  // The usual case, in few steps: the clocks show it once, or once more an hour earlier.
  if (clock(guess) === whole) return (clock(guess - hour) === whole ? guess - hour : guess) + (wallTime - whole)
  // Near a change of the clocks the guess is off by the change.
  const candidates = [guess - (clock(guess) - whole)]
  for (const near of [guess - 3 * hour, guess + 3 * hour]) candidates.push(whole - (clock(near) - near))
  const shown = candidates.filter(time => clock(time) === whole)
  return shown.length === 0 ? undefined : Math.min(...shown) + (wallTime - whole)
}
