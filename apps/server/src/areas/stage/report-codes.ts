import { codeLevels, type Stage } from '@timbermark/contract'
import type { Actor } from '../../platform/actor.ts'
import type { Services } from '../../platform/services.ts'
import type { Db } from '../../platform/database/database.ts'
import type { KnownCode } from '../code/range-facts.ts'
import type { CodeRefusal } from '../code/refuse-codes.ts'
import { requestsInReach } from './report-reach.ts'

/** Reads codes and sorts out those that cannot be reported at this stage: foreign, twice, too high. */
export async function readCodes(
  services: Services,
  db: Db,
  actor: Actor,
  stage: Stage,
  texts: readonly string[],
): Promise<{ good: KnownCode[]; refused: CodeRefusal[] }> {
  const good: KnownCode[] = []
  const refused: CodeRefusal[] = []
  const seen = new Set<string>()
  const all = await Promise.all(texts.map(text => services.directory.open(text)))
  const requests = all.flatMap(opened => (opened.known ? opened.entry.requestId : []))
  const inReach = await requestsInReach(db, actor, [...new Set(requests)])
  for (const [n, text] of texts.entries()) {
    const opened = all[n]!
    const shown = opened.code ?? text.slice(0, 100)
    if (seen.has(shown)) refused.push({ code: shown, error: 'stage.duplicateCode' })
    else if (!opened.known || opened.entry.tenantId !== actor.tenantId || !inReach.has(opened.entry.requestId))
      refused.push({ code: shown, error: 'stage.foreignCode' })
    else if (opened.entry.status !== 'completed' && opened.entry.status !== 'downloaded')
      refused.push({ code: shown, error: 'stage.foreignCode' })
    else if (!stage.levels.includes(codeLevels[opened.entry.codeType]))
      refused.push({ code: shown, error: 'stage.levelTooHigh' })
    else good.push(opened)
    seen.add(shown)
  }
  return { good, refused }
}
