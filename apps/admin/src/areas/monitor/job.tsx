import { FileTextOutlined } from '@ant-design/icons'
import { isTask, job, parseTaskArgs, type RowOf, type RunState, tasks } from '@timbermark/contract'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import type { Action } from '../../entity/actions/action-button.tsx'
import type { ControlProps } from '../../entity/controls/control-props.ts'
import { EntityScreen } from '../../entity/list/entity-screen.tsx'
import { useRefresh } from '../../entity/use-entity.ts'
import { useFeedback } from '../../entity/actions/use-feedback.ts'
import { useClient, useSession, useT } from '../../shell/index.ts'
import { ArgsControl } from './args-control.tsx'
import { CronControl } from './cron-control.tsx'
import { describeCron } from './cron-plan.ts'
import { RunStateTag } from './run-state.tsx'
import { browserZone } from '../../entity/controls/zone-control.tsx'
import './monitor.css'

type Job = RowOf<typeof job>

/** Scheduled tasks of the platform: their schedule, arguments and last result. */
export default function JobScreen() {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const navigate = useNavigate()
  const refresh = useRefresh(job)
  const { can } = useSession()

  const togglePause = (row: Job): Action => {
    const paused = row.status === '1'
    return {
      key: 'changeStatus',
      label: t(paused ? 'monitor.job.resume' : 'monitor.job.pause'),
      run: async () => {
        await client.call('PUT /monitor/job/changeStatus', { body: { id: row.id, status: paused ? '0' : '1' } })
        feedback.done(t(paused ? 'monitor.job.resumed' : 'monitor.job.paused', { name: row.jobName }))
        await refresh()
      },
    }
  }
  const runNow = (row: Job): Action => ({
    key: 'run',
    label: t('monitor.job.run'),
    confirm: {
      title: t('monitor.job.runTitle', { name: row.jobName }),
      text: t('monitor.job.runText'),
      ok: t('monitor.job.run'),
    },
    run: async () => {
      await client.call('PUT /monitor/job/run', { body: { id: row.id } })
      feedback.done(t('monitor.job.ordered'))
      await refresh()
    },
  })
  return (
    <EntityScreen
      entity={job}
      form={{
        defaults: { timeZone: browserZone(), timeoutMinutes: 60, cronExpression: '0 3 * * *' },
        controls: {
          taskArgs: props => <ArgsControl {...(props as ControlProps<string>)} />,
          cronExpression: props => <CronControl {...(props as ControlProps<string>)} />,
        },
        rules: {
          taskArgs: (value, { task }) => {
            const parsed = isTask(task) ? parseTaskArgs(task, value as string | null) : undefined
            return parsed && 'issue' in parsed ? parsed.issue : undefined
          },
        },
        onValuesChange: (changed, _all, form) => {
          // Each task has default arguments and a time limit of its own.
          if (!isTask(changed.task)) return
          const { with: args = {}, minutes } = tasks[changed.task]
          form.setFieldsValue({ taskArgs: JSON.stringify(args), timeoutMinutes: minutes })
        },
      }}
      leaveOut={() => ['createTime']}
      cells={{
        // Most jobs are named after their task.
        task: row => t.from(`monitor.job.task.${row.task}`),
        cronExpression: row => (
          <span title={`${row.cronExpression} · ${row.timeZone}`}>
            {describeCron(t, String(row.cronExpression))} <small className="tm-muted">{String(row.timeZone)}</small>
          </span>
        ),
        lastStatus: row => <RunStateTag state={row.lastStatus as RunState | null} />,
        taskArgs: row => <ArgsText task={row.task} text={row.taskArgs} />,
      }}
      rowActions={row => [
        ...(can('monitor:job:run') ? [runNow(row as Job)] : []),
        ...(can('monitor:job:changeStatus') ? [togglePause(row as Job)] : []),
      ]}
      endActions={row =>
        can('monitor:job-log:list')
          ? [
              {
                key: 'log',
                label: t('monitor.job.log'),
                run: () => navigate(`/monitor/job-log/index?jobName=${encodeURIComponent(String(row.jobName))}`),
              },
            ]
          : []
      }
      toolbar={
        can('monitor:job-log:list') && (
          <Button icon={<FileTextOutlined />} onClick={() => navigate('/monitor/job-log/index')}>
            {t('monitor.job.log')}
          </Button>
        )
      }
    />
  )
}

/** Arguments in words. */
export function ArgsText({ task, text }: { task: unknown; text: unknown }) {
  const t = useT()
  const parsed = isTask(task) ? parseTaskArgs(task, text as string | null) : undefined
  if (!isTask(task) || !parsed || 'issue' in parsed) return String(text ?? '–')
  const parts = Object.entries(parsed.args).map(([name, value]) => {
    const kind = tasks[task].args[name]?.kind
    const label = kind === 'choice' ? t.from(`monitor.job.arg.${name}.${value}`) : String(value)
    return t('entity.said', { label: t.from(`monitor.job.arg.${name}`), value: String(label) })
  })
  return parts.join(' · ') || '–'
}
