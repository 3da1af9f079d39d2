import type { Walk, WalkFault } from './proven.ts'

/** What was found on a walk, each thing once. */
export class Faults {
  private readonly found = new Map<string, { fault: WalkFault; about: string }>()

  add(fault: WalkFault, about: string): void {
    this.found.set(`${fault} ${about}`, { fault, about })
  }

  get list(): Walk['faults'] {
    return [...this.found.values()]
  }

  /** Evidence beats ignorance: what contradicts counts, however much could not be read. */
  outcome(waits: boolean): Walk['outcome'] {
    const faults = this.list
    if (faults.some(({ fault }) => fault !== 'unreadable')) return 'suspicious'
    if (faults.length > 0) return 'unavailable'
    return waits ? 'waiting' : 'proven'
  }
}
