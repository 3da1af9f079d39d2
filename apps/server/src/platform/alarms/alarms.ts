import { type Alarm, alarmGrades, type AlarmKey } from '@timbermark/contract'

/** A caller waits no longer than this for alarms that have to be read elsewhere. */
const readMs = 600

/** The details of an alarm. */
export type AlarmDetail = Alarm['detail']

/**
 * The conditions that impair the service, as this process sees them. Code that detects a condition raises its alarm;
 * code that sees it gone clears it. Alarms of the whole installation (a ledger that is behind) are read where they are
 * stored, through `include`.
 */
export class Alarms {
  readonly #raised = new Map<AlarmKey, Alarm>()
  readonly #shared: (() => Promise<Alarm[]>)[] = []

  /** Raises an alarm, or updates the details of a raised one, which keeps its start time. */
  raise(key: AlarmKey, detail: AlarmDetail = {}): void {
    const since = this.#raised.get(key)?.since ?? new Date().toISOString()
    this.#raised.set(key, { key, grade: alarmGrades[key], since, detail })
  }

  clear(key: AlarmKey): void {
    this.#raised.delete(key)
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
