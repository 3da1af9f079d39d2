import { ControlOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { queryKeys } from '@timbermark/client'
import { maxChangeHours } from '@timbermark/contract/calls'
import { Button, Form } from 'antd'
import { useState } from 'react'
import { useFeedback } from '../../../entity/actions/use-feedback.ts'
import { DialogForm } from '../../../entity/dialogs/dialog-form.tsx'
import { WholeNumberItem } from '../../../entity/form/whole-number-item.tsx'
import { useClient, useSession, useT } from '../../../shell/index.ts'

const queryKey = [...queryKeys.entity('stage/change-request'), 'rule']

/** For how long reporters may ask for changes, and the dialog that sets it. */
export function ChangeRule() {
  const t = useT()
  const client = useClient()
  const { can } = useSession()
  const [isSetting, setSetting] = useState(false)
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => client.call('GET /stage/change-request/rule', { signal }),
  })
  if (!data) return null
  const { hours } = data
  return (
    <p>
      <span className="tm-muted">
        {hours === 0 ? t('stage.change-request.ruleOff') : t('stage.change-request.ruleNow', { n: hours })}
      </span>{' '}
      {can('stage:change-request:rule') && (
        <Button size="small" icon={<ControlOutlined />} onClick={() => setSetting(true)}>
          {t('stage.change-request.ruleTitle')}
        </Button>
      )}
      {isSetting && <RuleDialog hours={hours} onClose={() => setSetting(false)} />}
    </p>
  )
}

function RuleDialog({ hours, onClose }: { hours: number; onClose: () => void }) {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const queries = useQueryClient()
  const [form] = Form.useForm<{ hours: number }>()
  const label = t('stage.change-request.ruleLabel')
  return (
    <DialogForm<{ hours: number }>
      form={form}
      title={t('stage.change-request.ruleTitle')}
      ok={t('action.save')}
      initial={{ hours }}
      label={() => label}
      onClose={onClose}
      send={async body => {
        await client.call('PUT /stage/change-request/rule', { body })
        feedback.done(t('stage.change-request.ruleDone'))
        await queries.invalidateQueries({ queryKey })
      }}
    >
      <WholeNumberItem
        name="hours"
        label={label}
        extra={t('stage.change-request.ruleHint')}
        required
        min={0}
        max={maxChangeHours}
      />
    </DialogForm>
  )
}
