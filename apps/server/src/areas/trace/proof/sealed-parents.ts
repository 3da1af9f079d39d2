import { parseFields } from '../../ledger/sealing/content.ts'
import type { SealedParent } from '@timbermark/contract/trace'
import { spansContaining, toBase64Url } from '@timbermark/ledger/sealed'
import type { Db } from '../../../platform/database/database.ts'
import type { Services } from '../../../platform/services.ts'
import { maxDepth } from '../../code/packing/parents.ts'
import type { LedgerView } from '../../ledger/log/proofs.ts'
import { contentsByDigest, damageBehind, type StoredContent } from '../../ledger/sealing/contents.ts'
import { spanSubjects } from '../../ledger/sealing/spans.ts'
import { loadBlocksKeys } from '../../ledger/sealing/subjects.ts'
import { includesSerial, type PathCode } from './proof-path.ts'

/**
 * The parents of a code by its sealed packings alone, nearest first, as a reader finds them. Differs from the links in the
 * database while a packing waits to be entered; reading it costs a few statements for each level.
 */
export async function loadSealedParents(
  { directory }: Pick<Services, 'directory'>,
  db: Db,
  view: LedgerView,
  tenantId: number,
  code: PathCode,
): Promise<PathCode[]> {
  const parents: PathCode[] = []
  for (let inner: PathCode | undefined = code; inner && parents.length < maxDepth; ) {
    const { request, serial }: PathCode = inner
    const key = (await loadBlocksKeys(db, tenantId, [request])).get(request)
    if (!key) break
    const count = (await directory.find(request))?.count ?? Infinity
    const subjects = spanSubjects(key, spansContaining(serial, count)).map(toBase64Url)
    const entries = [...(await view.entries(subjects)).values()].flat()
    const contents = await contentsByDigest(
      db,
      tenantId,
      entries.map(({ content }) => content),
    )
    try {
      inner = parentIn([...contents.values()], serial)
    } catch (error) {
      throw damageBehind(error, contents.values())
    }
    if (inner) parents.push(inner)
  }
  return parents
}

/** What the last packing of a serial put it into. */
function parentIn(contents: readonly StoredContent[], serial: number): PathCode | undefined {
  const packings = contents
    .filter(({ kind }) => kind === 'packing')
    .map(({ open }) => parseFields(open))
    .filter(fields => includesSerial(fields, [serial]))
  const last = packings.sort((a, b) => Number(a.packing) - Number(b.packing)).at(-1)
  const parent = (last?.parent ?? null) as SealedParent | null
  return parent ? { request: parent[0], serial: parent[1] } : undefined
}
