import { stageCirculations } from '@timbermark/contract'
import { formatNumber, issueText } from '@timbermark/client'
import { Alert, Form } from 'antd'
import { FieldItem } from '../../../entity/form/field-item.tsx'
import { RecordDrawer } from '../../../entity/form/record-drawer.tsx'
import type { Row } from '../../../entity/types.ts'
import { useT } from '../../../shell/index.ts'
import { StepEditor } from './step-editor.tsx'
import { toCirculationBody, circulationValues, checkDays, type StepDraft } from './steps.ts'

interface CirculationFormProps {
  id: string | undefined
  /** A circulation to copy into a new one. */
  copyFrom?: Row
  onClose: () => void
}

/** Adds or edits a circulation; batches that have begun with it are not changed. */
export function CirculationForm({ id, copyFrom, onClose }: CirculationFormProps) {
  return (
    <RecordDrawer
      entity={stageCirculations}
      id={id}
      size={900}
      onClose={onClose}
      initial={row => circulationValues(row, copyFrom)}
      body={toCirculationBody}
    >
      {row => <CirculationFields row={row} />}
    </RecordDrawer>
  )
}

function CirculationFields({ row }: { row: Row | undefined }) {
  const t = useT()
  const item = { entity: stageCirculations }
  const batches = Number(row?.batchCount ?? 0)
  return (
    <>
      {batches > 0 && (
        <Alert
          type="info"
          showIcon
          className="tm-form-wide tm-form-problems"
          title={t('stage.circulation.usedHint', { n: formatNumber(batches, t.language) })}
        />
      )}
      <FieldItem {...item} name="name" />
      <FieldItem {...item} name="status" />
      <Form.Item
        name="steps"
        label={t('stage.circulation.steps')}
        required
        className="tm-form-wide"
        rules={[
          {
            validator: async (_, steps: StepDraft[] | undefined) => {
              if (!steps?.length) throw new Error(t('stage.circulation.needsSteps'))
              for (const step of steps) {
                const issue = checkDays(step)
                if (issue)
                  throw new Error(
                    issueText(
                      t,
                      issue,
                      t('entity.said', { label: t(`stage.${step.stage}`), value: t('stage.circulation.days') }),
                    ),
                  )
              }
            },
          },
        ]}
      >
        <StepEditor />
      </Form.Item>
      <FieldItem {...item} name="remark" wide />
    </>
  )
}
