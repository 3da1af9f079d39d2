import type { Language } from '@timbermark/contract'
import type { SealedProof } from '@timbermark/contract/trace'
import type { TrustedInput } from '../../../trace/src/proof/proven.ts'
import { walkProof } from '../../../trace/src/proof/walk.ts'
import { ledgerLog } from '../../src/areas/ledger/log/log.ts'
import { requestSubjects } from '../../src/areas/ledger/log/request-subjects.ts'
import type { Scene } from './scene.ts'

/** Runs the proof of the reader's browser on the server's answer about a code; `query` is part of the address. */
export async function walkServedProof(
  { world }: Pick<Scene, 'world'>,
  code: string,
  {
    query = '',
    language = 'en',
    epoch = 1,
    ...known
  }: { query?: string; language?: Language; epoch?: number } & Partial<TrustedInput> = {},
) {
  const { data } = await world.anonymous.get<SealedProof>(`/trace/${code}/proof${query}`)
  const keys = [ledgerLog(world.services).at(epoch).verifierKey]
  const requestKey = requestSubjects(world.services.secrets).key
  const walk = await walkProof([data], { code, language, now: Date.now(), keys, requestKey, ...known })
  return { ...walk, next: data.next }
}
