import type { SealedProof, SealedRanges } from '@timbermark/contract/trace'
import { sha256 } from '@timbermark/ledger/node'
import { BLOCK_SIZE, blockSubject, spansContaining, toBase64Url } from '@timbermark/ledger/sealed'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { Services } from '../../../platform/services.ts'
import { requestSubjects } from '../../ledger/log/request-subjects.ts'
import type { Fields } from '../../ledger/sealing/content.ts'
import type { SealedKind } from '../../ledger/sealing/contents.ts'
import type { SealedRowKind } from '../../ledger/sealing/row-facts.ts'
import { spanSubjects } from '../../ledger/sealing/spans.ts'
import { loadBlocksKeys } from '../../ledger/sealing/subjects.ts'
import type { KnownCode } from '../limits/open-code.ts'

/** The proof path of a code: its batch, the subjects on the path, and the key of its request's blocks. */
export interface ProofPath extends Record<'enterprise' | 'batch' | 'product' | 'records' | 'blocks', Buffer | null> {
  batchId: number
}

/** The proof path of a code; undefined when its request no longer exists. */
export function loadProofPath(db: Db, { entry }: KnownCode): Promise<ProofPath | undefined> {
  return db.maybe<ProofPath>(sql`
    select b.id as "batchId", e.subject as enterprise, b.subject as batch, p.subject as product,
           b.records_subject as records, r.blocks_key as blocks
    from code_request r
    join batch b on b.tenant_id = ${entry.tenantId} and b.id = r.batch_id
    join product p on p.tenant_id = ${entry.tenantId} and p.id = b.product_id
    join enterprise e on e.id = r.tenant_id
    where r.tenant_id = ${entry.tenantId} and r.id = ${entry.requestId}`)
}

/** A code on the path: the code itself, or a package or container around it. */
export interface PathCode {
  request: number
  serial: number
}

/** Parent codes up to the first packing that is not sealed yet: nothing beyond it can be proven. */
export function sealedParents(parents: readonly (PathCode & { sealed: boolean })[]): PathCode[] {
  const unsealed = parents.findIndex(({ sealed }) => !sealed)
  return parents.slice(0, unsealed < 0 ? undefined : unsealed)
}

/** What a subject is about; decides how its entries are opened and compared. */
export type SubjectInfo =
  | { kind: SealedRowKind }
  | { kind: 'records' }
  | { kind: 'block'; block: number; request: number; serials: readonly number[] }
  | { kind: 'span'; request: number; serials: readonly number[]; openedKinds: readonly SealedKind[] }

/** Subjects on the proof path (base64url), in its order. */
export async function subjectsOnPath(
  { directory, secrets }: Pick<Services, 'directory' | 'secrets'>,
  db: Db,
  tenantId: number,
  path: ProofPath,
  codes: readonly PathCode[],
): Promise<Map<string, SubjectInfo>> {
  const [first, ...others] = [...new Set(codes.map(({ request }) => request))] as [number, ...number[]]
  const keys = others.length > 0 ? await loadBlocksKeys(db, tenantId, others) : new Map<number, Buffer>()
  if (path.blocks) keys.set(first, path.blocks)
  const subjects = new Map<string, SubjectInfo>()
  const add = (subject: Uint8Array | null | undefined, info: SubjectInfo) => {
    if (subject) subjects.set(toBase64Url(subject), info)
  }
  const ofRequests = requestSubjects(secrets)
  add(await ofRequests.subjectOf(first), { kind: 'request' })
  for (const kind of ['enterprise', 'batch', 'product', 'records'] as const) add(path[kind], { kind })
  const byBlock = Map.groupBy(codes, ({ request, serial }) => `${request}/${Math.floor(serial / BLOCK_SIZE)}`)
  for (const [name, codesOfBlock] of byBlock) {
    const [request, block] = name.split('/').map(Number) as [number, number]
    const key = keys.get(request)
    const serials = codesOfBlock.map(({ serial }) => serial)
    add(key && blockSubject(key, block, sha256), { kind: 'block', block, request, serials })
    add(await ofRequests.subjectOf(request), { kind: 'request' })
  }
  const requests = await directory.load(codes.map(({ request }) => request))
  for (const [depth, { request, serial }] of codes.entries()) {
    const key = keys.get(request)
    // For a request that has been removed meanwhile, spans of every size: more than needed do no harm.
    const count = requests.get(request)?.count ?? Infinity
    // The certification of a package does not concern readers of what is in it.
    const openedKinds: SealedKind[] = depth > 0 ? ['packing'] : ['certification', 'packing', 'label', 'custody']
    for (const subject of key ? spanSubjects(key, spansContaining(serial, count)) : [])
      add(subject, { kind: 'span', request, serials: [serial], openedKinds })
  }
  return subjects
}

/** For each request of these codes the proof that its subject follows from its number; none for numbers from before there was a key. */
export async function proveRequests(
  { secrets }: Pick<Services, 'secrets'>,
  codes: readonly PathCode[],
): Promise<SealedProof['requests']> {
  const proven: SealedProof['requests'] = []
  for (const number of new Set(codes.map(({ request }) => request))) {
    const { proof } = await requestSubjects(secrets).prove(number)
    if (proof) proven.push({ number, proof: toBase64Url(proof) })
  }
  return proven
}

/** Do the codes of a content include one of these serials? */
export const includesSerial = ({ codes }: Fields, serials: readonly number[]): boolean =>
  ((codes ?? []) as unknown as SealedRanges).some(([from, to]) => serials.some(serial => from <= serial && serial < to))
