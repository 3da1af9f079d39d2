import { type Alarm, alarmGrades, type AlarmKey } from '@timbermark/contract'

/** Whoever asks waits no longer than this for alarms that have to be read somewhere. */
const readMs = 600

/** What an alarm tells besides its key. */
export type AlarmDetail = Alarm['detail']

/**
 * What stands in the way of the service as this process sees it. Whoever notices raises, whoever sees it gone clears.
 * What concerns the whole installation (a ledger that is behind) is read where it is kept, through `include`.
 */
export class Alarms {
  readonly #standing = new Map<AlarmKey, Alarm>()
  readonly #shared: (() => Promise<Alarm[]>)[] = []

  /** Raises an alarm, or renews the details of one that stands; it keeps the time it began. */
  raise(key: AlarmKey, detail: AlarmDetail = {}): void {
    const since = this.#standing.get(key)?.since ?? new Date().toISOString()
    this.#standing.set(key, { key, grade: alarmGrades[key], since, detail })
  }

  clear(key: AlarmKey): void {
    this.#standing.delete(key)
  }

  stands(key: AlarmKey): boolean {
    return this.#standing.has(key)
  }

  /** Adds a place where alarms of the whole installation are kept. It must answer soon. */
  include(read: () => Promise<Alarm[]>): void {
    this.#shared.push(read)
  }

  /** All that stand, the worst first; those of the installation only while they can be read. */
  async all(): Promise<Alarm[]> {
    const shared = await Promise.all(this.#shared.map(read => soon(read())))
    const known = new Map([...shared.flat(), ...this.#standing.values()].map(alarm => [alarm.key, alarm]))
    return [...known.values()].sort((a, b) => Number(b.grade === 'down') - Number(a.grade === 'down'))
  }
}

/** The alarms read, or none when that fails or takes too long. */
function soon(reading: Promise<Alarm[]>): Promise<Alarm[]> {
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
