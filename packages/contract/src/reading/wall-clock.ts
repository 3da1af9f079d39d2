/** Shifts a time so that its UTC fields show the clock of the zone, with the fraction of its second. */
export function wallClockOf(timeZone: string): (time: number) => number {
  return timeZone === 'UTC' ? time => time : zoneOf(timeZone).clock
}

interface Zone {
  timeZone: string
  clock: (time: number) => number
  /** Whether the clocks change on a day, by its number since 1970 in UTC. */
  changing: Map<number, boolean>
}

// A list is read in one zone, and a clock costs more to make than to read.
let last: Zone | undefined

function zoneOf(timeZone: string): Zone {
  if (last?.timeZone !== timeZone) last = { timeZone, clock: makeClock(timeZone), changing: new Map() }
  return last
}

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
    const second = Date.UTC(part.year!, part.month! - 1, part.day, part.hour, part.minute, part.second)
    return second + (((time % 1000) + 1000) % 1000)
  }
}

const [hour, dayLength] = [3_600_000, 86_400_000]

/** Whether clocks in the zone show the same time again an hour later, because they are put back in between. */
export function isShownTwice(time: number, timeZone: string): boolean {
  const clock = wallClockOf(timeZone)
  return clock(time) === clock(time + hour)
}

/**
 * The time as clocks in the zone show it, with how far they are ahead of UTC, when they showed the same an hour before and
 * a cell without a zone would mean that hour: `2026-10-25 02:30:15 +01:00`. Undefined for all other times.
 */
export function textOfSecondHour(time: number, timeZone: string): string | undefined {
  if (timeZone === 'UTC' || Number.isNaN(time) || !changesOn(Math.floor(time / dayLength), timeZone)) return undefined
  const clock = wallClockOf(timeZone)
  const wallTime = clock(time)
  if (clock(time - hour) !== wallTime) return undefined
  const minutes = Math.round((wallTime - time) / 60_000)
  const twoDigits = (part: number) => String(part).padStart(2, '0')
  const ahead = `${minutes < 0 ? '-' : '+'}${twoDigits(Math.floor(Math.abs(minutes) / 60))}:${twoDigits(Math.abs(minutes) % 60)}`
  return `${new Date(wallTime)
    .toISOString()
    .replace('T', ' ')
    .replace(/(?:\.000)?Z$/, '')} ${ahead}`
}

/** Long exports ask for thousands of times of few days. */
function changesOn(day: number, timeZone: string): boolean {
  const { clock, changing } = zoneOf(timeZone)
  const known = changing.get(day)
  if (known !== undefined) return known
  const ahead = (time: number) => clock(time) - time
  const changes = ahead(day * dayLength - hour) !== ahead((day + 1) * dayLength)
  changing.set(day, changes)
  return changes
}

/**
 * The time at which clocks in the zone show `wallTime`, which carries it in its UTC fields; the earlier one where they show
 * it twice. Undefined when they skip it.
 */
export function timeOfWallClock(wallTime: number, timeZone: string): number | undefined {
  const clock = wallClockOf(timeZone)
  const wallSeconds = wallTime - (wallTime % 1000)
  const guess = wallSeconds - (clock(wallSeconds) - wallSeconds)
  // The usual case, in few steps: the clocks show it once, or once more an hour earlier.
  if (clock(guess) === wallSeconds)
    return (clock(guess - hour) === wallSeconds ? guess - hour : guess) + (wallTime - wallSeconds)
  // Near a change of the clocks the guess is off by the change.
  const candidates = [guess - (clock(guess) - wallSeconds)]
  for (const near of [guess - 3 * hour, guess + 3 * hour]) candidates.push(wallSeconds - (clock(near) - near))
  const matching = candidates.filter(time => clock(time) === wallSeconds)
  return matching.length === 0 ? undefined : Math.min(...matching) + (wallTime - wallSeconds)
}
