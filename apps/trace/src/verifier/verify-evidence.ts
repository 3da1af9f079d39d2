import { parseCode } from '@timbermark/codes'
import { FormatError, parseVerifierKey, parseWitnessKey } from '@timbermark/ledger'
import { isRequestKeyText, parseRequestKey } from '@timbermark/ledger/sealed'
import type { Language } from '@timbermark/contract'
import { digestFile } from '../file-digest.ts'
import { type EvidenceFile, maxEvidenceBytes, parseEvidence } from '../evidence/evidence-file.ts'
import type { ProvenFile } from '../proof/proven-files.ts'
import type { WalkResult } from '../proof/proven.ts'
import { describeSteps, type StepKey, type StepState } from '../proof/steps.ts'
import { walkProof } from '../proof/walk.ts'

/** What somebody gives to check saved evidence without the page. */
export interface VerifierInput {
  /** The evidence file. A file that is too large is not read. */
  evidence: { size: number; read: () => Promise<Uint8Array> }
  /** Verifier keys of the log, the oldest first, and anywhere among them its request key: pasted, never those of the file. */
  keys: readonly string[]
  /** Verifier keys of the witnesses that the checker trusts. */
  witnessKeys: readonly string[]
  /** The code on the item, as it was typed; empty when the checker does not have the item. */
  code: string
  /** Pictures and papers to compare with the sealed hashes. */
  files: readonly GivenFile[]
  language: Language
  /** The checker's clock, milliseconds since 1970. */
  now: number
}

export interface GivenFile {
  name: string
  bytes: Uint8Array<ArrayBuffer>
}

/** Why nothing was checked, with the texts that its phrase needs. */
export interface VerifierRefusal {
  reason: 'tooLarge' | 'notEvidence' | 'noKey' | 'noRequestKey' | 'badKey' | 'badWitnessKey' | 'badCode' | 'otherCode'
  params: Record<string, string | number>
}

export interface VerifiedEvidence {
  evidence: EvidenceFile
  /** The newest of the pasted keys. */
  key: string
  walk: WalkResult
  steps: readonly { key: StepKey; state: StepState }[]
  /** Each file that was sealed with the item, and whether a given file has its bytes. */
  files: readonly (ProvenFile & { isGiven: boolean })[]
  /** Names of given files that have none of the sealed hashes. */
  strangers: readonly string[]
}

/** Repeats the check of a page from its saved evidence: the same walk, with the keys that the checker trusts. */
export async function verifyEvidence(input: VerifierInput): Promise<VerifiedEvidence | { refusal: VerifierRefusal }> {
  const { witnessKeys, files, language, now } = input
  const keys = input.keys.filter(key => !isRequestKeyText(key))
  const [requestKey = '', ...otherKeys] = input.keys.filter(isRequestKeyText)
  const refusal = findKeyFault({ keys, requestKey, otherKeys, witnessKeys })
  if (refusal) return { refusal }
  if (input.evidence.size > maxEvidenceBytes) return refuse('tooLarge', { limit: maxEvidenceBytes / 1_000_000 })
  const evidence = parseEvidence(new TextDecoder().decode(await input.evidence.read()))
  const about = evidence && parseCode(evidence.code)
  if (!evidence || !about?.ok) return refuse('notEvidence')
  if (input.code.trim() !== '') {
    const onItem = parseCode(input.code)
    if (!onItem.ok) return refuse('badCode', { text: input.code.trim().slice(0, 100) })
    if (onItem.code !== about.code) return refuse('otherCode', { code: about.code, other: onItem.code })
  }
  const previousHead = evidence.previousHead ?? undefined
  const walk = await walkProof(evidence.answers, {
    code: about.code,
    language,
    now,
    keys,
    requestKey,
    witnessKeys,
    previousHead,
    keptPromises: evidence.promises,
  })
  const sealed = walk.item?.files ?? []
  const hashedFiles = await Promise.all(files.map(async ({ name, bytes }) => ({ name, hash: await digestFile(bytes) })))
  const hashes = new Set(hashedFiles.map(({ hash }) => hash))
  const strangers = hashedFiles.filter(({ hash }) => !sealed.some(file => file.sha256 === hash)).map(({ name }) => name)
  return {
    evidence,
    key: keys.at(-1)!,
    walk,
    steps: describeSteps(walk, {
      openedFiles: hashedFiles.length,
      differingFiles: strangers.length,
      hasPreviousHead: previousHead !== undefined,
    }),
    files: sealed.map(file => ({ ...file, isGiven: hashes.has(file.sha256) })),
    strangers,
  }
}

function findKeyFault({
  keys,
  requestKey,
  otherKeys,
  witnessKeys,
}: {
  keys: readonly string[]
  requestKey: string
  otherKeys: readonly string[]
  witnessKeys: readonly string[]
}): VerifierRefusal | undefined {
  if (keys.length === 0) return { reason: 'noKey', params: {} }
  const isBad = requestKey !== '' && !canParse(parseRequestKey, requestKey)
  const bad =
    keys.find(key => !canParse(parseVerifierKey, key)) ??
    // With two request keys a number could have two subjects.
    otherKeys.find(key => key !== requestKey) ??
    (isBad ? requestKey : undefined)
  if (bad !== undefined) return { reason: 'badKey', params: { text: bad.slice(0, 200) } }
  if (requestKey === '') return { reason: 'noRequestKey', params: {} }
  const badWitness = witnessKeys.find(key => !canParse(parseWitnessKey, key))
  return badWitness === undefined ? undefined : { reason: 'badWitnessKey', params: { text: badWitness.slice(0, 200) } }
}

function canParse(parse: (text: string) => unknown, text: string): boolean {
  try {
    parse(text)
    return true
  } catch (error) {
    if (error instanceof FormatError) return false
    throw error
  }
}

const refuse = (reason: VerifierRefusal['reason'], params: VerifierRefusal['params'] = {}) => ({
  refusal: { reason, params },
})

/** Keys as somebody pasted them: one per line. */
export const splitKeys = (pasted: string): string[] => pasted.split(/\s+/).filter(key => key !== '')
