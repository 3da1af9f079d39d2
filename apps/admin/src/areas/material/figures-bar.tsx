import { ExportOutlined, PrinterOutlined } from '@ant-design/icons'
import { issueText } from '@timbermark/client'
import { Unread } from '@timbermark/contract/reading'
import { Button, Tooltip } from 'antd'
import { type ReactNode, useState } from 'react'
import { ActionButton } from '../../entity/actions/action-button.tsx'
import { DayRangeControl, type HeldRange } from '../../entity/controls/day-control.tsx'
import { RefreshButton } from '../../entity/list/refresh-button.tsx'
import { useClient, useSession, useT } from '../../shell/index.ts'

/** First and last day; empty where the server chooses. */
export interface Period {
  from: string
  to: string
}

interface FiguresBarProps {
  period: Period
  onPeriod: (period: Period) => void
  /** Path of the call below `/material`, and its query for the exported workbook. */
  screen: 'flow' | 'yield'
  query: Record<string, string | number | undefined>
  refreshing: boolean
  onRefresh: () => void
  /** Further filters. */
  children?: ReactNode
}

/** Filters and actions of a screen of figures about wood. */
export function FiguresBar({ period, onPeriod, screen, query, refreshing, onRefresh, children }: FiguresBarProps) {
  const t = useT()
  const client = useClient()
  const { can } = useSession()
  const [unread, setUnread] = useState<HeldRange>()
  const fault = unread?.find(day => day instanceof Unread)?.fault
  return (
    <div className="tm-stats-bar">
      <div className="tm-stats-period">
        <DayRangeControl
          label={t('stats.report.period')}
          value={unread ?? [period.from, period.to]}
          onChange={range => {
            const [from = '', to = ''] = range ?? []
            if (from instanceof Unread || to instanceof Unread) {
              setUnread(range)
              return
            }
            setUnread(undefined)
            onPeriod({ from, to })
          }}
        />
        {fault && (
          <div role="alert" className="ant-form-item-explain-error">
            {issueText(t, { field: 'period', ...fault }, t('stats.report.period'))}
          </div>
        )}
      </div>
      {children}
      <div className="tm-stats-tools">
        <RefreshButton refreshing={refreshing} onRefresh={onRefresh} />
        <Tooltip title={t('entity.print')}>
          <Button icon={<PrinterOutlined />} aria-label={t('entity.print')} onClick={() => window.print()} />
        </Tooltip>
        {can(`material:${screen}:export`) && (
          <ActionButton
            action={{
              key: 'export',
              label: t('action.export'),
              icon: <ExportOutlined />,
              run: () => client.download(`/material/${screen}/export`, query),
            }}
          />
        )}
      </div>
    </div>
  )
}
