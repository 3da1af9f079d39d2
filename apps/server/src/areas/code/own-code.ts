import { codeRequest } from '@timbermark/contract'
import { readingOf, readOne } from '../../crud/reading.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Call } from '../../platform/http/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { KnownCode } from './range-facts.ts'

const requests = readingOf(codeRequest)

/**
 * Reads a code of the caller's enterprise whose request is in his reach, as people and scanners give it.
 * @throws Refusal code.unknown for every other text
 */
export async function ownCodeInReach(
  db: Db,
  call: Pick<Call, 'services' | 'actor' | 'language'>,
  text: string,
): Promise<KnownCode> {
  const opened = await call.services.directory.open(text)
  if (!opened.known || opened.entry.tenantId !== call.actor.tenantId) throw new Refusal('code.unknown')
  await readOne(db, requests, call, opened.entry.requestId, { verb: 'list' })
  return opened
}
