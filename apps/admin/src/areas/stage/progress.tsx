import { formatDate, formatNumber } from '@timbermark/client'
import { stageProgress } from '@timbermark/contract'
import { useNavigate } from 'react-router'
import { EntityScreen } from '../../entity/list/entity-screen.tsx'
import { ToneTag } from '../../entity/values/tone-tag.tsx'
import { useSession, useT } from '../../shell/index.ts'

/** The progress of every open batch: its next stage, late batches first. */
export default function StageProgressScreen() {
  const t = useT()
  const navigate = useNavigate()
  const { can } = useSession()
  const number = (value: unknown) => formatNumber(Number(value), t.language, { maximumFractionDigits: 3 })
  /** What was reported, of what there is; a dash where there is neither. */
  const share = (reported: unknown, all: unknown) => {
    if (reported === null || (Number(reported) === 0 && !Number(all))) return '–'
    const text = all === null ? number(reported) : t('stage.progress.share', { n: number(reported), all: number(all) })
    return <span className="tm-number">{text}</span>
  }
  return (
    <EntityScreen
      entity={stageProgress}
      rowActions={row =>
        can('catalog:batch:query')
          ? [{ key: 'open', label: t('action.query'), run: () => navigate(`/catalog/batch?view=${row.id}`) }]
          : []
      }
      cells={{
        nextStage: row =>
          row.nextStage ? t(`stage.${row.nextStage}`) : <ToneTag tone="success">{t('stage.progress.allDone')}</ToneTag>,
        late: row => (row.late ? <ToneTag tone="error">{t('stage.progress.late.true')}</ToneTag> : '–'),
        due: row => formatDate(row.due) || '–',
        done: row => (
          <span className="tm-number">{t('catalog.batch.stagesDone', { n: row.done, all: row.total })}</span>
        ),
        reportedItems: row => share(row.reportedItems, row.items),
        reportedPackages: row => share(row.reportedPackages, row.packages),
        reportedVolume: row => share(row.reportedVolume, row.volume),
        lastTime: row => formatDate(row.lastTime) || '–',
      }}
      leaveOut={() => ['total', 'items', 'packages', 'volume']}
    />
  )
}
