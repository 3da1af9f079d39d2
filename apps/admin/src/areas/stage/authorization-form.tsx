import { ApiError, describeError, issueText } from '@timbermark/client'
import { pathLabel } from '@timbermark/phrases'
import { limits, type StageKey, stageKeys } from '@timbermark/contract'
import { Alert, Form, Input, Modal, Select } from 'antd'
import { useState } from 'react'
import { DictControl } from '../../entity/controls/choice-control.tsx'
import { ReferenceControl } from '../../entity/controls/reference-control.tsx'
import type { Row } from '../../entity/types.ts'
import { useRefresh } from '../../entity/use-entity.ts'
import { useFeedback } from '../../entity/use-feedback.ts'
import { useClient, useT } from '../../shell/index.ts'
import { stageAuthorization } from '@timbermark/contract'

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
  const [saving, setSaving] = useState(false)
  const [problem, setProblem] = useState<string>()
  const options = stageKeys.map((key, index) => ({ value: key, label: `${index + 1}. ${t(`stage.${key}`)}` }))
  const needed = (label: string) => [{ required: true, message: t('error.required', { label }) }]

  const finish = async ({ userId, stages, ...one }: AuthorizationValues) => {
    setSaving(true)
    setProblem(undefined)
    try {
      if (row) await client.call('PUT /stage/authorization', { body: { id: row.id, ...one } })
      else await client.call('POST /stage/authorization', { body: { userId, stages } })
      feedback.done(t(row ? 'entity.saved' : 'entity.added'))
      await refresh()
      onClose()
    } catch (error) {
      const issues = error instanceof ApiError ? error.issues : []
      form.setFields(
        issues.map(issue => ({
          name: issue.field as keyof AuthorizationValues,
          errors: [issueText(t, issue, pathLabel(t, issue.field, 'stage.authorization'))],
        })),
      )
      if (issues.length === 0) setProblem(describeError(t, error).text)
    } finally {
      setSaving(false)
    }
  }

  return (
    <Modal
      open
      title={t(row ? 'stage.authorization.change' : 'stage.authorization.grant')}
      okText={t('action.save')}
      cancelText={t('action.cancel')}
      confirmLoading={saving}
      mask={{ closable: false }}
      onOk={form.submit}
      onCancel={onClose}
    >
      {problem && <Alert type="error" showIcon title={problem} className="tm-form-problems" />}
      <Form
        form={form}
        layout="vertical"
        onFinish={finish}
        initialValues={row ? { stage: row.stage, status: row.status, remark: row.remark } : {}}
      >
        {row ? (
          <p>
            {t('stage.authorization.userId')}: <strong>{String(row.nickName ?? row.userName)}</strong>
          </p>
        ) : (
          <Form.Item
            name="userId"
            label={t('stage.authorization.userId')}
            rules={needed(t('stage.authorization.userId'))}
          >
            <ReferenceControl entity="system/user" path="/stage/authorization/users" />
          </Form.Item>
        )}
        {row ? (
          <>
            <Form.Item
              name="stage"
              label={t('stage.authorization.stage')}
              rules={needed(t('stage.authorization.stage'))}
            >
              <Select options={options} showSearch={{ optionFilterProp: 'label' }} />
            </Form.Item>
            <Form.Item name="status" label={t('common.status')} rules={needed(t('common.status'))}>
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
            rules={needed(t('stage.authorization.stages'))}
          >
            {/* Nothing is active by itself: leaving the field with Tab would grant one stage more. */}
            <Select
              mode="multiple"
              options={options}
              showSearch={{ optionFilterProp: 'label' }}
              defaultActiveFirstOption={false}
            />
          </Form.Item>
        )}
      </Form>
    </Modal>
  )
}
