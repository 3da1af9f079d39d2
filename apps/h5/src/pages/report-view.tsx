import { formatCoordinates } from '@timbermark/client'
import { stageByKey } from '@timbermark/contract/stages'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { useApp, useOutbox } from '../app/context.ts'
import { momentText, untilText } from '../app/texts.ts'
import { attachmentKeys } from '../outbox/compose.ts'
import { isAllowed } from '../outbox/state-machine.ts'
import { useCachedAnswer } from '../app/use-cached-answer.ts'
import { authorizedPath } from '../app/offline-calls.ts'
import { useNavigateWhileMounted } from '../app/use-navigate-while-mounted.ts'
import { formFields, localizedName } from '../report/form-model.ts'
import { type Attachment, circulationOf, type LocalReport, type ScannedCode } from '../report/report.ts'
import { countCodes } from '../report/rows.ts'
import type { AuthorizedStage } from '../report/wire.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icons.tsx'
import { Loading, Notice, Page } from '../ui/page.tsx'
import { Picture } from '../ui/picture.tsx'
import { RefusalNotice } from '../views/refusal-notice.tsx'
import { RowsCard } from '../views/rows-card.tsx'
import { StateChip } from '../views/state-chips.tsx'
import { Facts, AnswerList } from '../views/values.tsx'

/** One report on this phone: its state, the reason, and the possible actions. */
export function ReportView({ reportKey }: { reportKey: string }) {
  const { t, outbox, online, showToast } = useApp()
  const { reports, progress, loaded } = useOutbox()
  const navigate = useNavigateWhileMounted()
  const [discarding, setDiscarding] = useState(false)
  const report = reports.find(one => one.key === reportKey)
  if (!report)
    return (
      <Page title={t('h5.report.title')} back="/operationLog">
        {loaded ? <Notice>{t('h5.report.gone')}</Notice> : <Loading />}
      </Page>
    )
  const edit = `/operationLink?report=${report.key}`
  return (
    <Page title={t(`stage.${report.stage}`)} back="/operationLog">
      <section className="card state" aria-live="polite">
        <StateChip state={report.state} />
        <Explanation report={report} share={progress.get(report.key)} />
        <div className="actions">
          {report.state === 'draft' && (
            <Link className="button button-main" to={edit}>
              <Icon name="edit" size={20} /> {t('h5.report.edit')}
            </Link>
          )}
          {report.state === 'refused' && report.refusal?.files && (
            <button type="button" className="button" onClick={() => void outbox.sendWithoutFiles(report.key)}>
              <Icon name="send" size={20} /> {t('h5.report.withoutFiles')}
            </button>
          )}
          {report.state === 'refused' && (
            <button
              type="button"
              className="button button-main"
              onClick={() => void outbox.correct(report.key).then(() => navigate(edit))}
            >
              <Icon name="edit" size={20} /> {t('h5.report.correct')}
            </button>
          )}
          {report.state === 'waiting' && (
            <button
              type="button"
              className="button button-main"
              onClick={() => {
                if (!online) showToast(t('h5.offlineHint'))
                void outbox.retryNow(report.key)
              }}
            >
              <Icon name="send" size={20} /> {t('h5.report.sendNow')}
            </button>
          )}
          {isAllowed(report, 'recall') && (
            <button
              type="button"
              className="button"
              onClick={() => void outbox.recall(report.key).then(back => back && navigate(edit))}
            >
              <Icon name="edit" size={20} /> {t('h5.report.edit')}
            </button>
          )}
          {report.state === 'sent' && (
            <>
              <Link className="button button-main" to={`/operationLink?stage=${report.stage}&again=1`}>
                <Icon name="scan" size={20} /> {t('h5.again.another')}
              </Link>
              <Link className="button" to={`/operationLink?stage=${report.stage}`}>
                {t('h5.report.new')}
              </Link>
              <Link className="button" to={`/operationLog?record=${report.recordId}`}>
                {t('action.view')}
              </Link>
            </>
          )}
          {(report.state === 'waiting' || report.state === 'refused' || report.state === 'draft') && (
            <button type="button" className="button button-bad" onClick={() => setDiscarding(true)}>
              {t('h5.discard')}
            </button>
          )}
        </div>
      </section>
      <Content report={report} />
      {discarding && (
        <Dialog
          title={t('h5.discard.ask')}
          onClose={() => setDiscarding(false)}
          actions={
            <>
              <button
                type="button"
                className="button button-bad"
                onClick={() => void outbox.remove(report.key).then(() => navigate('/operationLog', { replace: true }))}
              >
                {t('h5.discard')}
              </button>
              <button type="button" className="button" onClick={() => setDiscarding(false)}>
                {t('action.cancel')}
              </button>
            </>
          }
        >
          {report.left && report.state === 'waiting' && <p>{t('h5.discard.maybeSent')}</p>}
        </Dialog>
      )}
    </Page>
  )
}

