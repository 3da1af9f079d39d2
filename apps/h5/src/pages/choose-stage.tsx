import type { StageKey } from '@timbermark/contract'
import { stages } from '@timbermark/contract/stages'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useApp, useOutbox } from '../app/context.ts'
import { readRecentStages } from '../app/last-report-store.ts'
import { momentText } from '../app/texts.ts'
import type { CachedAnswer } from '../app/use-cached-answer.ts'
import type { AuthorizedStage } from '../report/wire.ts'
import { Icon } from '../ui/icons.tsx'
import { Loading, Notice, Page } from '../ui/page.tsx'
import type { InitialCodes } from '../form/other-stage.tsx'
import { codesOf } from '../report/rows.ts'
import { countCodes } from '../report/scanned-codes.ts'
import { parseScan } from '../scan/scan-text.ts'
import { Failure } from '../views/failure.tsx'

const Scanner = lazy(() => import('../scan/scanner.tsx'))

/** The stages that this person may report, in the enterprise's order; by default that of the supply chain. */
export function ChooseStage(props: {
  authorized: CachedAnswer<AuthorizedStage[]>
  /** Codes that are already scanned: they go into the report of the chosen stage. */
  codes?: string[]
  /** Why the person must choose the stage although a code was scanned. */
  why?: string
  /** What is wrong with the scanned code. */
  wrong?: string
}) {
  const { authorized, codes, why, wrong } = props
  const { t, online } = useApp()
  const navigate = useNavigate()
  const [scanning, setScanning] = useState(false)
  const state = codes && ({ codes } satisfies InitialCodes)
  const { reports } = useOutbox()
  const drafts = reports.filter(one => one.state === 'draft')
  const allowed = new Set(authorized.data?.map(one => one.stage))
  // In the order in which the enterprise shows them.
  const visible = (authorized.data ?? []).flatMap(one => stages.find(({ key }) => key === one.stage) ?? [])
  const recentStages = useRecentStages().filter(stage => allowed.has(stage))
  return (
    <Page title={t('h5.choose')} back="/">
      {!online && <Notice>{t('h5.offlineHint')}</Notice>}
      {wrong && <Notice tone="bad">{wrong}</Notice>}
      {codes ? (
        <Notice>
          <p>{why ?? t('h5.proposed.choose')}</p>
          <p className="code-text">{codes.join(', ')}</p>
        </Notice>
      ) : (
        <button type="button" className="button button-main button-wide" onClick={() => setScanning(true)}>
          <Icon name="scan" /> {t('h5.proposed.scan')}
        </button>
      )}
      {scanning && (
        <Suspense fallback={null}>
          <Scanner
            title={t('h5.proposed.scan')}
            onClose={() => setScanning(false)}
            onRead={text => {
              if (parseScan(text).kind === 'none') return { tone: 'bad', text: t('h5.codes.notACode') }
              setScanning(false)
              navigate(`/operationLink?code=${encodeURIComponent(text.trim())}`)
            }}
          />
        </Suspense>
      )}
      {!codes && drafts.length > 0 && (
        <section className="card">
          <h2>{t('h5.choose.continue')}</h2>
          <ul className="rows">
            {drafts.map(draft => (
              <li key={draft.key}>
                <Link className="row" to={`/operationLink?report=${draft.key}`}>
                  <span className="row-words">
                    <span className="row-title">{t(`stage.${draft.stage}`)}</span>
                    <span className="row-note">
                      {momentText(t, draft.updatedAt)} ·{' '}
                      {t('h5.codes.count', { n: countCodes(codesOf(draft.content)) })}
                    </span>
                    {authorized.data && !allowed.has(draft.stage) && (
                      <span className="row-note bad">{t('h5.choose.notAuthorized')}</span>
                    )}
                  </span>
                  <Icon name="next" />
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      {!codes && recentStages.length > 0 && <RecentStages stages={recentStages} />}
      {authorized.loading && !authorized.data && <Loading />}
      {!authorized.data && !authorized.loading && online && authorized.error !== undefined && (
        <Failure error={authorized.error} />
      )}
      {!authorized.data && !authorized.loading && !(online && authorized.error) && (
        <Notice tone="bad">
          <p>{t('h5.choose.unknown')}</p>
        </Notice>
      )}
      {authorized.data && visible.length === 0 && <Notice>{t('h5.choose.none')}</Notice>}
      <ol className="stages">
        {visible.map(stage => (
          <li key={stage.key}>
            <Link className="stage" to={`/operationLink?stage=${stage.key}`} state={state}>
              <span className="stage-number" aria-hidden="true">
                {stage.order}
              </span>
              <span className="row-words">
                <span className="row-title">
                  <span className="sr-only">{t('h5.stageNumber', { n: stage.order })} </span>
                  {t(`stage.${stage.key}`)}
                </span>
                <span className="row-note">{t(`stage.${stage.key}.hint`)}</span>
              </span>
              <Icon name="next" />
            </Link>
          </li>
        ))}
      </ol>
    </Page>
  )
}

/** The stages that this person reported last on this phone. */
function useRecentStages(): readonly StageKey[] {
  const { cache } = useApp()
  const [recentStages, setRecentStages] = useState<readonly StageKey[]>([])
  useEffect(() => {
    let isCancelled = false
    void readRecentStages(cache).then(stages => !isCancelled && setRecentStages(stages))
    return () => {
      isCancelled = true
    }
  }, [cache])
  return recentStages
}

/** Recently reported stages, each with a link to repeat the last report and one to an empty report. */
function RecentStages({ stages: recentStages }: { stages: readonly StageKey[] }) {
  const { t } = useApp()
  return (
    <section className="card">
      <h2>{t('h5.again.lately')}</h2>
      <ul className="lately">
        {recentStages.map(stage => (
          <li key={stage}>
            <span className="row-title">{t(`stage.${stage}`)}</span>
            <span className="pair">
              <Link
                className="button button-main"
                to={`/operationLink?stage=${stage}&again=1`}
                aria-label={`${t(`stage.${stage}`)}: ${t('h5.again.as')}`}
              >
                {t('h5.again.as')}
              </Link>
              <Link
                className="button"
                to={`/operationLink?stage=${stage}`}
                aria-label={`${t(`stage.${stage}`)}: ${t('h5.again.empty')}`}
              >
                {t('h5.again.empty')}
              </Link>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
