import { pathLabel } from '@timbermark/phrases'
import { limits, type StageKey } from '@timbermark/contract'
import { Form, Input, Select } from 'antd'
import { DictControl } from '../../entity/controls/choice-control.tsx'
import { DialogForm } from '../../entity/dialogs/dialog-form.tsx'
import { ReferenceControl } from '../../entity/controls/reference-control.tsx'
import { StagesControl, useStageOptions } from '../../entity/controls/stages-control.tsx'
import type { HeadersFor } from '../../entity/form/use-send-once.ts'
import type { Row } from '../../entity/types.ts'
import { useRefresh } from '../../entity/use-entity.ts'
import { useFeedback } from '../../entity/actions/use-feedback.ts'
import { useClient, useT } from '../../shell/index.ts'
import { stageAuthorization } from '@timbermark/contract'
import { searchOptions } from '../../entity/controls/search-options.ts'

interface AuthorizationValues {
  userId: number
  stages: StageKey[]
  stage: StageKey
  status: '0' | '1'
  remark?: string
}

/** Grants stages to a field user, or changes one that was granted. */
export function AuthorizationForm({ row, onClose }: { row: Row | undefined; onClose: () => void }) {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const refresh = useRefresh(stageAuthorization)
  const [form] = Form.useForm<AuthorizationValues>()
  const options = useStageOptions()
  const requiredRule = (label: string) => [{ required: true, message: t('error.required', { label }) }]

  const send = async ({ userId, stages, ...change }: AuthorizationValues, headersFor: HeadersFor) => {
    const body = { userId, stages }
    if (row) await client.call('PUT /stage/authorization', { body: { id: row.id, ...change } })
    else await client.call('POST /stage/authorization', { body, headers: headersFor(body) })
    feedback.done(t(row ? 'entity.saved' : 'entity.added'))
    await refresh()
  }

  return (
    <DialogForm<AuthorizationValues>
      form={form}
      title={t(row ? 'stage.authorization.change' : 'stage.authorization.grant')}
      ok={t('action.save')}
      initial={
        row ? ({ stage: row.stage, status: row.status, remark: row.remark } as Partial<AuthorizationValues>) : {}
      }
      label={field => pathLabel(t, field, 'stage.authorization')}
      onClose={onClose}
      send={send}
    >
      {row ? (
        <p>
          {t('entity.colon', { label: t('stage.authorization.userId') })}{' '}
          <strong>{String(row.nickName ?? row.userName)}</strong>
        </p>
      ) : (
        <Form.Item
          name="userId"
          label={t('stage.authorization.userId')}
          rules={requiredRule(t('stage.authorization.userId'))}
        >
          <ReferenceControl entity="system/user" path="/stage/authorization/users" />
        </Form.Item>
      )}
      {row ? (
        <>
          <Form.Item
            name="stage"
            label={t('stage.authorization.stage')}
            rules={requiredRule(t('stage.authorization.stage'))}
          >
            <Select options={options} showSearch={searchOptions} />
          </Form.Item>
          <Form.Item name="status" label={t('common.status')} rules={requiredRule(t('common.status'))}>
            <DictControl type="sys_normal_disable" required />
          </Form.Item>
          <Form.Item
            name="remark"
            label={t('common.remark')}
            rules={[
              { max: limits.remark, message: t('error.tooLong', { label: t('common.remark'), max: limits.remark }) },
            ]}
          >
            <Input.TextArea rows={2} />
          </Form.Item>
        </>
      ) : (
        <Form.Item
          name="stages"
          label={t('stage.authorization.stages')}
          rules={requiredRule(t('stage.authorization.stages'))}
        >
          <StagesControl />
        </Form.Item>
      )}
    </DialogForm>
  )
}
