import { ExportOutlined, PrinterOutlined, RedoOutlined } from '@ant-design/icons'
import { issueText } from '@timbermark/client'
import { grains } from '@timbermark/contract'
import { Unread } from '@timbermark/contract/reading'
import { Button, Segmented, Tooltip } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { ActionButton } from '../../../entity/actions/action-button.tsx'
import { DayRangeControl, type HeldRange } from '../../../entity/controls/day-control.tsx'
import { ReferenceControl } from '../../../entity/controls/reference-control.tsx'
import { canLookUp } from '../../../entity/actions/permissions.ts'
import { useFeedback } from '../../../entity/actions/use-feedback.ts'
import { useClient, useSession, useT } from '../../../shell/index.ts'
import { type ReportFilters, fitPeriod, lastPeriodOf } from './period.ts'
import { todayIn } from '../../../entity/values/zone.ts'
import { RefreshButton } from '../../../entity/list/refresh-button.tsx'

interface PeriodBarProps {
  filters: ReportFilters
  onChange: (part: Partial<ReportFilters>) => void
  /** Path of the screen's call, below `/stats`. */
  screen: 'trend' | 'product' | 'place' | 'stage'
  /** Further query parameters of the call, for the exported workbook. */
  extraQuery?: Record<string, string>
  refreshing: boolean
  onRefresh: () => void
}

/** The records by which the platform, and an enterprise, narrow the figures. */
const platformReferences = [['enterpriseId', 'tenant/enterprise']] as const
const enterpriseReferences = [
  ['productId', 'catalog/product'],
  ['batchId', 'catalog/batch'],
] as const

/** The filters of a statistics screen: enterprise, product, batch and period; and its actions. */
export function PeriodBar({ filters, onChange, screen, extraQuery, refreshing, onRefresh }: PeriodBarProps) {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const { can, permissions, user } = useSession()
  const today = todayIn(user.timeZone)
  const platform = can('tenant:enterprise:list')
  const { grain, from, to } = filters
  const [unread, setUnread] = useState<HeldRange>()
  const fault = unread?.find(day => day instanceof Unread)?.fault
  const shownReferences = platform
    ? platformReferences
    : enterpriseReferences.filter(([, entity]) => canLookUp(entity, permissions))
  return (
    <div className="tm-stats-bar">
      {screen !== 'stage' && (
        <Segmented
          aria-label={t('stats.report.grain')}
          value={grain}
          options={grains
            .filter(one => screen === 'trend' || one !== 'hour')
            .map(value => ({ value, label: t(`stats.report.grain.${value}`) }))}
          onChange={chosen => {
            setUnread(undefined)
            onChange({ grain: chosen, ...lastPeriodOf(chosen, today) })
          }}
        />
      )}
      <div className="tm-stats-period">
        <DayRangeControl
          label={t('stats.report.period')}
          value={unread ?? [from, to]}
          onChange={range => {
            const [begin, end] = range ?? []
            if (begin instanceof Unread || end instanceof Unread) {
              setUnread(range)
              return
            }
            setUnread(undefined)
            const lastPeriod = lastPeriodOf(grain, today)
            onChange(
              begin && end
                ? fitPeriod(grain, begin, end)
                : { grain, from: begin || lastPeriod.from, to: end || lastPeriod.to },
            )
          }}
        />
        {fault && (
          <div role="alert" className="ant-form-item-explain-error">
            {issueText(t, { field: 'period', ...fault }, t('stats.report.period'))}
          </div>
        )}
      </div>
      {shownReferences.map(([name, entity]) => (
        <Filter key={name} label={t(`stats.report.${name}`)}>
          {id => (
            <ReferenceControl
              id={id}
              entity={entity}
              value={filters[name] as number}
              onChange={value => onChange({ [name]: value ?? undefined })}
            />
          )}
        </Filter>
      ))}
      <div className="tm-stats-tools">
        <RefreshButton refreshing={refreshing} onRefresh={onRefresh} />
        <Tooltip title={t('entity.print')}>
          <Button icon={<PrinterOutlined />} aria-label={t('entity.print')} onClick={() => window.print()} />
        </Tooltip>
        {can(`stats:${screen}:export`) && (
          <ActionButton
            action={{
              key: 'export',
              label: t('action.export'),
              icon: <ExportOutlined />,
              run: () => client.download(`/stats/${screen}/export`, { ...filters, ...extraQuery }),
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
