import { Button, Drawer } from 'antd'
import type { ReactNode } from 'react'
import { entityLabel } from '../labels.ts'
import { useT } from '../../shell/index.ts'
import { type RecordFormPlan, useRecordForm } from './use-record-form.tsx'

interface RecordDrawerProps extends RecordFormPlan {
  /** Width in px. */
  size?: number
  title?: string
  /** Label of the submit button; "Save" by default. */
  ok?: string
  /** Further buttons in the footer, left of cancel and save. */
  extra?: (form: ReturnType<typeof useRecordForm>['form']) => ReactNode
}

/** The form of a record in a drawer. */
export function RecordDrawer({ size = 760, title, ok, extra, ...plan }: RecordDrawerProps) {
  const t = useT()
  const { content, form, dirty, saving, waiting, waitText, close } = useRecordForm(plan)
  const kind = entityLabel(t, plan.entity)
  const heading = title ?? t(plan.id === undefined ? 'entity.addTitle' : 'entity.editTitle', { name: kind })
  return (
    <Drawer
      open
      title={heading}
      aria-label={heading}
      size={size}
      className="tm-drawer"
      onClose={close}
      // Closing while the form is being sent would look like a cancellation.
      closable={{ disabled: saving }}
      keyboard={!saving}
      mask={{ closable: !dirty && !saving }}
      footer={
        <div className="tm-drawer-foot">
          {extra?.(form)}
          <Button disabled={saving} onClick={close}>
            {t('action.cancel')}
          </Button>
          <Button type="primary" loading={saving} disabled={waiting} title={waitText} onClick={() => form.submit()}>
            {ok ?? t('action.save')}
          </Button>
        </div>
      }
    >
      {content}
    </Drawer>
  )
}
