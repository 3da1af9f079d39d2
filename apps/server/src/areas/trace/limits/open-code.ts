import { setTimeout as pause } from 'node:timers/promises'
import type { OpenedCode } from '../../code/directory/code-directory.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Services } from '../../../platform/services.ts'
import { clientLimits } from '../../system/identity/client-limits.ts'

export type KnownCode = Extract<OpenedCode, { known: true }>

const slowMs = 2000
/** More than these are not kept waiting at once, but refused. */
const mostWaiting = 500
let waiting = 0

/**
 * Reads a code for the public. A counterfeit costs no statement; what may be another printer's value one look into an index.
 * @throws Refusal code.unknown for what is no code of ours, trace.several for a value that several enterprises have, tooMany
 *   for a client that keeps guessing
 */
export async function openForPublic(services: Services, text: string, ip: string): Promise<KnownCode> {
  const opened = await services.directory.open(text)
  if (opened.known) return opened
  const [foreign, another] = await services.directory.openForeign(text)
  if (another) throw new Refusal('trace.several')
  if (foreign) return foreign
  const how = clientLimits(services).unknown(ip)
  if (how === 'refused' || (how === 'slowly' && waiting >= mostWaiting)) throw new Refusal('tooMany', { seconds: 60 })
  if (how === 'slowly') {
    waiting++
    await pause(slowMs)
    waiting--
  }
  throw new Refusal('code.unknown')
}

/** Have the codes of this request been handed out? Before that nobody can hold one honestly. */
export function isActive(opened: KnownCode): boolean {
  return opened.entry.status === 'completed' || opened.entry.status === 'downloaded'
}
