/** Shifts a time so that its UTC fields show the clock of the zone. */
export function wallClockOf(timeZone: string): (time: number) => number {
  if (timeZone === 'UTC') return time => time
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
  // Near a change of the clocks the first guess may be off by the change.
  const candidates = [guess, guess - (clock(guess) - whole)]
  for (const hours of [-3, 3]) {
    const near = guess + hours * 3_600_000
    candidates.push(whole - (clock(near) - near))
  }
  const shown = candidates.filter(time => clock(time) === whole)
  return shown.length === 0 ? undefined : Math.min(...shown) + (wallTime - whole)
}
