import { ArrowLeftOutlined, ClearOutlined } from '@ant-design/icons'
import { formatDateTime, formatNumber } from '@timbermark/client'
import { jobLog } from '@timbermark/contract'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { canUse } from '../../entity/actions/permissions.ts'
import { SendDialog } from '../../entity/dialogs/dialog-form.tsx'
import { useRefresh } from '../../entity/use-entity.ts'
import { useFeedback } from '../../entity/actions/use-feedback.ts'
import { useClient, useSession, useT } from '../../shell/index.ts'
import { ArgsText } from './job.tsx'
import { LogScreen } from './log-screen.tsx'
import { RunStateTag } from './run-state.tsx'
import './monitor.css'

/** The result of each run of a scheduled task. */
export default function JobLogScreen() {
  const t = useT()
  const navigate = useNavigate()
  const { permissions, can } = useSession()
  const [clearing, setClearing] = useState(false)
  return (
    <>
      <LogScreen
        entity={jobLog}
        nameOf={row => t('monitor.job-log.runOf', { name: row.jobName ?? '–', time: formatDateTime(row.startTime) })}
        cells={{
          status: row => <RunStateTag state={row.status} />,
          message: row => <span className="tm-told">{row.message ?? '–'}</span>,
          duration: row => (
            <span className="tm-number">{row.duration === null ? '–' : formatNumber(row.duration, t.language)}</span>
          ),
          taskArgs: row => <ArgsText task={row.task} text={row.taskArgs} />,
        }}
        cleaning={
          canUse(jobLog, 'remove', permissions) && (
            <Button danger icon={<ClearOutlined />} onClick={() => setClearing(true)}>
              {t('monitor.job-log.cleanOlder')}
            </Button>
          )
        }
        toolbar={
          can('monitor:job:list') && (
            <Button icon={<ArrowLeftOutlined />} onClick={() => navigate('/monitor/job')}>
              {t('monitor.job.tasks')}
            </Button>
          )
        }
      />
      {clearing && <ClearDialog onClose={() => setClearing(false)} />}
    </>
  )
}

const ages = [7, 30, 90, 365, 0] as const

/** Removes entries by their age. */
function ClearDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const refresh = useRefresh(jobLog)
  const [days, setDays] = useState<number>(30)
  const clear = async () => {
    const { removed } = await client.call('DELETE /monitor/job-log/clean', { query: { days } })
    feedback.done(t('monitor.job-log.cleaned', { n: removed }))
    await refresh()
  }
  return (
    <SendDialog title={t('monitor.job-log.cleanOlder')} ok={t('action.remove')} danger onClose={onClose} send={clear}>
      <div className="tm-arg">
        <label htmlFor="job-log-age">{t('monitor.job-log.keep')}</label>
        <Select
          id="job-log-age"
          value={days}
          options={ages.map(age => ({
            value: age,
            label: age === 0 ? t('monitor.job-log.keepAll') : t('monitor.job-log.keepDays', { n: age }),
          }))}
          onChange={(chosen: number) => setDays(chosen)}
        />
      </div>
      <p className="tm-muted">{t('monitor.job-log.cleanText')}</p>
    </SendDialog>
  )
}
