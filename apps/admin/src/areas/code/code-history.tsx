import { useQuery } from '@tanstack/react-query'
import { formatDateTime, queryKeys } from '@timbermark/client'
import type { CodeHistory } from '@timbermark/contract/calls'
import { Alert, Descriptions } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { LoadingOrFailure } from '../../entity/list/list-states.tsx'
import { LanguageMark } from '../../entity/values/name-value.tsx'
import { ToneTag } from '../../entity/values/tone-tag.tsx'
import { toneOf } from '../../entity/values/tone.ts'
import { useClient, useSession, useT } from '../../shell/index.ts'
import { LabelHistory } from './label-history.tsx'

/** What a code belongs to, its records, scans and checks; `packing` is shown among these sections. */
export function CodeHistorySections({ code, packing }: { code: string; packing: ReactNode }) {
  const client = useClient()
  const { data, error, refetch } = useQuery({
    queryKey: [...queryKeys.one('code/qr', code), 'life'],
    queryFn: ({ signal }) => client.call('GET /code/qr/:code/life', { params: { code }, signal }),
  })
  // The packing stays mounted while the sections around it load: a dialog opened from it would close otherwise.
  return (
    <>
      {data ? (
        <>
          <Warnings warnings={data.warnings} />
          <Recalls code={code} />
          <Belonging history={data} />
          <LabelHistory code={code} />
        </>
      ) : (
        <LoadingOrFailure error={error} onRetry={refetch} title={false} paragraph={{ rows: 4 }} />
      )}
      {packing}
      {data && (
        <>
          {/* Further data of one code, such as its dealer, goes here as a section of its own. */}
          {data.cases && data.cases.length > 0 && <Cases cases={data.cases} />}
          {data.certification && <Certification steps={data.certification} />}
          {data.records && <Records records={data.records} />}
          {data.scans && <Scans code={code} scans={data.scans} />}
          {data.checks && <Checks code={code} checks={data.checks} />}
        </>
      )}
    </>
  )
}

function Warnings({ warnings }: Pick<CodeHistory, 'warnings'>) {
  const t = useT()
  if (warnings.length === 0) return null
  return (
    <Alert
      type="warning"
      showIcon
      className="tm-panel"
      title={t('code.life.warnings')}
      description={
        <ul className="tm-life-warnings">
          {warnings.map(warning => (
            <li key={warning}>{t(`code.life.warning.${warning}`)}</li>
          ))}
        </ul>
      }
    />
  )
}

