import { limits } from '@timbermark/contract'
import type { ListView } from '@timbermark/contract/calls'
import { Checkbox, Form, Input } from 'antd'
import { useT } from '../../shell/index.ts'
import { useFeedback } from '../actions/use-feedback.ts'
import { DialogForm } from '../dialogs/dialog-form.tsx'
import type { ListViews } from './use-list-views.ts'

interface ViewDialogProps {
  views: ListViews
  /** The view to rename; without it the current settings are saved as a new one. */
  view: ListView | undefined
  onClose: () => void
}

interface Values {
  name: string
  shared?: boolean
}

/** Asks for the name of a view, and whose a new one is. */
export function ViewDialog({ views, view, onClose }: ViewDialogProps) {
  const t = useT()
  const feedback = useFeedback()
  const [form] = Form.useForm<Values>()
  const label = t('system.listView.name')
  return (
    <DialogForm<Values>
      form={form}
      title={view ? t('listView.rename', { name: view.name }) : t('listView.save')}
      ok={t('action.save')}
      {...(!view && { hint: t('listView.saveHint') })}
      initial={{ name: view?.name ?? '', shared: false }}
      label={field => (field === 'name' ? label : t('system.listView.settings'))}
      onClose={onClose}
      send={async ({ name, shared = false }) => {
        if (view) await views.edit(view, { name })
        else await views.add(name, shared, views.settings)
        feedback.done(t('listView.saved', { name: name.trim() }))
      }}
    >
      <Form.Item
        name="name"
        label={label}
        rules={[
          { required: true, whitespace: true, message: t('error.required', { label }) },
          { max: limits.viewName, message: t('error.tooLong', { label, max: limits.viewName }) },
        ]}
      >
        <Input autoFocus autoComplete="off" />
      </Form.Item>
      {!view && views.mayShare && (
        <Form.Item name="shared" valuePropName="checked" extra={t('listView.sharedHint')}>
          <Checkbox>{t('system.listView.shared')}</Checkbox>
        </Form.Item>
      )}
    </DialogForm>
  )
}
