import { FileTextOutlined } from '@ant-design/icons'
import { isTask, job, readTaskArgs, type RowOf, type RunState, tasks } from '@timbermark/contract'
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
import { cronWords } from './cron-plan.ts'
import { RunStateTag } from './run-state.tsx'
import { ownZone, ZoneControl } from './zone-control.tsx'
import './monitor.css'

type Job = RowOf<typeof job>

/** Scheduled tasks of the platform: when they run, what they are given, and how the last run ended. */
export default function JobScreen() {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const navigate = useNavigate()
  const refresh = useRefresh(job)
  const { can } = useSession()

  const turn = (row: Job): Action => {
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
        defaults: { timeZone: ownZone(), timeoutMinutes: 60, cronExpression: '0 3 * * *' },
        controls: {
          taskArgs: props => <ArgsControl {...(props as ControlProps<string>)} />,
          cronExpression: props => <CronControl {...(props as ControlProps<string>)} />,
          timeZone: props => <ZoneControl {...(props as ControlProps<string>)} />,
        },
        rules: {
          taskArgs: (value, { task }) => {
            const read = isTask(task) ? readTaskArgs(task, value as string | null) : undefined
            return read && 'issue' in read ? read.issue : undefined
          },
        },
        onValuesChange: (changed, _all, form) => {
          // Each kind of work comes with arguments and a limit that suit it.
          if (!isTask(changed.task)) return
          const { with: args = {}, minutes } = tasks[changed.task]
          form.setFieldsValue({ taskArgs: JSON.stringify(args), timeoutMinutes: minutes })
        },
      }}
      leaveOut={() => ['createTime']}
      cells={{
        // Most are called what they do.
        task: row => t.from(`monitor.job.task.${row.task}`),
        cronExpression: row => (
          <span title={`${row.cronExpression} · ${row.timeZone}`}>
            {cronWords(t, String(row.cronExpression))} <small className="tm-muted">{String(row.timeZone)}</small>
          </span>
        ),
        lastStatus: row => <RunStateTag state={row.lastStatus as RunState | null} />,
        taskArgs: row => <ArgsText task={row.task} text={row.taskArgs} />,
      }}
      rowActions={row => [
        ...(can('monitor:job:run') ? [runNow(row as Job)] : []),
        ...(can('monitor:job:changeStatus') ? [turn(row as Job)] : []),
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
  const read = isTask(task) ? readTaskArgs(task, text as string | null) : undefined
  if (!isTask(task) || !read || 'issue' in read) return String(text ?? '–')
  const parts = Object.entries(read.args).map(([name, value]) => {
    const kind = tasks[task].args[name]?.kind
    const shown = kind === 'choice' ? t.from(`monitor.job.arg.${name}.${value}`) : String(value)
    return t('entity.said', { label: t.from(`monitor.job.arg.${name}`), value: String(shown) })
  })
  return parts.join(' · ') || '–'
}