/** Recalls of the code, including lifted ones. */
function Recalls({ code }: { code: string }) {
  const t = useT()
  const client = useClient()
  const { can } = useSession()
  const { data } = useQuery({
    queryKey: [...queryKeys.one('code/qr', code), 'recalls'],
    queryFn: ({ signal }) => client.call('GET /catalog/recall/code/:code', { params: { code }, signal }),
    enabled: can('catalog:recall:list'),
  })
  if (!data || data.length === 0) return null
  return (
    <Section title={t('code.life.recalls')} empty={false}>
      <ul className="tm-life">
        {data.map(({ id, of, status, reason, reasonTexts, recalledAt }) => (
          <li key={id}>
            <ToneTag tone={toneOf(status)}>{t(`catalog.recall.status.${status}`)}</ToneTag>{' '}
            <Link to={`/catalog/recall?view=${id}`}>{reason}</Link>{' '}
            <LanguageMark row={{ reason, reasonTexts }} name="reason" />
            <div className="tm-muted">
              <span className="tm-number">{formatDateTime(recalledAt)}</span> · {t(`code.life.recall.${of}`)}
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Belonging({ history: { request, batch, product } }: { history: CodeHistory }) {
  const t = useT()
  const { can } = useSession()
  const linkIf = (permission: string, to: string, text: string) =>
    can(permission) ? <Link to={to}>{text}</Link> : text
  return (
    <Descriptions
      className="tm-detail tm-panel"
      bordered
      size="small"
      column={{ xs: 1, sm: 2 }}
      items={[
        {
          key: 'request',
          label: t('code.life.request'),
          children: linkIf('code:request:query', `/code/request?view=${request.id}`, request.name),
        },
        {
          key: 'batch',
          label: t('code.life.batch'),
          children: linkIf('catalog:batch:query', `/catalog/batch?view=${batch.id}`, batch.batchNumber),
        },
        {
          key: 'product',
          label: t('code.life.product'),
          children: linkIf('catalog:product:query', `/catalog/product?view=${product.id}`, product.name),
        },
        { key: 'stage', label: t('code.life.updateStage'), children: t(`stage.${request.updateStage}`) },
      ]}
    />
  )
}

function Section({ title, empty, children }: { title: string; empty: string | false; children: ReactNode }) {
  return (
    <section className="tm-panel" aria-label={title}>
      <h3>{title}</h3>
      {empty ? <p className="tm-muted">{empty}</p> : children}
    </section>
  )
}

function Records({ records }: { records: NonNullable<CodeHistory['records']> }) {
  const t = useT()
  const { can } = useSession()
  return (
    <Section title={t('code.life.records')} empty={records.length === 0 && t('code.life.noRecords')}>
      <ol className="tm-life">
        {records.map(({ id, stage, time, operator, documentCode, flagged, named }) => (
          <li key={id}>
            <div>
              {can('stage:record:query') ? (
                <Link to={`/stage/record?view=${id}`}>{t(`stage.${stage}`)}</Link>
              ) : (
                t(`stage.${stage}`)
              )}{' '}
              {flagged && <ToneTag tone="warning">{t('stage.record.flagged.true')}</ToneTag>}
            </div>
            <div className="tm-muted">
              <span className="tm-number">{formatDateTime(time)}</span>
              {[operator, documentCode, named ? '' : t('code.life.ofBatch')].filter(Boolean).map(text => ` · ${text}`)}
            </div>
          </li>
        ))}
      </ol>
    </Section>
  )
}

const caseTones = { open: 'warning', confirmed: 'error', dismissed: 'default' } as const

function Cases({ cases }: { cases: NonNullable<CodeHistory['cases']> }) {
  const t = useT()
  const { can } = useSession()
  return (
    <Section title={t('code.life.cases')} empty={false}>
      <ul className="tm-life">
        {cases.map(({ id, kind, status, firstAt, lastAt, note }) => (
          <li key={id}>
            <div>
              {can('channel:case:query') ? (
                <Link to={`/channel/case?view=${id}`}>{t(`channel.case.kind.${kind}`)}</Link>
              ) : (
                t(`channel.case.kind.${kind}`)
              )}{' '}
              <ToneTag tone={caseTones[status]}>{t(`channel.case.status.${status}`)}</ToneTag>
            </div>
            <div className="tm-muted tm-number">
              {[...new Set([formatDateTime(firstAt), formatDateTime(lastAt)])].join(' – ')}
            </div>
            {note && <div>{t('code.life.caseNote', { note })}</div>}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Certification({ steps }: { steps: NonNullable<CodeHistory['certification']> }) {
  const t = useT()
  return (
    <Section title={t('code.life.certification')} empty={steps.length === 0 && t('certification.noHistory')}>
      <ol className="tm-life">
        {steps.map(({ id, action, operator, enterpriseName, reason, recordedAt }) => (
          <li key={id}>
            <div>{t(`certification.step.${action}`)}</div>
            <div className="tm-muted">
              <span className="tm-number">{formatDateTime(recordedAt)}</span> ·{' '}
              {t('certification.by', { operator, enterprise: enterpriseName })}
            </div>
            {reason && <div>{t('code.life.caseNote', { note: reason })}</div>}
          </li>
        ))}
      </ol>
    </Section>
  )
}

function usePlaceName() {
  const t = useT()
  return ({ country, province, city, district }: NonNullable<CodeHistory['scans']>[number]) => {
    const names = new Intl.DisplayNames([t.locale], { type: 'region' })
    const parts = [country && names.of(country), province, city, district].filter(Boolean)
    return parts.length > 0 ? [...new Set(parts)].join(' · ') : t('code.life.nowhere')
  }
}

function Scans({ code, scans }: { code: string; scans: NonNullable<CodeHistory['scans']> }) {
  const t = useT()
  const placeName = usePlaceName()
  return (
    <Section title={t('code.life.scans')} empty={scans.length === 0 && t('code.life.noScans')}>
      <ul className="tm-life">
        {scans.map(scan => (
          <li key={`${scan.time} ${scan.city}`}>
            <span className="tm-number">{formatDateTime(scan.time)}</span>{' '}
            <span className="tm-muted">{placeName(scan)}</span>
          </li>
        ))}
      </ul>
      <Link to={`/trace/scan-log?code=${code}`}>{t('code.life.all')}</Link>
    </Section>
  )
}

function Checks({ code, checks }: { code: string; checks: NonNullable<CodeHistory['checks']> }) {
  const t = useT()
  const placeName = usePlaceName()
  return (
    <Section title={t('code.life.checks')} empty={checks.length === 0 && t('code.life.noChecks')}>
      <ul className="tm-life">
        {checks.map(check => (
          <li key={`${check.time} ${check.genuine}`}>
            <span className="tm-number">{formatDateTime(check.time)}</span>{' '}
            <ToneTag tone={check.genuine ? 'success' : 'warning'}>
              {t(check.genuine ? 'code.life.right' : 'code.life.wrong')}
            </ToneTag>{' '}
            <span className="tm-muted">{placeName(check)}</span>
          </li>
        ))}
      </ul>
      <Link to={`/trace/check-log?code=${code}`}>{t('code.life.all')}</Link>
    </Section>
  )
}
