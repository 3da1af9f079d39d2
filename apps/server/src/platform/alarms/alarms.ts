import { type Alarm, alarmGrades, type AlarmKey } from '@timbermark/contract'

/** A caller waits no longer than this for alarms that have to be read elsewhere. */
const readMs = 600

/** An alarm that nobody could see: raised and cleared between two looks. */
export interface ShortAlarm {
  key: AlarmKey
  /** How often. */
  times: number
  /** The longest time that it was raised, seconds. */
  longest: number
}

/** The details of an alarm. */
export type AlarmDetail = Alarm['detail']

/**
 * The conditions that impair the service, as this process sees them. Code that detects a condition raises its alarm;
 * code that sees it gone clears it. Alarms of the whole installation (a ledger that is behind) are read where they are
 * stored, through `include`.
 */
export class Alarms {
  readonly #raised = new Map<AlarmKey, Alarm>()
  /** Since when each is raised, by a clock that nobody sets, and whether a look has seen it. */
  readonly #times = new Map<AlarmKey, { since: number; seen: boolean }>()
  #short = new Map<AlarmKey, ShortAlarm>()
  readonly #shared: (() => Promise<Alarm[]>)[] = []

  /** Raises an alarm, or updates the details of a raised one, which keeps its start time. */
  raise(key: AlarmKey, detail: AlarmDetail = {}): void {
    if (!this.#times.has(key)) this.#times.set(key, { since: performance.now(), seen: false })
    const since = this.#raised.get(key)?.since ?? new Date().toISOString()
    this.#raised.set(key, { key, grade: alarmGrades[key], since, detail })
  }

  clear(key: AlarmKey): void {
    this.#raised.delete(key)
    const times = this.#times.get(key)
    this.#times.delete(key)
    if (times && !times.seen) this.#countShort(key, (performance.now() - times.since) / 1000)
  }

  #countShort(key: AlarmKey, seconds: number): void {
    const counted = this.#short.get(key)
    this.#short.set(key, {
      key,
      times: (counted?.times ?? 0) + 1,
      longest: Math.max(counted?.longest ?? 0, Math.ceil(seconds)),
    })
  }

  /** The alarms raised and cleared since the last call; those raised now count as seen. */
  takeShort(): ShortAlarm[] {
    for (const times of this.#times.values()) times.seen = true
    const short = [...this.#short.values()]
    this.#short = new Map()
    return short
  }

  /** Puts back what could not be told. */
  putBack(short: readonly ShortAlarm[]): void {
    for (const { key, times, longest } of short) {
      const counted = this.#short.get(key)
      this.#short.set(key, {
        key,
        times: times + (counted?.times ?? 0),
        longest: Math.max(longest, counted?.longest ?? 0),
      })
    }
  }

  isRaised(key: AlarmKey): boolean {
    return this.#raised.has(key)
  }

  /** Adds a source of alarms of the whole installation. It must answer soon. */
  include(read: () => Promise<Alarm[]>): void {
    this.#shared.push(read)
  }

  /** All raised alarms, the worst first; those of the installation only while they can be read. */
  async all(): Promise<Alarm[]> {
    const shared = await Promise.all(this.#shared.map(read => readInTime(read())))
    const known = new Map([...shared.flat(), ...this.#raised.values()].map(alarm => [alarm.key, alarm]))
    return [...known.values()].sort((a, b) => Number(b.grade === 'down') - Number(a.grade === 'down'))
  }
}

/** The alarms read, or none when that fails or takes too long. */
function readInTime(reading: Promise<Alarm[]>): Promise<Alarm[]> {
  return new Promise(resolve => {
    const timer = setTimeout(() => resolve([]), readMs)
    reading
      .catch(() => [])
      .then(alarms => {
        clearTimeout(timer)
        resolve(alarms)
      })
  })
}
