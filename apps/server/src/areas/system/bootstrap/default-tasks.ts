import { taskKeys, tasks } from '@timbermark/contract'
import { phrase } from '@timbermark/phrases/all'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'

/** Stores the default schedule of each task; what people have changed since stays. */
export async function storeDefaultTasks(db: Db): Promise<void> {
  for (const key of taskKeys) {
    const { cron, minutes, paused, with: args = {} } = tasks[key]
    const title = `monitor.job.task.${key}` as const
    await db.execute(sql`
      insert into scheduled_task (job_name, title_key, job_group, task, task_args, cron_expression, timeout_minutes, status, built_in)
      select ${phrase('zh', title)}, ${title}, 'SYSTEM', ${key}, ${JSON.stringify(args)}, ${cron}, ${minutes}, ${paused ? '1' : '0'}, 'Y'
      where not exists (select from scheduled_task where task = ${key} and built_in = 'Y')`)
  }
}
