import type { Language } from '@timbermark/contract'
import type { SealedProof } from '@timbermark/contract/trace'
import type { TrustedInput } from '../../../trace/src/proof/proven.ts'
import { walkProof } from '../../../trace/src/proof/walk.ts'
import { ledgerLog } from '../../src/areas/ledger/log/log.ts'
import { requestSubjects } from '../../src/areas/ledger/log/request-subjects.ts'
import type { Scene } from './scene.ts'

type Known = { language?: Language; epoch?: number } & Partial<TrustedInput>

/** Runs the proof of the reader's browser on the server's answer about a code; `query` is part of the address. */
export async function walkServedProof(
  scene: Pick<Scene, 'world'>,
  code: string,
  { query = '', ...known }: { query?: string } & Known = {},
) {
  const { data } = await scene.world.anonymous.get<SealedProof>(`/trace/${code}/proof${query}`)
  return { ...(await walkProofOf(scene, code, data, known)), next: data.next }
}

/** Runs it on an answer, with the keys of this installation. */
export function walkProofOf(
  { world }: Pick<Scene, 'world'>,
  code: string,
  answer: SealedProof,
  { language = 'en', epoch = 1, ...known }: Known = {},
) {
  const keys = [ledgerLog(world.services).at(epoch).verifierKey]
  const requestKey = requestSubjects(world.services.secrets).key
  return walkProof([answer], { code, language, now: Date.now(), keys, requestKey, ...known })
}
