import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Claim } from '../bench.ts'
import { type AllRowsJob, type AllRowsJobName, allRowsJobs } from './all-rows-jobs.ts'

export interface JobInstallation {
  serverUrl: string
  workerUrl: string
  dataDir: string
  /** Bypasses row security. */
  admin: pg.Client
}

/** Rows of logs and heads that the jobs go through. */
const rowsOfLogs = 1_000_000
/** Memory that a job may need beyond that of a process that has just started. */
const mostMb = 300

interface JobCost {
  ms: number
  before: number
  most: number
  result: unknown
}

function start({ serverUrl, workerUrl, dataDir }: JobInstallation, job: AllRowsJobName): ChildProcess {
  return spawn(process.execPath, [join(import.meta.dirname, 'run-job.ts')], {
    env: { ...process.env, SERVER_URL: serverUrl, WORKER_URL: workerUrl, DATA_DIR: dataDir, JOB: job },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

async function runJob(installation: JobInstallation, job: AllRowsJobName): Promise<JobCost> {
  const child = start(installation, job)
  let output = ''
  child.stdout!.setEncoding('utf8').on('data', (text: string) => (output += text))
  const code = await new Promise<number | null>(done => child.on('close', done))
  if (code !== 0) throw new Error(`${job} ended with ${code}`)
  return JSON.parse(output.trim().split('\n').at(-1)!) as JobCost
}

/** Kills a process in the middle of the job. @returns what was left of the work, before and after */
async function killInMiddle(
  installation: JobInstallation,
  job: AllRowsJobName,
  left: () => Promise<number>,
): Promise<{ atFirst: number; rest: number }> {
  const atFirst = await left()
  const child = start(installation, job)
  child.stdout!.resume()
  const ended = new Promise(done => child.on('close', done))
  while (child.exitCode === null && (await left()) >= atFirst) await pause(20)
  child.kill('SIGKILL')
  await ended
  return { atFirst, rest: await left() }
}

/** Each job over all rows: killed in the middle once, then to its end, with time and memory. */
export async function measureJobs(installation: JobInstallation): Promise<Claim[]> {
  const { admin } = installation
  const claims: Claim[] = []
  for (const [name, job] of Object.entries(allRowsJobs) as [AllRowsJobName, AllRowsJob][]) {
    // Rows as they come about are checked where they come about, not here.
    await admin.query('set session_replication_role = replica')
    await admin.query(job.prepare.replace('{rows}', String(rowsOfLogs)))
    await admin.query('set session_replication_role = origin')
    await admin.query('analyze')
    const left = async () => Number((await admin.query<{ n: string }>(job.left)).rows[0]!.n)
    const { atFirst, rest } = await killInMiddle(installation, name, left)
    const { ms, before, most, result } = await runJob(installation, name)
    const megabytes = (most - before) / 2 ** 20
    claims.push({
      title: `${job.title}: killed in the middle, then to its end`,
      found:
        `${(ms / 1000).toFixed(1)} s after the kill (${atFirst} → ${rest} → ${await left()} left), ` +
        `${megabytes.toFixed(0)} MB more than after the start, ${JSON.stringify(result)}`,
      bound: `the work before the kill stays; at most ${mostMb} MB more`,
      held: rest < atFirst && megabytes <= mostMb,
    })
  }
  return claims
}
