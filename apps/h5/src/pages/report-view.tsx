import { formatCoordinates, formatNumber, type Translate } from '@timbermark/client'
import { stageByKey, tableOf } from '@timbermark/contract/stages'
import { Link } from 'react-router'
import { useApp, useOutbox } from '../app/context.ts'
import { momentText, warningTexts } from '../app/texts.ts'
import { useCachedAnswer } from '../app/use-cached-answer.ts'
import { authorizedPath } from '../app/offline-calls.ts'
import { formFields, localizedName } from '../report/form-model.ts'
import { circulationOf, type LocalReport, type ScannedCode } from '../report/report.ts'
import type { ChangedRecord } from '../report/local-change.ts'
import { tableVolume } from '../report/rows.ts'
import { countCodes } from '../report/scanned-codes.ts'
import type { AuthorizedStage } from '../report/wire.ts'
import { Icon } from '../ui/icons.tsx'
import { Loading, Notice, Page } from '../ui/page.tsx'
import { DeliveryCard } from '../views/delivery-card.tsx'
import { FilesCard } from '../views/files-card.tsx'
import { RowsCard } from '../views/rows-card.tsx'
import { Facts, AnswerList } from '../views/values.tsx'
import { ChangeCard } from './change-card.tsx'

/** One report on this phone: its state, the reason, and the possible actions. */
export function ReportView({ reportKey }: { reportKey: string }) {
  const { t, outbox, online } = useApp()
  const { reports, progress, loaded } = useOutbox()
  const report = reports.find(one => one.key === reportKey)
  if (!report)
    return (
      <Page title={t('h5.report.title')} back="/operationLog">
        {loaded ? <Notice>{t('h5.report.gone')}</Notice> : <Loading />}
      </Page>
    )
  const edit = `/operationLink?report=${report.key}`
  const changed = changedReport(report)
  return (
    <Page title={t(`stage.${report.stage}`)} back="/operationLog">
      <DeliveryCard
        item={report}
        share={progress.get(report.key)}
        edit={edit}
        editing={
          report.state === 'refused' &&
          report.refusal?.files && (
            <button type="button" className="button" onClick={() => void outbox.sendWithoutFiles(report.key)}>
              <Icon name="send" size={20} /> {t('h5.report.withoutFiles')}
            </button>
          )
        }
        sentFacts={[
          [t('h5.codes'), t('h5.report.accepted', { n: report.acceptedCount ?? report.acceptedCodes?.length ?? 0 })],
          [t('h5.rows.total'), volumeText(t, report)],
          [t('h5.report.number'), report.recordIds?.join(', ') ?? report.recordId],
        ]}
        whenSent={
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
        }
      />
      {/* With a network the record says what the server knows, and the same can be asked there. */}
      {changed && !online && <ChangeCard record={changed} onChange={doNothing} />}
      <Content report={report} />
    </Page>
  )
}

const doNothing = () => {}

/** The one record of a sent report, as far as this phone knows it. */
function changedReport({ recordId, recordIds, stage, content }: LocalReport): ChangedRecord | undefined {
  if (recordId === undefined || (recordIds?.length ?? 1) > 1) return undefined
  const { documentCode, operator, time, values, rows } = content
  return {
    recordId: Number(recordId),
    stage,
    attributes: content.form?.attributes,
    answers: { ...values, ...rows?.[0]?.values, documentCode, operator, time },
    change: null,
    changeUntil: undefined,
  }
}

/** The volume of all logs of a table of logs. */
function volumeText(t: Translate, { stage, content }: LocalReport): string | undefined {
  const table = tableOf(stage)
  const volume = table && content.rows && tableVolume(table, content.rows, t.language)
  return volume === undefined ? undefined : `${formatNumber(volume, t.language)} ${t('unit.m3')}`
}

function Content({ report }: { report: LocalReport }) {
  const { t } = useApp()
  const authorized = useCachedAnswer<AuthorizedStage[]>(authorizedPath).data?.find(one => one.stage === report.stage)
  const offered = authorized?.templates.find(one => String(one.id) === String(report.content.templateId))
  // If the template is no longer offered, its snapshot is used.
  const template = offered ?? report.content.form
  const circulation =
    authorized?.circulations.find(one => String(one.id) === String(report.content.circulationId)) ??
    circulationOf(report.content.codes)
  const { content } = report
  const answers = formFields(stageByKey(report.stage), template?.attributes, t.language)
    .map(field => ({ ...field, value: content.values[field.key] }))
    .filter(answer => answer.value !== undefined)
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
        <CodesCard codes={content.codes} total={countCodes(content.codes)} />
      )}
      {answers.length > 0 && (
        <section className="card">
          <h2>{t('h5.record.values')}</h2>
          <AnswerList answers={answers} />
        </section>
      )}
      <FilesCard item={report} />
    </>
  )
}

const spelled = ({ code, last }: Pick<ScannedCode, 'code' | 'last'>) =>
  last === undefined ? code : `${code} – ${last}`

/** Codes of a report or act, with what stood against them when they were scanned; a long list is collapsed. */
export function CodesCard(props: {
  codes: readonly (Pick<ScannedCode, 'code' | 'last'> & Partial<Pick<ScannedCode, 'check'>>)[]
  total: number
}) {
  const { codes, total } = props
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
          {codes.map(one => (
            <li key={one.code} className="code-text">
              {spelled(one)}
              {one.check &&
                warningTexts(t, one.check).map(text => (
                  <span key={text} className="code-check warn">
                    {text}
                  </span>
                ))}
            </li>
          ))}
          {total > codes.length && !codes.some(({ last }) => last !== undefined) && <li>…</li>}
        </ul>
      </details>
    </section>
  )
}
