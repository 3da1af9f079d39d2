/** Evidence files for the tests of the stand-alone verifier: good, damaged, and made for another reader. */
import type { SealedProof } from '@timbermark/contract/trace'
import { encodeVerifierKey, encodeWitnessKey, witnessKey } from '@timbermark/ledger'
import { signerFromSeed, vrfProver } from '@timbermark/ledger/node'
import { encodeRequestKey } from '@timbermark/ledger/sealed'
import { formatEvidence } from '../src/evidence/evidence-file.ts'
import { drawing } from '../src/fixtures/drawing.ts'
import { fellings, goodCode, item } from '../src/fixtures/journey.ts'
import { requestKey, sealedProofOf, type SealedOptions, verifierKeys } from '../src/fixtures/proof.ts'
import { walkProof } from '../src/proof/walk.ts'

/** Another log's key under the same name, and a code of the same request that the file is not about. */
export const foreignKey = encodeVerifierKey(
  signerFromSeed('demo.timbermark.example/ledger', new Uint8Array(32).fill(9)).key,
)
/** The keys of the preview's log as a checker pastes them. */
export const pastedKeys = `${verifierKeys[0]}\n${requestKey}`
/** A request key that another installation has. */
const foreignRequestKey = encodeRequestKey({ publicKey: vrfProver(new Uint8Array(32).fill(4)).publicKey, from: 1 })
export const otherCode = '0GB7KQ2M9XW4TZ8RCN5F'
export const aWitnessKey = encodeWitnessKey(witnessKey('witness.example', new Uint8Array(32).fill(88)))

/** Bytes of the certificate's copy in the fixture. */
export const sealedPaper = drawing('audit')

/** Evidence as the page saves it. */
export async function evidenceOf(
  options: SealedOptions = {},
  {
    answer = item(),
    previousHead,
    change = proof => proof,
  }: {
    answer?: ReturnType<typeof item>
    previousHead?: string
    change?: (proof: SealedProof) => SealedProof
  } = {},
): Promise<string> {
  const answers = [change(await sealedProofOf(answer, { at: new Date(), ...options }))]
  const { item: proven } = await walkProof(answers, {
    code: answer.code,
    language: 'en',
    now: Date.now(),
    keys: verifierKeys,
    requestKey,
  })
  return formatEvidence({
    code: answer.code,
    answers,
    keys: verifierKeys,
    requestKey,
    witnessKeys: [],
    previousHead,
    promises: [],
    files: proven?.files ?? [],
    savedAt: new Date(),
  })
}

export interface VerifierCase {
  name: string
  evidence: string
  key?: string
  code?: string
  /** Verdict, or `refused`. */
  kind: string
  /** A part of what is shown, in English. */
  says?: string
}

const monthAgo = () => new Date(Date.now() - 30 * 86_400_000)

/** What each of page and command must say about a file. */
export async function verifierCases(): Promise<VerifierCase[]> {
  const good = await evidenceOf()
  const recalled = item(goodCode, {
    status: 'recalled',
    recalls: [
      {
        of: 'batch',
        reason: 'Formaldehyde',
        advice: 'Return it',
        contact: '+33',
        since: '2025-07-01T08:00:00Z',
        lifted: null,
      },
    ],
  })
  const damagedField = good.replace('Okoum', 'Ebony')
  const damagedHead = good.replace(
    /("checkpoint": "[^"]*?\\n)(\d+)/,
    (_all, start: string, size: string) => `${start}${Number(size) + 1}`,
  )
  const otherItem = JSON.parse(good) as { code: string }
  const many = item(goodCode, { stages: [...item().stages, ...fellings(200)] })
  const inPart = { only: ['4101', many.stages.at(-1)!.recordId], voided: ['5120'] }
  return [
    { name: 'good', evidence: good, kind: 'proven', says: 'Proven' },
    {
      name: 'good, with the code on the item',
      evidence: good,
      code: `${goodCode.slice(0, 5)}-${goodCode.slice(5).toLowerCase()}`,
      kind: 'proven',
    },
    { name: 'of last month', evidence: await evidenceOf({ at: monthAgo() }), kind: 'asOf', says: 'Proven as of' },
    {
      name: 'of a recalled batch',
      evidence: await evidenceOf({}, { answer: recalled }),
      kind: 'recalled',
      says: 'Formaldehyde',
    },
    {
      name: 'with a part of a long history and its withdrawals',
      evidence: await evidenceOf(inPart, { answer: many }),
      kind: 'proven',
      says: 'Withdrawn records',
    },
    {
      name: 'with a part of a long history, its withdrawals left out',
      evidence: await evidenceOf(inPart, {
        answer: many,
        change: proof => ({ ...proof, chains: proof.chains.slice(0, -1) }),
      }),
      kind: 'suspicious',
      says: 'left out',
    },
    { name: 'while a record waits', evidence: await evidenceOf({ waiting: ['4111'] }), kind: 'waiting' },
    { name: 'before anything was sealed', evidence: await evidenceOf({ waiting: 'everything' }), kind: 'stated' },
    {
      name: 'with another word in a field',
      evidence: damagedField,
      kind: 'suspicious',
      says: 'says something else than was sealed',
    },
    {
      name: 'with another size in the head',
      evidence: damagedHead,
      kind: 'suspicious',
      says: 'no head that the ledger has signed',
    },
    {
      name: 'checked with a foreign key',
      evidence: good,
      key: `${foreignKey} ${requestKey}`,
      kind: 'suspicious',
      says: 'another key than yours',
    },
    {
      name: 'that names a foreign key of its own',
      evidence: good.replaceAll(verifierKeys[0]!, foreignKey),
      kind: 'proven',
      says: 'ask the owner which is right',
    },
    { name: 'of a code of another item', evidence: good, code: otherCode, kind: 'refused', says: otherCode },
    {
      name: 'relabelled with the code of another request',
      evidence: JSON.stringify({ ...otherItem, code: `0GB7M${goodCode.slice(5)}` }),
      kind: 'suspicious',
      says: 'does not provably follow from the number in this code',
    },
    {
      name: 'of a log that does not continue what the browser had seen',
      evidence: await evidenceOf(
        { since: 1 },
        {
          previousHead: (
            await sealedProofOf({ ...item(), owner: { ...item().owner, name: 'Another' } }, { at: new Date() })
          ).checkpoint,
        },
      ),
      kind: 'suspicious',
      says: 'not a continuation',
    },
    { name: 'that was cut off', evidence: good.slice(0, good.length / 2), kind: 'refused', says: 'cut off' },
    {
      name: 'with answers that are none',
      evidence: JSON.stringify({ ...otherItem, answers: [{}] }),
      kind: 'unavailable',
    },
    { name: 'that is something else', evidence: '{"code":"x"}', kind: 'refused' },
    { name: 'without a proper key', evidence: good, key: 'ledger', kind: 'refused', says: 'no verifier key' },
    { name: 'without a request key', evidence: good, key: verifierKeys[0]!, kind: 'refused', says: 'request key' },
    { name: 'with two request keys', evidence: good, key: `${pastedKeys} ${foreignRequestKey}`, kind: 'refused' },
    { name: 'with a damaged request key', evidence: good, key: `${pastedKeys}A`, kind: 'refused', says: 'request key' },
    {
      name: 'checked with a foreign request key',
      evidence: good,
      key: `${verifierKeys[0]} ${foreignRequestKey}`,
      kind: 'suspicious',
      says: 'does not provably follow from the number in this code',
    },
    { name: 'with what is no code', evidence: good, code: 'U', kind: 'refused', says: 'no traceability code' },
  ]
}
