import { ExportOutlined, PrinterOutlined, RedoOutlined, ReloadOutlined } from '@ant-design/icons'
import { grains } from '@timbermark/contract'
import { Button, Segmented, Tooltip } from 'antd'
import { type ReactNode, useId } from 'react'
import { ActionButton } from '../../../entity/actions/action-button.tsx'
import { DayRangeControl } from '../../../entity/controls/day-control.tsx'
import { ReferenceControl } from '../../../entity/controls/reference-control.tsx'
import { canLookUp } from '../../../entity/actions/permissions.ts'
import { useFeedback } from '../../../entity/actions/use-feedback.ts'
import { useClient, useSession, useT } from '../../../shell/index.ts'
import { type Asked, fitting, lastOf } from './period.ts'

interface PeriodBarProps {
  asked: Asked
  onChange: (part: Partial<Asked>) => void
  /** Path of the screen's own call, below `/stats`. */
  screen: 'trend' | 'product' | 'place' | 'stage'
  /** What else the call is asked, for the workbook. */
  also?: Record<string, string>
  refreshing: boolean
  onRefresh: () => void
}

/** Whose figures, of what and when; and what can be done with them. */
export function PeriodBar({ asked, onChange, screen, also, refreshing, onRefresh }: PeriodBarProps) {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const { can, permissions } = useSession()
  const platform = can('tenant:enterprise:list')
  const { grain, from, to } = asked
  return (
    <div className="tm-stats-bar">
      {screen !== 'stage' && (
        <Segmented
          aria-label={t('stats.report.grain')}
          value={grain}
          options={grains
            .filter(one => screen === 'trend' || one !== 'hour')
            .map(value => ({ value, label: t(`stats.report.grain.${value}`) }))}
          onChange={chosen => onChange({ grain: chosen, ...lastOf(chosen) })}
        />
      )}
      <div className="tm-stats-period">
        <DayRangeControl
          label={t('stats.report.period')}
          value={[from, to]}
          onChange={range => {
            const [begin, end] = range ?? []
            const usual = lastOf(grain)
            onChange(
              begin && end ? fitting(grain, begin, end) : { grain, from: begin || usual.from, to: end || usual.to },
            )
          }}
        />
      </div>
      {platform && (
        <Filter label={t('stats.report.enterpriseId')}>
          {id => (
            <ReferenceControl
              id={id}
              entity="tenant/enterprise"
              value={asked.enterpriseId as number}
              onChange={value => onChange({ enterpriseId: value ?? undefined })}
            />
          )}
        </Filter>
      )}
      {!platform && canLookUp('catalog/product', permissions) && (
        <Filter label={t('stats.report.productId')}>
          {id => (
            <ReferenceControl
              id={id}
              entity="catalog/product"
              value={asked.productId as number}
              onChange={value => onChange({ productId: value ?? undefined })}
            />
          )}
        </Filter>
      )}
      {!platform && canLookUp('catalog/batch', permissions) && (
        <Filter label={t('stats.report.batchId')}>
          {id => (
            <ReferenceControl
              id={id}
              entity="catalog/batch"
              value={asked.batchId as number}
              onChange={value => onChange({ batchId: value ?? undefined })}
            />
          )}
        </Filter>
      )}
      <div className="tm-stats-tools">
        <Tooltip title={t('action.refresh')}>
          <Button
            icon={<ReloadOutlined spin={refreshing} />}
            aria-label={t('action.refresh')}
            aria-busy={refreshing}
            onClick={onRefresh}
          />
        </Tooltip>
        <Tooltip title={t('entity.print')}>
          <Button icon={<PrinterOutlined />} aria-label={t('entity.print')} onClick={() => window.print()} />
        </Tooltip>
        {can(`stats:${screen}:export`) && (
          <ActionButton
            action={{
              key: 'export',
              label: t('action.export'),
              icon: <ExportOutlined />,
              run: () => client.download(`/stats/${screen}/export`, { ...asked, ...also }),
            }}
          />
        )}
        {screen === 'trend' && can('stats:trend:recount') && (
          <ActionButton
            action={{
              key: 'recount',
              label: t('action.recount'),
              icon: <RedoOutlined />,
              confirm: { title: t('stats.report.recountAsk'), text: t('stats.report.recountText', { from, to }) },
              run: async () => {
                const { days } = await client.call('POST /stats/recount', { body: { from, to } })
                feedback.done(t('stats.report.recounting', { n: days }))
                onRefresh()
              },
            }}
          />
        )}
      </div>
    </div>
  )
}

function Filter({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div className="tm-stats-filter">
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  )
}
