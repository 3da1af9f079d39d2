import { codeLevels, type ErrorKey, type Language, type Stage } from '@timbermark/contract'
import type { Actor } from '../../platform/actor.ts'
import { Refusal, refusalText } from '../../platform/refusal.ts'
import type { Services } from '../../platform/services.ts'
import type { KnownCode } from '../code/range-facts.ts'

interface CodeRefusal {
  code: string
  error: ErrorKey
}

/** Reads codes and sorts out those that cannot be reported at this stage: foreign, twice, too high. */
export async function readCodes(
  services: Services,
  actor: Actor,
  stage: Stage,
  texts: readonly string[],
): Promise<{ good: KnownCode[]; refused: CodeRefusal[] }> {
  const good: KnownCode[] = []
  const refused: CodeRefusal[] = []
  const seen = new Set<string>()
  for (const text of texts) {
    const opened = await services.directory.open(text)
    const shown = opened.code ?? text.slice(0, 100)
    if (seen.has(shown)) refused.push({ code: shown, error: 'stage.duplicateCode' })
    else if (!opened.known || opened.entry.tenantId !== actor.tenantId)
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

/** The refusal of a report for its codes, with the reason of each. */
export function refuseCodes(language: Language, refused: readonly CodeRefusal[]): Refusal {
  const first = refused[0]!
  const data = {
    accepted: [],
    refused: refused.map(item => ({ ...item, message: refusalText(language, item.error, { code: item.code }) })),
  }
  return new Refusal(first.error, { code: first.code }, { data })
}
