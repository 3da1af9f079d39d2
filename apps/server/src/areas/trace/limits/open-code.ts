import { setTimeout as pause } from 'node:timers/promises'
import type { OpenedCode } from '../../code/directory/code-directory.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Services } from '../../../platform/services.ts'
import { clientLimits } from '../../system/identity/client-limits.ts'

export type KnownCode = Extract<OpenedCode, { known: true }>

const slowMs = 2000
/** Most delayed answers at once; more are refused. */
const maxWaiting = 500
let waiting = 0

/**
 * Opens a code for the public. A forged code costs no statement; a possible foreign code costs one index look-up.
 * @throws Refusal code.unknown for an unknown code, trace.several for a foreign code of several enterprises, tooMany for a
 *   client that keeps guessing
 */
export async function openForPublic(services: Services, text: string, ip: string): Promise<KnownCode> {
  const opened = await services.directory.open(text, 'first')
  if (opened.known) return opened
  const [foreign, another] = await services.directory.openForeign(text)
  if (another) throw new Refusal('trace.several')
  if (foreign) return foreign
  const treatment = clientLimits(services).unknown(ip)
  if (treatment === 'refused' || (treatment === 'slowly' && waiting >= maxWaiting))
    throw new Refusal('tooMany', { seconds: 60 })
  if (treatment === 'slowly') {
    waiting++
    await pause(slowMs)
    waiting--
  }
  throw new Refusal('code.unknown')
}

/** Have the codes of this request been issued? Before that nobody can have one honestly. */
export function isActive(opened: KnownCode): boolean {
  return opened.entry.status === 'completed' || opened.entry.status === 'downloaded'
}
