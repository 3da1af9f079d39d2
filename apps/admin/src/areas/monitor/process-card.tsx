import type { AnswerTo } from '@timbermark/client'
import { Progress } from 'antd'
import type { ReactNode } from 'react'
import { ToneTag } from '../../entity/values/tone-tag.tsx'
import { useT } from '../../shell/index.ts'
import { useUnits } from './use-units.ts'

type ServerProcess = AnswerTo<'GET /monitor/server'>['processes'][number]

/** Higher shares are shown as critical. */
const high = 0.8

/** The used share of a resource: a bar, with a text. */
function Used({ title, share, note }: { title: string; share: number; note: string }) {
  const { percent } = useUnits()
  return (
    <div className="tm-used">
      <span>{title}</span>
      <strong>{percent(share)}</strong>
      <Progress
        percent={Math.round(share * 100)}
        showInfo={false}
        status={share > high ? 'exception' : 'normal'}
        aria-label={`${title}: ${percent(share)}`}
      />
      <span className="tm-muted">{note}</span>
    </div>
  )
}

/** The machine of a process: processor, memory, disk. */
export function MachineCard({ of: { machine, figures } }: { of: ServerProcess }) {
  const t = useT()
  const { bytes, number } = useUnits()
  const used = (total: number, free: number) =>
    t('monitor.server.usedOf', { used: bytes(total - free), total: bytes(total) })
  const share = (total: number, free: number) => (total > 0 ? 1 - free / total : 0)
  return (
    <section className="tm-mon-box">
      <h3>
        {t('monitor.server.machine')} <small className="tm-muted">{machine}</small>
      </h3>
      <div className="tm-used-all">
        <Used
          title={t('monitor.server.machineCpu')}
          share={figures.machineCpu}
          note={t('monitor.server.ofProcessors', { n: figures.processors, load: number(figures.load, 2) })}
        />
        <Used
          title={t('monitor.server.memory')}
          share={share(figures.memoryTotal, figures.memoryFree)}
          note={used(figures.memoryTotal, figures.memoryFree)}
        />
        <Used
          title={t('monitor.server.disk')}
          share={share(figures.diskTotal, figures.diskFree)}
          note={used(figures.diskTotal, figures.diskFree)}
        />
      </div>
    </section>
  )
}

/** The state of one process at its last heartbeat. */
export function ProcessCard({ of: one }: { of: ServerProcess }) {
  const t = useT()
  const { bytes, milliseconds, number, percent, span } = useUnits()
  const { figures } = one
  const replicaText = ({ state, behind, reads }: NonNullable<typeof figures.replica>) =>
    t(`monitor.server.replica.${state}`, { behind: number(behind ?? 0, 1), reads: number(reads) })
  const rows: [string, ReactNode][] = [
    [t('monitor.server.uptime'), span((Date.parse(one.seenAt) - Date.parse(one.startedAt)) / 1000)],
    [t('monitor.server.version'), `${one.version} · Node ${one.node.replace(/^v/, '')}`],
    [t('monitor.server.cpu'), percent(figures.cpu)],
    [t('monitor.server.rss'), bytes(figures.rss)],
    [t('monitor.server.heap'), `${bytes(figures.heapUsed)} / ${bytes(figures.heapTotal)}`],
    [t('monitor.server.loop'), `${milliseconds(figures.loopMiddle)} / ${milliseconds(figures.loopMost)}`],
    [t('monitor.server.requests'), number(figures.requests)],
    ...(figures.replica ? [[t('monitor.server.replica'), replicaText(figures.replica)] as [string, string]] : []),
  ]
  return (
    <section className="tm-mon-box">
      <h3>
        {t('monitor.server.process', { machine: one.machine, pid: String(one.pid) })}{' '}
        <ToneTag tone={one.alive ? 'success' : 'error'}>
          {t(one.alive ? 'monitor.server.alive' : 'monitor.server.gone')}
        </ToneTag>
        {one.web && <ToneTag>{t('monitor.server.web')}</ToneTag>}
        {one.worker && <ToneTag>{t('monitor.server.worker')}</ToneTag>}
        {one.own && <ToneTag tone="processing">{t('monitor.server.own')}</ToneTag>}
      </h3>
      <Facts rows={rows} />
    </section>
  )
}

/** Labels and values in two columns. */
export function Facts({ rows }: { rows: readonly [string, ReactNode][] }) {
  return (
    <dl className="tm-mon-facts">
      {rows.map(([name, note]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{note}</dd>
        </div>
      ))}
    </dl>
  )
}
