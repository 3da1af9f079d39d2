import type { Services } from '../../../platform/services.ts'
import { currentEpoch } from '../../ledger/log/breaks.ts'
import { ledgerLog } from '../../ledger/log/log.ts'
import { requestSubjects } from '../../ledger/log/request-subjects.ts'

/**
 * Source of the script module with the keys of this installation's log, one per epoch, the newest last, the key of its
 * request numbers, and the keys of its witnesses. The browser trusts these keys, and no key that comes with a proof.
 */
export async function logKeysModule(services: Pick<Services, 'settings' | 'secrets' | 'database'>): Promise<string> {
  return logKeysOf(services, await services.database.withoutTenant(currentEpoch))
}

/** The same while the log is in this epoch. */
export function logKeysOf(services: Pick<Services, 'settings' | 'secrets'>, newest: number): string {
  const log = ledgerLog(services)
  const keys = Array.from({ length: newest }, (_, before) => log.at(before + 1).verifierKey)
  const witnessKeys = services.settings.ledgerWitnesses.map(({ key }) => key)
  const values = { keys, requestKey: requestSubjects(services.secrets).key, witnessKeys }
  return Object.entries(values)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}\n`)
    .join('')
}
