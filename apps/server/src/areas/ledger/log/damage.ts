import type { Services } from '../../../platform/services.ts'

/** A part of the stored ledger. */
export type LedgerPart = 'head' | 'tile' | 'index' | 'content'

/**
 * Stored data of the ledger was damaged, so that nothing can be proven with it. It says nothing about the goods: readers get a
 * named refusal, and the operator an alarm with the place.
 */
export class StoredDamage extends Error {
  readonly part: LedgerPart

  constructor(part: LedgerPart, message: string, options?: ErrorOptions) {
    super(message, options)
    this.part = part
  }
}

/** Stored tiles do not lead to the signed root. */
export class TilesDamaged extends StoredDamage {
  constructor(message: string) {
    super('tile', message)
  }
}

/** The stored index does not lead to the root in the newest head. */
export class IndexDamaged extends StoredDamage {
  constructor(message: string) {
    super('index', message)
  }
}

/** Tells the operator where the stored ledger is damaged. */
export function reportDamage({ log, alarms }: Pick<Services, 'log' | 'alarms'>, { message }: StoredDamage): void {
  log.fatal(message)
  alarms.raise('ledgerFaults', { found: 1 })
}
