import { useApp } from '../app/context.ts'
import { issueLine, refusalText } from '../app/words.ts'
import type { Refusal } from '../report/report.ts'
import { Notice } from './page.tsx'

/** Why the server refused a report: its message, then the reason of every code and field. */
export function Refused({ refusal }: { refusal: Refusal }) {
  const { t } = useApp()
  return (
    <Notice tone="bad">
      <p>
        <strong>{refusalText(t, refusal)}</strong>
      </p>
      {refusal.codes.length > 0 && (
        <ul className="reasons" aria-label={t('h5.report.refusedCodes')}>
          {refusal.codes.map(one => (
            <li key={one.code}>
              <span className="code-text">{one.code}</span>
              <span>{refusalText(t, one, { code: one.code })}</span>
            </li>
          ))}
        </ul>
      )}
      {refusal.issues.length > 0 && (
        <ul className="reasons">
          {refusal.issues.map(issue => (
            <li key={`${issue.field} ${issue.error}`}>{issueLine(t, issue)}</li>
          ))}
        </ul>
      )}
      <p>{t('h5.report.nothingSaved')}</p>
    </Notice>
  )
}
