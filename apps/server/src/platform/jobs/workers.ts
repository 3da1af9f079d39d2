import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import type { Db } from '../database/database.ts'
import { clockToleranceSeconds } from '../database/future-moments.ts'
import { sql } from '../database/sql.ts'
import { errorCode } from '../error-facts.ts'

/** Where a process runs: two processes on the same machine can see whether the other still lives. */
export interface WorkerPlace {
  machine: string
  pid: number
}

/** This process. Containers that share a name, and restarts of the machine, are distinguished when the system reports them. */
export function currentPlace(): WorkerPlace {
  const readOrEmpty = (read: () => string) => {
    try {
      return read().trim()
    } catch {
      return ''
    }
  }
  const boot = readOrEmpty(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'))
  const processes = readOrEmpty(() => readlinkSync('/proc/self/ns/pid'))
  return { machine: [hostname(), boot, processes].join(' '), pid: process.pid }
}

function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Only "no such process" is certain.
    return errorCode(error) !== 'ESRCH'
  }
}

const ahead = sql`make_interval(secs => ${clockToleranceSeconds})`

/** Workers of this process: they are never taken for those of an earlier process with the same process id. */
const ownWorkers = new Set<string>()

/** Registers a worker that begins. */
export async function registerWorker(db: Db, id: string, { machine, pid }: WorkerPlace): Promise<void> {
  ownWorkers.add(id)
  await db.execute(
    sql`insert into job_worker (id, machine, pid) values (${id}, ${machine}, ${pid}) on conflict (id) do update set seen_at = now()`,
  )
}

/** @returns whether the worker still counts as alive */
export async function renewWorker(db: Db, id: string): Promise<boolean> {
  return (await db.execute(sql`update job_worker set seen_at = now() where id = ${id}`)) > 0
}

/**
 * Takes the jobs from dead workers: silent for too long, or their process gone from this machine. The jobs run again at
 * once.
 * @param judge false when the caller itself was away, so that silence proves nothing
 * @returns ids of the dead workers
 */
export async function releaseDeadWorkers(
  db: Db,
  { place, silentMs, judge: judgeSilence }: { place: WorkerPlace; silentMs: number; judge: boolean },
): Promise<string[]> {
  const here = await db.query<{ id: string; pid: number }>(
    sql`select id, pid from job_worker where machine = ${place.machine}`,
  )
  const gone = here
    .filter(({ id, pid }) => !ownWorkers.has(id) && (pid === place.pid || !isProcessAlive(pid)))
    .map(({ id }) => id)
  // Heartbeats and locks of the future come from a clock that was wrong: they count from now on.
  await db.execute(sql`update job_worker set seen_at = now() where seen_at > now() + ${ahead}`)
  await db.execute(sql`update graphile_worker._private_jobs set locked_at = now() where locked_at > now() + ${ahead}`)
  const silent = sql`now() - make_interval(secs => ${silentMs / 1000})`
  const dead = (
    await db.query<{ id: string }>(sql`
      with ended as (delete from job_worker where id = any(${gone}) or (${judgeSilence} and seen_at < ${silent}) returning id)
      select id from ended
      union
      select locked_by from graphile_worker._private_jobs
      where ${judgeSilence} and locked_at < ${silent} and not exists (select from job_worker w where w.id = locked_by)`)
  ).map(({ id }) => id)
  if (dead.length > 0) await db.execute(sql`select graphile_worker.force_unlock_workers(${dead})`)
  return dead
}

/** Jobs that the queue has locked for this worker. */
export async function jobsLockedBy(db: Db, id: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    sql`select id::text from graphile_worker._private_jobs where locked_by = ${id}`,
  )
  return rows.map(row => row.id)
}

/** Returns jobs that were interrupted by no fault of theirs: they may run at once and have not used up an attempt. */
export async function returnJobs(db: Db, worker: string, jobs: readonly string[]): Promise<void> {
  await db.execute(sql`
    update graphile_worker._private_jobs
    set locked_by = null, locked_at = null, run_at = least(run_at, now()), attempts = greatest(attempts - 1, 0)
    where id = any(${[...jobs]}::bigint[]) and (locked_by = ${worker} or locked_by is null)`)
}

/** Removes a worker that has ended, and frees what it still holds. */
export async function removeWorker(db: Db, id: string): Promise<void> {
  await db.execute(sql`delete from job_worker where id = ${id}`)
  await db.execute(sql`select graphile_worker.force_unlock_workers(${[id]})`)
  db.afterCommit(() => ownWorkers.delete(id))
}
