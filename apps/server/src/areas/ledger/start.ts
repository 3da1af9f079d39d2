import { join } from 'node:path'
import type { Services } from '../../platform/services.ts'
import { ledgerLog } from './log.ts'
import { Sequencer } from './sequencer.ts'
import { SignedHeadFile } from './signed-head.ts'

/** The sequencer of this installation, not yet running. */
export function makeSequencer(services: Services): Sequencer {
  const head = new SignedHeadFile(join(services.settings.dataDir, 'ledger-head.json'))
  return new Sequencer({ database: services.database, log: ledgerLog(services), head, logger: services.log })
}

/** Begins to append what is queued, on whichever process comes first. */
export function startLedger(services: Services): Sequencer {
  const sequencer = makeSequencer(services)
  sequencer.start()
  return sequencer
}
