import { useApp } from '../app/context.ts'
import { issueLine, refusalText } from '../app/texts.ts'
import type { Refusal } from '../report/report.ts'
import { Notice } from '../ui/page.tsx'

/** Why the server refused a report: its message, then the reason of every code and field. */
export function RefusalNotice({ refusal }: { refusal: Refusal }) {
  const { t } = useApp()
  const headline = refusalText(t, refusal)
  const reasons = refusal.codes.map(one => ({ code: one.code, text: refusalText(t, one, { code: one.code }) }))
  // The reason for a row's code is shown with the code.
  const issues = refusal.issues
    .filter(issue => !/^rows\.\d+\.code$/.test(issue.field))
    .map(issue => ({ key: `${issue.field} ${issue.error}`, text: issueLine(t, issue) }))
    // The server's message is the sentence of the first field error.
    .filter(({ text }) => text !== headline)
  const { files = [] } = refusal
  // The server's message is often the first code's reason.
  const repeated = reasons.some(one => one.text === headline)
  const more = (refusal.more?.refused ?? 0) + (refusal.more?.issues ?? 0)
  return (
    <Notice tone="bad">
      <p>
        <strong>
          {repeated
            ? t('error.stage.codesRefused', { n: reasons.length })
            : files.length > 0
              ? t('h5.refused.files', { n: files.length })
              : headline}
        </strong>
      </p>
      {files.length > 0 && (
        <ul className="reasons" aria-label={t('h5.record.files')}>
          {files.map(file => (
            <li key={file.key}>
              <span className="file-name">{file.name}</span>
              <span>{refusalText(t, file)}</span>
            </li>
          ))}
        </ul>
      )}
      {reasons.length > 0 && (
        <ul className="reasons" aria-label={t('h5.report.refusedCodes')}>
          {reasons.map(one => (
            <li key={one.code}>
              {!one.text.includes(one.code) && <span className="code-text">{one.code}</span>}
              <span>{one.text}</span>
            </li>
          ))}
        </ul>
      )}
      {refusal.codes.some(one => one.error === 'stage.alreadyLinked') && <p>{t('h5.refused.linked')}</p>}
      {issues.length > 0 && (
        <ul className="reasons">
          {issues.map(({ key, text }) => (
            <li key={key}>{text}</li>
          ))}
        </ul>
      )}
      {more > 0 && <p>{t('common.moreIssues', { n: more })}</p>}
      {!repeated && <p>{t('h5.report.nothingSaved')}</p>}
    </Notice>
  )
}
