import { stages } from '@timbermark/contract/stages'
import { Link } from 'react-router'
import { useApp, useOutbox } from '../app/context.ts'
import { failureText, momentText } from '../app/words.ts'
import type { Kept } from '../app/use-kept.ts'
import type { AuthorizedStage } from '../report/wire.ts'
import { Icon } from '../ui/icons.tsx'
import { Loading, Notice, Page } from '../ui/page.tsx'

/** The stages that this person may report, in the order of the supply chain; drafts above them. */
export function ChooseStage({ authorized }: { authorized: Kept<AuthorizedStage[]> }) {
  const { t, online } = useApp()
  const { reports } = useOutbox()
  const drafts = reports.filter(one => one.state === 'draft')
  const allowed = new Set(authorized.data?.map(one => one.stage))
  const shown = stages.filter(stage => allowed.has(stage.key))
  return (
    <Page title={t('h5.choose')} back="/">
      {!online && <Notice>{t('h5.offlineHint')}</Notice>}
      {drafts.length > 0 && (
        <section className="card">
          <h2>{t('h5.choose.continue')}</h2>
          <ul className="rows">
            {drafts.map(draft => (
              <li key={draft.key}>
                <Link className="row" to={`/operationLink?report=${draft.key}`}>
                  <span className="row-words">
                    <span className="row-title">{t(`stage.${draft.stage}`)}</span>
                    <span className="row-note">
                      {momentText(t, draft.updatedAt)} · {t('h5.codes.count', { n: draft.content.codes.length })}
                    </span>
                  </span>
                  <Icon name="next" />
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      {authorized.loading && !authorized.data && <Loading />}
      {!authorized.data && !authorized.loading && (
        <Notice tone="bad">
          <p>{online && authorized.error ? failureText(t, authorized.error) : t('h5.choose.unknown')}</p>
        </Notice>
      )}
      {authorized.data && shown.length === 0 && <Notice>{t('h5.choose.none')}</Notice>}
      <ol className="stages">
        {shown.map(stage => (
          <li key={stage.key}>
            <Link className="stage" to={`/operationLink?stage=${stage.key}`}>
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
