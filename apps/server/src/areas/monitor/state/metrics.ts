import { timingSafeEqual } from 'node:crypto'
import type { App } from '../../../platform/http/http.ts'
import type { Services } from '../../../platform/services.ts'
import { readDatabase, readProcesses, readQueues } from './server-state.ts'

interface Metric {
  name: string
  help: string
  type: 'gauge' | 'counter'
  values: { labels?: Record<string, string>; value: number }[]
}

/** Text format of Prometheus, version 0.0.4. */
export function metricsText(metrics: readonly Metric[]): string {
  const escaped = (text: string) => text.replace(/\\/g, '\\\\').replace(/\n/g, '\\n').replace(/"/g, '\\"')
  const lines = metrics.flatMap(({ name, help, type, values }) => [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    ...values.map(({ labels = {}, value }) => {
      const set = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`)
      return `${name}${set.length > 0 ? `{${set.join(',')}}` : ''} ${value}`
    }),
  ])
  return `${lines.join('\n')}\n`
}

async function readMetrics({ database, alarms }: Services): Promise<Metric[]> {
  const { processes, db, queues } = await database.acrossTenants('monitor', async handle => ({
    processes: (await readProcesses(handle)).filter(({ alive }) => alive),
    db: await readDatabase(handle),
    queues: await readQueues(handle),
  }))
  const active = await alarms.all()
  const gauge = (name: string, help: string, values: Metric['values'], type: Metric['type'] = 'gauge') => ({
    name: `timbermark_${name}`,
    help,
    type,
    values,
  })
  type Figure = (each: (typeof processes)[number]) => number
  const ofEach = (value: Figure) =>
    processes.map(each => ({ labels: { process: `${each.machine}/${each.pid}` }, value: value(each) }))
  type Replica = NonNullable<(typeof processes)[number]['figures']['replica']>
  const ofReplica = (value: (replica: Replica) => number) =>
    processes.flatMap(({ machine, pid, figures: { replica } }) =>
      replica ? [{ labels: { process: `${machine}/${pid}` }, value: value(replica) }] : [],
    )
  const perProcess = (name: string, help: string, value: Figure, type?: Metric['type']) =>
    gauge(`process_${name}`, help, ofEach(value), type)
  const one = (name: string, help: string, value: number, type?: Metric['type']) => gauge(name, help, [{ value }], type)
  return [
    perProcess('cpu', 'Processors that the process used', each => each.figures.cpu),
    perProcess('resident_bytes', 'Resident memory of the process', each => each.figures.rss),
    perProcess('heap_bytes', 'Heap that is used', each => each.figures.heapUsed),
    perProcess('loop_delay_seconds', 'Delay of the event loop, 99 of 100', each => each.figures.loopMost / 1000),
    perProcess('requests_total', 'Requests answered since its start', each => each.figures.requests, 'counter'),
    perProcess('machine_cpu', 'Share of the machine’s processors in use', each => each.figures.machineCpu),
    perProcess('machine_memory_free_bytes', 'Memory of the machine that could be had', each => each.figures.memoryFree),
    perProcess('disk_free_bytes', 'Room where the files are', each => each.figures.diskFree),
    gauge(
      'cache_hits_total',
      'Look-ups that a cache spared',
      processes.flatMap(({ machine, pid, figures }) =>
        Object.entries(figures.caches).map(([cache, { hits }]) => ({
          labels: { process: `${machine}/${pid}`, cache },
          value: hits,
        })),
      ),
      'counter',
    ),
    one('database_bytes', 'Size of the database', db.size),
    one('database_connections', 'Connections to the database', db.connections.all),
    one('database_connections_most', 'Connections that it takes', db.connections.most),
    one('database_locks_waited', 'Locks that are waited for', db.locksWaited),
    one('database_longest_transaction_seconds', 'The longest transaction open now', db.longestTransaction),
    gauge(
      'replica_used',
      'Whether the process reads from the replica: 1, or 0 while the primary answers all reads',
      ofReplica(({ state }) => (state === 'used' ? 1 : 0)),
    ),
    gauge(
      'replica_behind_seconds',
      'How far the replica is behind',
      ofReplica(({ behind }) => behind ?? 0),
    ),
    gauge(
      'replica_reads_total',
      'Transactions that the replica answered',
      ofReplica(({ reads }) => reads),
      'counter',
    ),
    gauge(
      'replica_repeated_total',
      'Transactions that the primary answered after the replica had failed them',
      ofReplica(({ repeated }) => repeated),
      'counter',
    ),
    one('jobs_ordered', 'Work ordered and not yet in the queue', queues.ordered),
    gauge(
      'jobs_waiting',
      'Jobs that wait for a process',
      queues.jobs.map(({ name, waiting }) => ({ labels: { job: name }, value: waiting })),
    ),
    one('jobs_oldest_seconds', 'How long the oldest has waited', queues.oldest),
    one('ledger_waiting', 'Entries that wait for their place in the ledger', queues.ledger),
    one('ledger_oldest_seconds', 'How long the oldest of them has waited', queues.ledgerOldest),
    one('ledger_entries', 'Entries under the newest signed head', queues.ledgerSize),
    gauge(
      'alarm',
      'Alarms that stand',
      active.map(({ key, grade }) => ({ labels: { alarm: key, grade }, value: 1 })),
    ),
  ]
}

/** Serves the figures to holders of the token; without a configured token the address does not exist. */
export function registerMetrics(app: App, services: Services): void {
  const token = services.settings.metricsToken
  if (token === undefined) return
  const wanted = Buffer.from(`Bearer ${token}`)
  app.get('/metrics', async (request, reply) => {
    const header = Buffer.from(request.headers.authorization ?? '')
    if (header.length !== wanted.length || !timingSafeEqual(header, wanted))
      return reply.code(401).header('www-authenticate', 'Bearer').type('text/plain').send('Unauthorized\n')
    return reply
      .header('cache-control', 'no-store')
      .type('text/plain; version=0.0.4; charset=utf-8')
      .send(metricsText(await readMetrics(services)))
  })
}
