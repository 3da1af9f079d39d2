import { useApp } from '../app/context.ts'
import { failureText, momentText, recordTime } from '../app/words.ts'
import { useKept } from '../platform/kept.ts'
import { authorizedPath } from '../platform/prepare.ts'
import type { AuthorizedStage, FullRecord } from '../report/wire.ts'
import { Icon } from '../ui/icons.tsx'
import { Loading, Notice, Page } from '../ui/page.tsx'
import { LedgerChip, RecordChip } from '../ui/state.tsx'
import { Facts, Values } from '../ui/values.tsx'
import { CodesCard } from './report-view.tsx'

/** One record as the server keeps it; remembered once seen, for when there is no network. */
export function RecordView({ id }: { id: string }) {
  const { t, online } = useApp()
  const kept = useKept<FullRecord>(`/stage/record/${encodeURIComponent(id)}`)
  const authorized = useKept<AuthorizedStage[]>(authorizedPath)
  const record = kept.data
  if (!record)
    return (
      <Page title={t('h5.report.title')} back="/operationLog">
        {kept.loading ? (
          <Loading />
        ) : (
          <Notice tone="bad">{online ? failureText(t, kept.error) : t('h5.record.needsNetwork')}</Notice>
        )}
      </Page>
    )
  const mine = authorized.data?.find(one => one.stage === record.stage)
  const template = mine?.templates.find(one => one.name === record.templateName)
  return (
    <Page title={t(`stage.${record.stage}`)} back="/operationLog">
      {!kept.fresh && !kept.loading && <Notice>{t('h5.log.stale', { time: momentText(t, kept.at) })}</Notice>}
      <section className="card state">
        <div className="chips">
          <RecordChip status={record.status} />
          <LedgerChip state={record.ledger} />
        </div>
        <Facts
          facts={[
            [t('h5.report.number'), String(record.recordId)],
            [t('h5.record.version'), String(record.version)],
            [t('h5.record.reason'), record.reason],
            [t('h5.record.product'), record.productName],
            [t('h5.record.batch'), record.batchNumber],
            [t('h5.record.reported'), recordTime(t, record.time)],
            [t('h5.record.recorded'), recordTime(t, record.recordedAt)],
          ]}
        />
      </section>
      <section className="card">
        <h2>{t('h5.papers')}</h2>
        <Facts
          facts={[
            [t('h5.documentCode'), record.documentCode],
            [t('h5.operator'), record.operator],
            [t('h5.circulation'), record.circulationName],
            [t('h5.template'), record.templateName],
            [t('h5.latitude'), textOf(record.latitude)],
            [t('h5.longitude'), textOf(record.longitude)],
            [t('h5.parentCode'), record.parentCode],
          ]}
        />
      </section>
      {Array.isArray(record.codes) ? (
        <CodesCard codes={record.codes} />
      ) : (
        <section className="card">
          <h2>
            {t('h5.record.codes')} <span className="card-note">{t('h5.codes.count', { n: record.codes })}</span>
          </h2>
          {record.firstCode && <p className="code-text">{record.firstCode}</p>}
        </section>
      )}
      {record.values && Object.keys(record.values).length > 0 && (
        <section className="card">
          <h2>{t('h5.record.values')}</h2>
          <Values stage={record.stage} values={record.values} attributes={template?.attributes} />
        </section>
      )}
      {record.files && record.files.length > 0 && (
        <section className="card">
          <h2>{t('h5.record.files')}</h2>
          <ul className="pictures">
            {record.files.map(file =>
              file.type.startsWith('image/') ? (
                <li key={file.id}>
                  <a href={file.url} target="_blank" rel="noreferrer">
                    <img src={file.url} alt={file.name} loading="lazy" />
                  </a>
                </li>
              ) : (
                <li key={file.id}>
                  <a className="file-name" href={file.url} target="_blank" rel="noreferrer">
                    <Icon name="file" size={20} /> {file.name}
                  </a>
                </li>
              ),
            )}
          </ul>
        </section>
      )}
    </Page>
  )
}

const textOf = (value: string | number | null | undefined) =>
  value === null || value === undefined ? null : String(value)
