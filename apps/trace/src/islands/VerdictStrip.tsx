import { type IslandProps, liveOf, useLive } from '../live.ts'
import { number } from '../format.ts'
import { type Part, type Verdict, verdictOf } from '../verdict.ts'

/** The answer in one glance: consistent with genuine, suspicious (with reasons), or cannot check now. */
export function VerdictStrip({ facts, texts, format, store }: IslandProps) {
  const live = useLive(store)
  const verdict = verdictOf(facts, liveOf(live), texts)
  const write = ({ n, total }: Part) => ({
    n: number(n, live.format ?? format),
    total: number(total, live.format ?? format),
  })
  return (
    <div className={`verdict verdict-${verdict.kind}`} role="status" data-verdict={verdict.kind}>
      <Sign kind={verdict.kind} />
      <div className="verdict-text">
        <h2>
          <span className="hidden">{texts.t('trace.verdict.heading')} </span>
          {texts.t(`trace.verdict.${verdict.kind}`)}
        </h2>
        {verdict.headings.map(heading => (
          <p className="verdict-headline" key={heading}>
            {heading}
          </p>
        ))}
        {verdict.reasons.length > 0 && (
          <ul className="reasons" aria-label={texts.t('trace.verdict.reasons')}>
            {verdict.reasons.map(reason => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        )}
        <p className="verdict-note" suppressHydrationWarning>
          {verdict.kind === 'genuine' && verdict.noteOf
            ? texts.t('trace.verdict.genuine.note.part', write(verdict.noteOf))
            : texts.t(`trace.verdict.${verdict.kind}.note`)}
        </p>
        {verdict.seal && (
          <p className={`seal seal-${verdict.seal}`} data-seal={verdict.seal} suppressHydrationWarning>
            {verdict.sealOf && verdict.seal !== 'running' && verdict.seal !== 'unavailable'
              ? texts.t(`trace.verdict.seal.${verdict.seal}.part`, write(verdict.sealOf))
              : texts.t(`trace.verdict.seal.${verdict.seal}`)}
          </p>
        )}
        {verdict.notices.length > 0 && (
          <ul className="notices" aria-label={texts.t('trace.verdict.notices')}>
            {verdict.notices.map(notice => (
              <li key={notice}>{notice}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}

const signs: Record<Verdict['kind'] | 'unknown', string> = {
  genuine: 'M6 12.5l4 4 8-9',
  suspicious: 'M12 6v7.5M12 17.2v.3',
  unavailable: 'M9 9.2a3 3 0 1 1 4.2 2.8c-.9.4-1.2 1-1.2 2M12 17.2v.3',
  notActivated: 'M12 7v5.5l3.5 2',
  voided: 'M7.5 7.5l9 9M16.5 7.5l-9 9',
  unknown: 'M9 9.2a3 3 0 1 1 4.2 2.8c-.9.4-1.2 1-1.2 2M12 17.2v.3',
}

/** The verdict's sign: its shape, not only its colour, says which one it is. */
export function Sign({ kind }: { kind: keyof typeof signs }) {
  return (
    <svg className="sign" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <circle cx="12" cy="12" r="11" />
      <path d={signs[kind]} />
    </svg>
  )
}
