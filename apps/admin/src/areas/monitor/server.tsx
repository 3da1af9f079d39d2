import { useQuery } from '@tanstack/react-query'
import { formatDateTime } from '@timbermark/client'
import { Alert } from 'antd'
import { LoadingOrFailure, LoadFailure, NoPermission } from '../../entity/list/list-states.tsx'
import { useClient, useSession, useT } from '../../shell/index.ts'
import { DatabaseCards, QueueCard } from './database-cards.tsx'
import { DayCharts } from './day-charts.tsx'
import { MailCard } from './mail-card.tsx'
import { MachineCard, ProcessCard } from './process-card.tsx'
import '../../entity/entity.css'
import './monitor.css'

/** The state of the service: its processes and machines, the database, the queues, and the last day. */
export default function ServerScreen() {
  const { can } = useSession()
  return can('monitor:server:list') ? <Server /> : <NoPermission />
}

function Server() {
  const t = useT()
  const client = useClient()
  const { data, error, refetch, dataUpdatedAt } = useQuery({
    queryKey: ['monitor', 'server'],
    queryFn: ({ signal }) => client.call('GET /monitor/server', { signal }),
    refetchInterval: 10_000,
    meta: { silent: true },
  })
  if (!data) return <LoadingOrFailure error={error} onRetry={refetch} paragraph={{ rows: 12 }} />
  const machines = data.processes.filter(
    ({ machine, alive }, index, all) =>
      alive && all.findIndex(each => each.machine === machine && each.alive) === index,
  )
  return (
    <div className="tm-monitor">
      {error && <LoadFailure error={error} onRetry={() => refetch()} />}
      {data.alarms.length === 0 ? (
        <Alert type="success" showIcon title={t('monitor.server.noAlarms')} />
      ) : (
        data.alarms.map(alarm => (
          <Alert
            key={alarm.key}
            showIcon
            type={alarm.grade === 'down' ? 'error' : 'warning'}
            title={t(`alarm.${alarm.key}`)}
            description={`${t(`alarm.${alarm.key}.help`, alarm.detail)} ${t('alarm.since', { time: formatDateTime(alarm.since) })}`}
          />
        ))
      )}
      <p className="tm-muted">{t('monitor.server.asOf', { time: formatDateTime(new Date(dataUpdatedAt)) })}</p>
      <div className="tm-mon-grid">
        {machines.map(each => (
          <MachineCard key={each.machine} of={each} />
        ))}
        {data.processes.map(each => (
          <ProcessCard key={each.id} of={each} />
        ))}
        <QueueCard of={data} />
        <MailCard of={data.mail} onSent={refetch} />
        <DatabaseCards of={data} />
      </div>
      <h3>{t('monitor.server.day')}</h3>
      <DayCharts />
    </div>
  )
}
