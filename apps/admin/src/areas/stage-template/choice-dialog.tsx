import { useQueryClient } from '@tanstack/react-query'
import { queryKeys } from '@timbermark/client'
import { type RowOf, stageTemplate, type stageTemplates } from '@timbermark/contract'
import { Form, Modal, Switch } from 'antd'
import { useState } from 'react'
import { WholeNumberItem } from '../../entity/form/whole-number-item.tsx'
import { useRefresh } from '../../entity/use-entity.ts'
import { useFeedback } from '../../entity/use-feedback.ts'
import { useClient, useT } from '../../shell/index.ts'

interface Choice {
  shown: boolean
  orderNum: number
}

/** Whether and where the enterprise shows a template of the platform to its own people. */
export function ChoiceDialog({ row, onClose }: { row: RowOf<typeof stageTemplates>; onClose: () => void }) {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const refresh = useRefresh(stageTemplate)
  const queries = useQueryClient()
  const [form] = Form.useForm<Choice>()
  const [saving, setSaving] = useState(false)
  const finish = async ({ shown, orderNum }: Choice) => {
    setSaving(true)
    try {
      await client.call('PUT /stage/template/choice', { body: { id: row.id, visible: shown ? '0' : '1', orderNum } })
      feedback.done(t('stage.template.ownPlaced'))
      onClose()
      await refresh()
      // Batches and the board leave out what is not shown.
      await queries.invalidateQueries({ queryKey: queryKeys.entity('catalog/batch') })
    } catch (error) {
      feedback.fail(error)
    } finally {
      setSaving(false)
    }
  }
  return (
    <Modal
      open
      title={t('stage.template.ownPlaceTitle', { name: row.displayName ?? '' })}
      okText={t('action.save')}
      cancelText={t('action.cancel')}
      confirmLoading={saving}
      onOk={form.submit}
      onCancel={onClose}
    >
      <p className="tm-muted">{t('stage.template.ownPlaceHint')}</p>
      <Form<Choice>
        form={form}
        layout="vertical"
        initialValues={{ shown: row.visible === '0', orderNum: row.orderNum ?? 0 }}
        onFinish={finish}
      >
        <Form.Item name="shown" label={t('stage.template.visible')} valuePropName="checked">
          <Switch />
        </Form.Item>
        <WholeNumberItem name="orderNum" label={t('stage.template.orderNum')} required min={0} max={9999} />
      </Form>
    </Modal>
  )
}
