import { useQueryClient } from '@tanstack/react-query'
import { queryKeys } from '@timbermark/client'
import { type RowOf, stageTemplate, type stageTemplates } from '@timbermark/contract'
import { pathLabel } from '@timbermark/phrases'
import { Form, Switch } from 'antd'
import { DialogForm } from '../../../entity/dialogs/dialog-form.tsx'
import { WholeNumberItem } from '../../../entity/form/whole-number-item.tsx'
import { useRefresh } from '../../../entity/use-entity.ts'
import { useFeedback } from '../../../entity/actions/use-feedback.ts'
import { useClient, useT } from '../../../shell/index.ts'

interface Choice {
  isVisible: boolean
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
  const send = async ({ isVisible, orderNum }: Choice) => {
    await client.call('PUT /stage/template/choice', { body: { id: row.id, visible: isVisible ? '0' : '1', orderNum } })
    feedback.done(t('stage.template.ownPlaced'))
    await refresh()
    // Batches and the dashboard leave out hidden stages.
    await queries.invalidateQueries({ queryKey: queryKeys.entity('catalog/batch') })
  }
  return (
    <DialogForm<Choice>
      form={form}
      title={t('stage.template.ownPlaceTitle', { name: row.displayName ?? '' })}
      ok={t('action.save')}
      initial={{ isVisible: row.visible === '0', orderNum: row.orderNum ?? 0 }}
      label={field => pathLabel(t, field, 'stage.template')}
      place={field => (field === 'visible' ? 'isVisible' : field)}
      onClose={onClose}
      send={send}
    >
      <p className="tm-muted">{t('stage.template.ownPlaceHint')}</p>
      <Form.Item name="isVisible" label={t('stage.template.visible')} valuePropName="checked">
        <Switch />
      </Form.Item>
      <WholeNumberItem name="orderNum" label={t('stage.template.orderNum')} required min={0} max={9999} />
    </DialogForm>
  )
}
