import { useQuery } from '@tanstack/react-query'
import { describeError, formatNumber } from '@timbermark/client'
import { parameterKinds } from '@timbermark/contract'
import { type CaseThresholds, type WatchThreshold, watchThresholds } from '@timbermark/contract/calls'
import { Alert, Form, Modal } from 'antd'
import { useState } from 'react'
import { WholeNumberItem } from '../../entity/form/whole-number-item.tsx'
import { useFeedback } from '../../entity/use-feedback.ts'
import { useClient, useT, Waiting } from '../../shell/index.ts'

const keys = Object.keys(watchThresholds) as WatchThreshold[]

/** From where on the enterprise is told of scans and checks; an empty field takes the installation's value. */
export function ThresholdsDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const [form] = Form.useForm<CaseThresholds['own']>()
  const [saving, setSaving] = useState(false)
  const [problem, setProblem] = useState<string>()
  const { data, error } = useQuery({
    queryKey: ['channel/case', 'thresholds'],
    queryFn: ({ signal }) => client.call('GET /channel/case/thresholds', { signal }),
    // What somebody else has saved meanwhile is not written over unseen.
    gcTime: 0,
  })
  const save = async (given: CaseThresholds['own']) => {
    setSaving(true)
    setProblem(undefined)
    try {
      await client.call('PUT /channel/case/thresholds', { body: given })
      feedback.done(t('channel.case.thresholdsDone'))
      onClose()
    } catch (failure) {
      setProblem(describeError(t, failure).text)
    } finally {
      setSaving(false)
    }
  }
  const told = problem ?? (error ? describeError(t, error).text : undefined)
  return (
    <Modal
      open
      title={t('channel.case.thresholdsTitle')}
      okText={t('action.save')}
      cancelText={t('action.cancel')}
      confirmLoading={saving}
      okButtonProps={{ disabled: !data }}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      {told && <Alert type="error" showIcon title={told} className="tm-form-problems" role="alert" />}
      <p className="tm-muted">{t('channel.case.thresholdsHint')}</p>
      {data ? (
        <Form form={form} layout="vertical" initialValues={data.own} onFinish={save}>
          {keys.map(key => (
            <WholeNumberItem
              key={key}
              name={key}
              label={t(`channel.case.threshold.${key}`)}
              extra={t('channel.case.ofInstallation', { n: formatNumber(data.installation[key], t.language) })}
              min={parameterKinds[watchThresholds[key]].min}
              max={parameterKinds[watchThresholds[key]].max}
            />
          ))}
        </Form>
      ) : (
        !error && <Waiting title={false} paragraph={{ rows: 5 }} />
      )}
    </Modal>
  )
}
