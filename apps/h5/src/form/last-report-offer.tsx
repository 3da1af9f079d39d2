import { newId } from '@timbermark/client'
import type { Stage } from '@timbermark/contract'
import { useEffect, useState } from 'react'
import { useApp } from '../app/context.ts'
import { readLastReport } from '../app/last-report-store.ts'
import { fillFromLastReport, type LastReport } from '../report/last-report.ts'
import { Icon } from '../ui/icons.tsx'
import { Notice } from '../ui/page.tsx'
import { useForm } from './form-context.ts'

/** Offers to fill in an empty report from the last one of its stage, and says so when it is done. */
export function LastReportOffer({ stage }: { stage: Stage }) {
  const { t, cache } = useApp()
  const form = useForm()
  const [lastReport, setLastReport] = useState<LastReport>()
  useEffect(() => {
    let isCancelled = false
    void readLastReport(cache, stage.key).then(lastReport => !isCancelled && setLastReport(lastReport))
    return () => {
      isCancelled = true
    }
  }, [cache, stage.key])

  const { content } = form
  if (content.fromLast) return <Notice tone="good">{t('h5.again.filled')}</Notice>
  const empty = content.codes.length === 0 && Object.keys(content.values).length === 0 && content.documentCode === ''
  if (!lastReport || !empty || content.rows) return null
  return (
    <button
      type="button"
      className="button button-wide"
      onClick={() => form.change(old => fillFromLastReport(old, lastReport, { key: newId(), now: Date.now() }))}
    >
      <Icon name="edit" size={20} /> {t('h5.again.offer')}
    </button>
  )
}
