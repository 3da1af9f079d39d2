import type { Language } from '@timbermark/contract'
import { localizedMembers, localizedText } from '@timbermark/contract'
import type { TraceHolder, TraceLabel, TraceWarning } from '@timbermark/contract/trace'
import { Refusal } from '../../../platform/refusal.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Services } from '../../../platform/services.ts'
import {
  type CodePlace,
  findFirstPlaces,
  findPartners,
  followHandovers,
  type PartnerPlace,
  type HeldPlace,
  placeOf,
} from '../../code/directory/custody-chain.ts'
import type { RecallRow } from '../../code/directory/recalls-of-codes.ts'
import { loadCodeDetails } from './code-details.ts'
import { loadStageWindows } from './current-records.ts'
import { loadItem } from './item.ts'
import type { KnownCode } from '../limits/open-code.ts'
import { historyOf } from './window.ts'
import { loadPapers } from './papers.ts'
import { loadPublicRecords, type RecordsCache, readWithLedger } from './records-cache.ts'

/** A later holder, with what counts for the item as a whole. */
interface LoadedHolder {
  holder: TraceHolder
  recalls: RecallRow[]
  isVoided: boolean
  label: TraceLabel
  warnings: TraceWarning[]
}

/** Most holders of one page; goods change hands less often. */
const maxShown = 20

async function loadHolder(
  services: Services,
  opened: KnownCode,
  { since, isPartner }: { since: Date; isPartner: boolean },
  language: Language,
  { signal, cache }: { signal?: AbortSignal | undefined; cache?: RecordsCache | undefined },
): Promise<LoadedHolder> {
  const { entry } = opened
  const { ids, ...loaded } = await readWithLedger(services, entry.tenantId, signal, async (db, readEvidence) => {
    const item = await loadItem(db, opened)
    if (!item) throw new Refusal('code.unknown')
    const windows = await loadStageWindows(db, opened, item.batch_id)
    const details = await loadCodeDetails(db, opened, item.batch_id, language)
    const name = localizedText(language, entry.enterpriseName, item.public_name_texts)
    const ids = windows.flatMap(({ records }) => records.map(({ id }) => id))
    const request = { entry, enterprise: name.text, ids, language, readEvidence, ...(cache && { cache }) }
    const { stages, suspicions } = await loadPublicRecords(services, db, request)
    return {
      ids,
      holder: {
        code: opened.code,
        since: since.toISOString(),
        role: isPartner ? ('partner' as const) : ('holder' as const),
        ...localizedMembers('name', 'nameIn', name),
        batchNumber: item.batch_number,
        certification: details.certification,
        stages,
        records: { total: windows.reduce((sum, { total }) => sum + total, 0), shown: stages.length },
        histories: windows.map(historyOf),
      },
      recalls: details.recalls,
      isVoided: !isPartner && item.batch_status === 'voided',
      label: details.label,
      warnings: suspicions,
    }
  })
  const papers = await loadPapers(services, opened, ids, loaded.holder.certification, cache)
  return { ...loaded, holder: { ...loaded.holder, papers } }
}

/** Loads what later holders reported about the goods of a code, each from its own records. Goods that never changed hands cost nothing. */
export async function loadLaterHolders(
  services: Services,
  opened: KnownCode,
  language: Language,
  options: { signal?: AbortSignal | undefined; cache?: RecordsCache | undefined },
): Promise<LoadedHolder[]> {
  if (!opened.entry.handedOn) return []
  const { directory } = services
  const places = await loadPlaces(services.database, placeOf(opened))
  const requests = await directory.load(places.map(({ request }) => request))
  const loaded: LoadedHolder[] = []
  for (const { request, serial, since, stages } of places.slice(0, maxShown)) {
    const entry = requests.get(request)
    if (!entry) continue
    const codes = directory.codesOf(entry)
    const known: KnownCode = { known: true, code: codes.code(serial), serial, entry, codes }
    loaded.push(await loadHolder(services, known, { since, isPartner: stages !== undefined }, language, options))
  }
  return loaded
}

/** Where others report about a code: the partners of each holder in the order of their invitations, then the next holder. */
async function loadPlaces(database: Database, first: CodePlace): Promise<(HeldPlace & Partial<PartnerPlace>)[]> {
  const [later = []] = await followHandovers(database, [first])
  const partners = await findPartners(database, [first, ...later])
  return partners.flatMap((its, n) => [...its, ...later.slice(n, n + 1)])
}

/** The code that is printed on received goods; undefined for a code that is printed itself. */
export async function findPrintedCode(
  { database, directory }: Services,
  opened: KnownCode,
): Promise<string | undefined> {
  const { entry, serial } = opened
  if (!entry.received) return undefined
  const place = (
    await findFirstPlaces(database, { tenantId: entry.tenantId, request: entry.requestNumber }, [serial])
  ).get(serial)
  return (place && (await directory.load([place.request])).codeAt(place.request, place.serial)) ?? undefined
}
