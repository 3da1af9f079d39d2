import { useQuery } from '@tanstack/react-query'
import { describeError, formatNumber } from '@timbermark/client'
import { parameterKinds } from '@timbermark/contract'
import { type CaseThresholds, type DetectionThreshold, detectionThresholds } from '@timbermark/contract/calls'
import { Alert, Form } from 'antd'
import { DialogForm } from '../../entity/dialogs/dialog-form.tsx'
import { WholeNumberItem } from '../../entity/form/whole-number-item.tsx'
import { useFeedback } from '../../entity/actions/use-feedback.ts'
import { useClient, useT, Waiting } from '../../shell/index.ts'

const keys = Object.keys(detectionThresholds) as DetectionThreshold[]

/** The thresholds from which the enterprise is notified of scans and checks; an empty field takes the installation's value. */
export function ThresholdsDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const [form] = Form.useForm<CaseThresholds['own']>()
  const { data, error } = useQuery({
    queryKey: ['channel/case', 'thresholds'],
    queryFn: ({ signal }) => client.call('GET /channel/case/thresholds', { signal }),
    // Without a cache the dialog never overwrites a colleague's later change unseen.
    gcTime: 0,
  })
  const label = (key: string) => t.from(`channel.case.threshold.${key}`)
  return (
    <DialogForm<CaseThresholds['own']>
      form={form}
      title={t('channel.case.thresholdsTitle')}
      ok={t('action.save')}
      initial={data?.own ?? {}}
      waiting={
        data ? undefined : error ? (
          <Alert type="error" showIcon title={describeError(t, error).text} role="alert" />
        ) : (
          <Waiting title={false} paragraph={{ rows: 5 }} />
        )
      }
      label={label}
      onClose={onClose}
      send={async values => {
        await client.call('PUT /channel/case/thresholds', { body: values })
        feedback.done(t('channel.case.thresholdsDone'))
      }}
    >
      <p className="tm-muted">{t('channel.case.thresholdsHint')}</p>
      {data &&
        keys.map(key => (
          <WholeNumberItem
            key={key}
            name={key}
            label={label(key)}
            extra={t('channel.case.ofInstallation', { n: formatNumber(data.installation[key], t.language) })}
            min={parameterKinds[detectionThresholds[key]].min}
            max={parameterKinds[detectionThresholds[key]].max}
          />
        ))}
    </DialogForm>
  )
}
