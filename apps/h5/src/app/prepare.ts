import { stageByKey } from '@timbermark/contract/stages'
import { fetchKept } from '../platform/kept.ts'
import type { AuthorizedStage } from '../report/wire.ts'
import { authorizedPath, dictPath, fetchMine } from './answers.ts'
import type { App } from './context.ts'

/** Remembers the stages this person may report and every dictionary that their forms choose from. */
export async function prepare({ keeper, loadPages }: Pick<App, 'keeper' | 'loadPages'>): Promise<void> {
  const authorized = await fetchKept<AuthorizedStage[]>(keeper, authorizedPath)
  const dicts = new Set(authorized.flatMap(one => stageByKey(one.stage).fields.flatMap(field => field.dict ?? [])))
  for (const dict of dicts) await fetchKept(keeper, dictPath(dict))
  await fetchMine(keeper)
  // The chunks of the pages are stored by the service worker; without one they load now.
  await loadPages()
}
