import type { AnswerTo } from '@timbermark/client'
import { useT } from '../../shell/index.ts'
import { FigureTable } from './figure-table.tsx'
import { Facts } from './process-card.tsx'
import { useUnits } from './use-units.ts'

type State = AnswerTo<'GET /monitor/server'>

/** The database: its size, its load, and what blocks it. */
export function DatabaseCards({ of: { database, processes } }: { of: State }) {
  const t = useT()
  const { bytes, milliseconds, number, percent, span } = useUnits()
  const { connections } = database
  const slow = processes
    .flatMap(({ figures, machine, pid }) =>
      figures.slow.map(each => ({ ...each, key: `${machine} ${pid} ${each.text}` })),
    )
    .sort((a, b) => b.totalMs - a.totalMs)
    .slice(0, 20)
  return (
    <>
      <section className="tm-mon-box">
        <h3>{t('monitor.server.database')}</h3>
        <Facts
          rows={[
            [t('monitor.server.databaseVersion'), database.version],
            [t('monitor.server.uptime'), span((Date.now() - Date.parse(database.startedAt)) / 1000)],
            [t('monitor.server.size'), bytes(database.size)],
            [t('monitor.server.connections'), t('monitor.server.connectionsSay', { ...connections })],
            [t('monitor.server.hitRate'), percent(database.hitRate)],
            [t('monitor.server.transactions'), `${number(database.committed)} / ${number(database.rolledBack)}`],
            [t('monitor.server.deadlocks'), number(database.deadlocks)],
            [t('monitor.server.longest'), span(database.longestTransaction)],
            [t('monitor.server.locks'), number(database.locksWaited)],
          ]}
        />
      </section>
      <section className="tm-mon-box tm-mon-wide">
        <h3>{t('monitor.server.tables')}</h3>
        <FigureTable
          caption={t('monitor.server.tables')}
          heads={[t('monitor.server.table'), t('monitor.server.size'), t('monitor.server.rows')]}
          rows={database.tables.map(({ name, size, rows }) => ({
            key: name,
            cells: [name, bytes(size), number(rows)],
          }))}
        />
      </section>
      <section className="tm-mon-box tm-mon-wide">
        <h3>{t('monitor.server.slow')}</h3>
        <FigureTable
          caption={t('monitor.server.slow')}
          empty={t('monitor.server.noSlow')}
          heads={[
            t('monitor.server.statement'),
            t('monitor.server.times'),
            t('monitor.server.total'),
            t('monitor.server.most'),
          ]}
          rows={slow.map(({ key, text, times, totalMs, longestMs }) => ({
            key,
            cells: [
              <code key="text" className="tm-statement">
                {text}
              </code>,
              number(times),
              milliseconds(totalMs),
              milliseconds(longestMs),
            ],
          }))}
        />
      </section>
    </>
  )
}

/** The queues of jobs and of the ledger, and how many numbers of code requests are left. */
export function QueueCard({ of: { queues, requestNumbers } }: { of: Pick<State, 'queues' | 'requestNumbers'> }) {
  const t = useT()
  const { number, percent, span } = useUnits()
  return (
    <section className="tm-mon-box">
      <h3>{t('monitor.server.queues')}</h3>
      <Facts
        rows={[
          [t('monitor.server.ordered'), number(queues.ordered)],
          [t('monitor.server.oldest'), span(queues.oldest)],
          [t('monitor.server.ledger'), `${number(queues.ledger)} · ${span(queues.ledgerOldest)}`],
          [t('monitor.server.ledgerSize'), number(queues.ledgerSize)],
          [
            t('monitor.server.requestNumbers'),
            `${number(requestNumbers.used)} · ${percent(requestNumbers.used / requestNumbers.most)}`,
          ],
          [
            t('monitor.server.requestYears'),
            requestNumbers.years === null ? '–' : t('monitor.server.years', { n: number(requestNumbers.years) }),
          ],
        ]}
      />
      <FigureTable
        caption={t('monitor.server.queues')}
        empty={t('monitor.server.noJobs')}
        heads={[
          t('monitor.server.job'),
          t('monitor.server.waiting'),
          t('monitor.server.running'),
          t('monitor.server.failing'),
        ]}
        rows={queues.jobs.map(({ name, waiting, running, failing }) => ({
          key: name,
          cells: [name, number(waiting), number(running), number(failing)],
        }))}
      />
    </section>
  )
}
