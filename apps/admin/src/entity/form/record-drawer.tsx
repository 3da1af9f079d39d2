import { Button, Drawer, Form, type FormInstance } from 'antd'
import type { ReactNode } from 'react'
import { entityLabel } from '../labels.ts'
import { useT } from '../../shell/index.ts'
import type { FormValues } from './form-values.ts'
import { type RecordFormPlan, type SaveAnd, useRecordForm } from './use-record-form.tsx'

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
  const { content, form, dirty, saving, saveAndGoOn, waiting, waitText, close } = useRecordForm(plan)
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
          <SaveButtons
            form={form}
            saveAnd={plan.id === undefined ? plan.saveAnd : undefined}
            label={ok ?? t('action.save')}
            look={{ loading: saving, disabled: waiting, title: waitText }}
            onGoOn={saveAndGoOn}
          />
        </div>
      }
    >
      {content}
    </Drawer>
  )
}

interface SaveButtonsProps {
  form: FormInstance<FormValues>
  saveAnd: SaveAnd | undefined
  label: string
  look: { loading: boolean; disabled: boolean; title: string | undefined }
  onGoOn: () => void
}

/** The button that saves; where there is a next thing, the one that also does it leads. */
function SaveButtons({ form, saveAnd, label, look, onGoOn }: SaveButtonsProps) {
  const isOffered = Form.useWatch((values: FormValues) => saveAnd && (saveAnd.isOffered?.(values) ?? true), form)
  return (
    <>
      <Button {...look} type={isOffered ? 'default' : 'primary'} onClick={() => form.submit()}>
        {label}
      </Button>
      {isOffered && (
        <Button {...look} type="primary" onClick={onGoOn}>
          {saveAnd?.label}
        </Button>
      )}
    </>
  )
}
