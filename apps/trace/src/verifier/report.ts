import type { SealedAnchor } from '@timbermark/contract/trace'
import { fromBase64, keyFingerprint, toHex } from '@timbermark/ledger'
import { type Format, formatMoment, formatNumber } from '../format.ts'
import type { ProvenItem } from '../proof/proven.ts'
import type { StepState } from '../proof/steps.ts'
import type { StatedFacts } from '../types.ts'
import { labelWords } from '../label-words.ts'
import { computeVerdict, type VerdictKind } from '../verdict.ts'
import type { VerifierTexts } from './verifier-texts.ts'
import type { VerifiedEvidence } from './verify-evidence.ts'

/** A name and its value, as lists of facts show them. */
export type Line = readonly [name: string, value: string]

/** The result of a check in the reader's language, for the page and for the command. */
export interface Report {
  kind: VerdictKind
  /** True when the file proves the item, as of the time of its head, and every given file is one of the sealed ones. */
  isProven: boolean
  heading: string
  note: string
  reasons: readonly string[]
  notices: readonly string[]
  facts: readonly Line[]
  steps: readonly { state: StepState; text: string; stateText: string }[]
  item: readonly Line[]
  files: readonly { isGiven: boolean; text: string; stateText: string; sha256: string }[]
  strangers: readonly string[]
}

/** Describes a check. */
export function makeReport(
  verified: VerifiedEvidence,
  { texts, format, now }: { texts: VerifierTexts; format: Format; now: number },
): Report {
  const { evidence, walk, steps, files, strangers, key } = verified
  const details = computeVerdict(
    unstatedFacts(evidence.code),
    { check: 'none', walk, proof: 'done', differing: [] },
    texts,
  )
  const { kind, verdict, reasons, notices, part } = details
  const moments = { time: momentOf(walk.log.time, format), now: momentOf(new Date(now).toISOString(), format) }
  const note = kind === 'proven' && part ? 'trace.verdict.proven.note.part' : (`trace.verdict.${kind}.note` as const)
  const counts = { n: formatNumber(walk.item?.pending.length ?? 0, format) }
  return {
    kind,
    isProven: ['proven', 'waiting', 'asOf'].includes(verdict) && strangers.length === 0,
    heading:
      kind === verdict
        ? texts.t(`trace.verdict.${kind}`, moments)
        : `${texts.t(`trace.verdict.${kind}`, moments)} (${texts.t(`trace.verdict.${verdict}`, moments)})`,
    note: texts.t(note, { ...moments, ...counts, ...labelWords(details, texts, format) }),
    reasons,
    notices,
    facts: [
      [texts.own('verifier.about'), evidence.code],
      [texts.own('verifier.headTime'), moments.time || texts.own('verifier.headTime.none')],
      [texts.own('verifier.now'), moments.now],
      [texts.own('verifier.savedAt'), momentOf(evidence.savedAt, format)],
      [texts.t('trace.proof.log'), walk.log.origin],
      ...(walk.log.size === null
        ? []
        : [[texts.t('trace.proof.entries'), formatNumber(walk.log.size, format)] as const]),
      ...anchorLines(walk.log.anchor, texts, format),
      [texts.own('verifier.key'), keyFingerprint(key)],
      [texts.own('verifier.namedKey'), namedKeyText(evidence.keys.at(-1), key, texts)],
      ...walk.log.witnesses.map(
        ({ name, at, size }): Line => [
          texts.t('trace.proof.witnesses'),
          texts.t('trace.proof.witnesses.seen', { name, time: momentOf(at, format), n: formatNumber(size, format) }),
        ],
      ),
    ],
    steps: steps.map(({ key, state }) => ({
      state,
      text: texts.t(`trace.proof.step.${key}`),
      stateText: texts.t(`trace.proof.step.${state}`),
    })),
    item: walk.item ? itemLines(walk.item, texts, format) : [],
    files: files.map(({ kind, name, sha256, isGiven }) => ({
      isGiven,
      text: texts.t('trace.fault', { about: texts.own(`verifier.files.kind.${kind}`), fault: name }),
      stateText: texts.own(isGiven ? 'verifier.files.same' : 'verifier.files.open'),
      sha256,
    })),
    strangers: strangers.map(name => texts.own('verifier.files.stranger', { name })),
  }
}

const momentOf = (at: string | null, format: Format) => (at === null ? '' : formatMoment(at, format))

/** The head that the platform says is recorded on a chain; nothing here follows the chain. */
function anchorLines(anchor: SealedAnchor | null, texts: VerifierTexts, format: Format): Line[] {
  if (!anchor) return []
  const { chainId, block, time, transaction, size, contract, sender, root } = anchor
  const n = formatNumber(size, format)
  const place = { chain: String(chainId), block: formatNumber(block, format), time: momentOf(time, format) }
  return [
    [texts.t('trace.proof.anchor.transaction'), `${transaction} (${texts.t('trace.proof.anchor.chain', place)})`],
    [texts.t('trace.proof.anchor.contract'), contract],
    [texts.t('trace.proof.anchor.sender'), sender],
    [texts.t('trace.proof.anchor'), texts.t('trace.proof.anchor.checked', { n, root: toHex(fromBase64(root)) })],
  ]
}

function namedKeyText(named: string | undefined, key: string, texts: VerifierTexts): string {
  if (named === undefined) return texts.own('verifier.namedKey.none')
  return texts.own(named === key ? 'verifier.namedKey.same' : 'verifier.namedKey.other', {
    fingerprint: keyFingerprint(named),
  })
}

function itemLines(item: ProvenItem, texts: VerifierTexts, format: Format): Line[] {
  const { answer, withdrawn, hiddenWithdrawals } = item
  const { product, batch, owner, certification, records, recalls } = answer
  const { shown, total } = records
  const partOf = (n: number, all: number) => {
    const count = formatNumber(n, format)
    return n < all ? texts.own('verifier.item.recordsPart', { n: count, total: formatNumber(all, format) }) : count
  }
  return [
    [texts.t('trace.about.product'), [product.name, product.latinName].filter(Boolean).join(' · ')],
    [texts.t('trace.about.batch'), batch.number],
    [texts.t('trace.about.enterprise'), owner.name],
    ...recalls.map(
      ({ reason, since, lifted }): Line => [
        texts.t(lifted ? 'trace.recall.lifted' : 'trace.recall.heading'),
        `${reason} (${momentOf(since, format)})`,
      ],
    ),
    [
      texts.own('verifier.item.certification'),
      texts.find(`trace.certification.state.${certification.state}`) ?? certification.state,
    ],
    [texts.own('verifier.item.records'), partOf(shown, total)],
    // Of a history that is given in part, no withdrawal is a statement too.
    ...(withdrawn.length === 0 && hiddenWithdrawals === null
      ? []
      : [
          [
            texts.own('verifier.item.withdrawn'),
            partOf(withdrawn.length, withdrawn.length + (hiddenWithdrawals ?? 0)),
          ] as const,
        ]),
  ]
}

/** The platform states nothing to a checker: only what the file proves counts. */
const unstatedFacts = (code: string): StatedFacts => ({
  code,
  status: 'active',
  // Says nothing against the item, so that only the proven label does.
  label: { state: 'inUse', since: null, reason: null },
  ledger: { state: 'recorded' },
  warnings: [],
  counts: { scans: 0, firstScanAt: null, checks: 0, wrongChecks: 0, firstCheckAt: null, firstRightAt: null },
  histories: [],
  papers: [],
})
