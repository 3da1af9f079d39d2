import { formatMoment, formatNumber } from '../format.ts'
import { labelWords } from '../label-words.ts'
import { type IslandProps, collectReaderChecks, useLive } from '../live.ts'
import type { TextKey } from '../texts.ts'
import { type VerdictDetails, type VerdictKind, computeVerdict } from '../verdict.ts'

/** Verdicts that override the proof; the proof is shown below them. */
const outweighs: ReadonlySet<VerdictKind> = new Set([
  'recalled',
  'voided',
  'genuine',
  'again',
  'copied',
  'notInUse',
  'spoiled',
  'lost',
])

/** What the reader can do, by verdict; some share their advice. */
const advice: Partial<Record<VerdictKind, TextKey>> = {
  genuine: 'trace.verdict.genuine.do',
  again: 'trace.verdict.again.do',
  wrong: 'trace.verdict.wrong.do',
  copied: 'trace.verdict.copied.do',
  suspicious: 'trace.verdict.suspicious.do',
  unavailable: 'trace.verdict.unavailable.do',
  notActivated: 'trace.verdict.notInUse.do',
  notInUse: 'trace.verdict.notInUse.do',
  spoiled: 'trace.verdict.lost.do',
  lost: 'trace.verdict.lost.do',
  voided: 'trace.verdict.lost.do',
  recalled: 'trace.verdict.recalled.do',
}

/** The verdict at a glance, and the evidence against the item. */
export function VerdictStrip({ facts, texts, format, store, onRun }: IslandProps & { onRun: () => void }) {
  const live = useLive(store)
  const checks = collectReaderChecks(live)
  const details = computeVerdict(facts, checks, texts)
  const readerFormat = live.format ?? format
  const words = {
    n: formatNumber(details.part?.n ?? 0, readerFormat),
    total: formatNumber(details.part?.total ?? 0, readerFormat),
  }
  const log = live.walk?.log
  const moments = log?.time
    ? { time: formatMoment(log.time, readerFormat), now: formatMoment(new Date().toISOString(), readerFormat) }
    : { time: '', now: '' }
  const pending = formatNumber(live.walk?.item?.pending.length ?? 0, readerFormat)
  const firstRightAt = live.check?.firstRightAt
  const advised = advice[details.kind]
  // What is not shown is not judged.
  const isPart = details.part !== null || facts.foreign !== undefined
  const headlineOf = (kind: VerdictKind) =>
    texts.t(kind === 'proven' && isPart ? 'trace.verdict.proven.part' : `trace.verdict.${kind}`, moments)
  const note = texts.t(
    details.kind === 'proven' && isPart
      ? 'trace.verdict.proven.note.part'
      : details.kind === 'asOf' && log?.age === 'clock'
        ? 'trace.verdict.asOf.clock'
        : `trace.verdict.${details.kind}.note`,
    {
      ...words,
      ...moments,
      ...(details.kind === 'waiting' && { n: pending }),
      ...(details.kind === 'genuine' && { time: firstRightAt ? formatMoment(firstRightAt, readerFormat) : '–' }),
      ...labelWords(details, texts, readerFormat),
    },
  )
  // A copied label opens the same page: the note says so until the code under the scratch layer was entered.
  const mayBeCopied = (details.kind === 'proven' || details.kind === 'stated') && checks.check !== 'genuine'
  const copy = facts.foreign === undefined ? 'trace.verdict.copy' : 'trace.verdict.copy.foreign'
  const more = mayBeCopied ? texts.t(copy) : ''
  return (
    <div className={`verdict verdict-${details.kind}`} role="status">
      <Sign kind={details.kind} />
      <div className="verdict-text">
        <h2 translate="no">
          <span className="hidden">{texts.t('trace.verdict.heading')} </span>
          {headlineOf(details.kind)}
        </h2>
        {details.headings.map(heading => (
          <p className="verdict-headline" key={heading} translate="no">
            {heading}
          </p>
        ))}
        {details.reasons.length > 0 && (
          <ul className="reasons" aria-label={texts.t('trace.verdict.reasons')}>
            {details.reasons.map(reason => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        )}
        <p className="verdict-note">{more ? note + (format.language === 'zh' ? '' : ' ') + more : note}</p>
        {advised && (
          <p className="verdict-do">
            <strong>{texts.t('trace.verdict.do')}</strong> {texts.t(advised)}
          </p>
        )}
        {outweighs.has(details.kind) && details.verdict !== 'suspicious' && (
          <p className="verdict-by" data-standing={details.verdict} translate="no">
            {headlineOf(details.verdict)}
          </p>
        )}
        {(details.verdict === 'proven' || details.verdict === 'waiting') && !details.seal && (
          <p className="verdict-how">
            <a href="#proof">{texts.t('trace.verdict.by')}</a>
          </p>
        )}
        {details.seal ? (
          <p className={`seal seal-${details.seal}`} data-seal={details.seal}>
            {texts.t(`trace.verdict.seal.${details.seal}`, words)}
          </p>
        ) : (
          // Reserves the space until the check begins, so that nothing below moves then.
          live.proof === 'none' && (
            <p className="seal seal-awaited needs-script" aria-hidden="true">
              {texts.t('trace.verdict.seal.running')}
            </p>
          )
        )}
        {live.proof === 'held' && (
          <p className="buttons">
            <button type="button" className="button" onClick={onRun}>
              {texts.t('trace.verdict.check')}
            </button>
          </p>
        )}
        {details.notices.length > 0 && (
          <ul className="notices" data-proof="stated" aria-label={texts.t('trace.verdict.notices')}>
            {details.notices.map(notice => (
              <li key={notice}>{notice}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}

const signs: Record<VerdictDetails['kind'] | 'unknown', string> = {
  stated: 'M7.5 9.5h9M7.5 14.5h6',
  proven: 'M6 12.5l4 4 8-9',
  waiting: 'M12 7v5.5l3.5 2',
  asOf: 'M12 7v5.5l3.5 2',
  suspicious: 'M12 6v7.5M12 17.2v.3',
  genuine: 'M6 12.5l4 4 8-9',
  again: 'M12 6v7.5M12 17.2v.3',
  wrong: 'M7.5 7.5l9 9M16.5 7.5l-9 9',
  copied: 'M12 6v7.5M12 17.2v.3',
  unavailable: 'M9 9.2a3 3 0 1 1 4.2 2.8c-.9.4-1.2 1-1.2 2M12 17.2v.3',
  notActivated: 'M12 7v5.5l3.5 2',
  voided: 'M7.5 7.5l9 9M16.5 7.5l-9 9',
  notInUse: 'M12 7v5.5l3.5 2',
  spoiled: 'M7.5 7.5l9 9M16.5 7.5l-9 9',
  lost: 'M12 6v7.5M12 17.2v.3',
  recalled: 'M15.5 8.5H9.5a3.5 3.5 0 0 0 0 7h6M12.8 5.8l2.9 2.7-2.9 2.7',
  unknown: 'M9 9.2a3 3 0 1 1 4.2 2.8c-.9.4-1.2 1-1.2 2M12 17.2v.3',
}

/** The sign of a verdict, different by shape as well as by colour. */
export function Sign({ kind }: { kind: keyof typeof signs }) {
  return (
    <svg className="sign" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <circle cx="12" cy="12" r="11" />
      <path d={signs[kind]} />
    </svg>
  )
}
