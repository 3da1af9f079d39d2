import type { WalkResult, WalkFault } from './proven.ts'

/** The faults of a walk, each once. */
export class Faults {
  private readonly byName = new Map<string, { fault: WalkFault; about: string }>()

  add(fault: WalkFault, about: string): void {
    this.byName.set(`${fault} ${about}`, { fault, about })
  }

  get list(): WalkResult['faults'] {
    return [...this.byName.values()]
  }

  /** A contradiction outweighs anything unreadable. */
  outcome(isWaiting: boolean): WalkResult['outcome'] {
    const faults = this.list
    if (faults.some(({ fault }) => fault !== 'unreadable')) return 'suspicious'
    if (faults.length > 0) return 'unavailable'
    return isWaiting ? 'waiting' : 'proven'
  }
}
