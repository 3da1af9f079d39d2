import type { Language } from '@timbermark/contract'
import type { SealedProof } from '@timbermark/contract/trace'
import { walk as check } from '../../../trace/src/proof/walk.ts'
import { ledgerLog } from '../../src/areas/ledger/log/log.ts'
import type { Scene } from './scene.ts'

/** What the reader's own browser makes of what the server answers about a code; `query` as the address has it. */
export async function walked(
  { world }: Pick<Scene, 'world'>,
  code: string,
  { query = '', language = 'en', epoch = 1 }: { query?: string; language?: Language; epoch?: number } = {},
) {
  const { data } = await world.anonymous.get<SealedProof>(`/trace/${code}/proof${query}`)
  const walk = await check([data], { code, language, keys: [ledgerLog(world.services).at(epoch).verifierKey] })
  return { ...walk, next: data.next }
}