/** Why the report is in its state. */
function Explanation({ report, share }: { report: LocalReport; share: number | undefined }) {
  const { t, online } = useApp()
  const now = useNow(report.state === 'waiting')
  if (report.state === 'refused' && report.refusal) return <RefusalNotice refusal={report.refusal} />
  if (report.state === 'sending' && share !== undefined) {
    const percent = new Intl.NumberFormat(t.locale, { style: 'percent' }).format(share)
    return (
      <>
        <p>{t('h5.report.uploading', { percent })}</p>
        <progress max={1} value={share} />
      </>
    )
  }
  if (report.state === 'sent')
    return (
      <Facts
        facts={[
          [t('h5.report.number'), report.recordIds?.join(', ') ?? report.recordId],
          [t('h5.codes'), t('h5.report.accepted', { n: report.acceptedCount ?? report.acceptedCodes?.length ?? 0 })],
          [t('h5.state.sent'), report.sentAt === undefined ? null : momentText(t, report.sentAt)],
        ]}
      />
    )
  if (report.state !== 'waiting') return null
  if (report.failure === 'signIn') return <p>{t('h5.wait.signIn')}</p>
  if (!online && !report.failure) return <p>{t('h5.wait.offline')}</p>
  if (!report.failure) return <p>{t('h5.wait.soon')}</p>
  return (
    <>
      <p>{t(`h5.wait.${report.failure}`, { time: untilText(t, report.nextAt, now) })}</p>
      <p className="card-note">{t('h5.attempts', { n: report.attempts })}</p>
    </>
  )
}

/** The current time, updated every second while `ticking`. */
function useNow(ticking: boolean): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!ticking) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [ticking])
  return now
}

function Content({ report }: { report: LocalReport }) {
  const { t, outbox } = useApp()
  const authorized = useCachedAnswer<AuthorizedStage[]>(authorizedPath).data?.find(one => one.stage === report.stage)
  const offered = authorized?.templates.find(one => String(one.id) === String(report.content.templateId))
  // If the template is no longer offered, its snapshot is used.
  const template = offered ?? report.content.form
  const circulation =
    authorized?.circulations.find(one => String(one.id) === String(report.content.circulationId)) ??
    circulationOf(report.content.codes)
  const [attachments, setAttachments] = useState<readonly Attachment[]>([])
  const { content } = report
  useEffect(() => {
    let isCancelled = false
    // Loaded again when the state changes: after sending, the pictures are only on the server.
    void report.state
    outbox.attachments(report.key).then(
      stored => !isCancelled && setAttachments(stored),
      () => {},
    )
    return () => {
      isCancelled = true
    }
  }, [outbox, report.key, report.state])
  const answers = formFields(stageByKey(report.stage), template?.attributes, t.language)
    .map(field => ({ ...field, value: content.values[field.key] }))
    .filter(answer => answer.value !== undefined)
  const keys = new Set(attachmentKeys(report))
  const used = attachments.filter(one => keys.has(one.key))
  return (
    <>
      <section className="card">
        <h2>{t('h5.papers')}</h2>
        <Facts
          facts={[
            [t('h5.documentCode'), content.documentCode],
            [t('h5.operator'), content.operator],
            [t('h5.time'), content.time && momentText(t, content.time)],
            [t('h5.circulation'), circulation?.name],
            [t('h5.template'), template && localizedName(t.language, template.name, template.nameTexts)],
            [t('h5.position'), content.position && formatCoordinates(t, content.position)],
            [t('h5.parentCode'), content.parentCode],
          ]}
        />
      </section>
      {content.rows ? (
        <RowsCard stage={report.stage} rows={content.rows} />
      ) : (
        <CodesCard codes={content.codes.map(spelled)} total={countCodes(content.codes)} />
      )}
      {answers.length > 0 && (
        <section className="card">
          <h2>{t('h5.record.values')}</h2>
          <AnswerList answers={answers} />
        </section>
      )}
      {used.length > 0 && (
        <section className="card">
          <h2>{t('h5.record.files')}</h2>
          <ul className="pictures">
            {used.map(one =>
              one.type.startsWith('image/') ? (
                <li key={one.key}>
                  <Picture blob={one.blob} alt={one.name} />
                </li>
              ) : (
                <li key={one.key} className="file-name">
                  {one.name}
                </li>
              ),
            )}
          </ul>
        </section>
      )}
    </>
  )
}

const spelled = ({ code, last }: ScannedCode) => (last === undefined ? code : `${code} – ${last}`)

/** Codes of a report; a long list is collapsed. */
export function CodesCard({ codes, total }: { codes: readonly string[]; total: number }) {
  const { t } = useApp()
  return (
    <section className="card">
      <details className="folded" open={codes.length <= 10}>
        <summary>
          <h2>
            {t('h5.record.codes')} <span className="card-note">{t('h5.codes.count', { n: total })}</span>
          </h2>
        </summary>
        <ul className="plain-codes">
          {codes.map(code => (
            <li key={code} className="code-text">
              {code}
            </li>
          ))}
          {total > codes.length && !codes.some(code => code.includes(' ')) && <li>…</li>}
        </ul>
      </details>
    </section>
  )
}
