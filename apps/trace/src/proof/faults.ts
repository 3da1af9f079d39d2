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

  /** A contradiction outweighs anything unreadable; without faults, undefined. */
  outcome(): 'suspicious' | 'unavailable' | undefined {
    const faults = this.list
    if (faults.length === 0) return undefined
    return faults.some(({ fault }) => fault !== 'unreadable') ? 'suspicious' : 'unavailable'
  }
}
