import { stageTemplates } from '@timbermark/contract'
import type { StageKey } from '@timbermark/contract'
import { Alert, Form, Select, Switch } from 'antd'
import type { Row } from '../../../entity/types.ts'
import { useT } from '../../../shell/index.ts'
import { FieldItem } from '../../../entity/form/field-item.tsx'
import { RecordDrawer } from '../../../entity/form/record-drawer.tsx'
import type { FormValues } from '../../../entity/form/form-values.ts'
import { AttributeEditor } from './attribute-editor.tsx'
import type { AttributeDraft } from './attributes.ts'
import { FormPreview } from './form-preview.tsx'
import { toTemplateBody, templateValues } from './template-body.ts'
import './stage-template.css'

interface TemplateFormProps {
  id: string | undefined
  /** A template to copy into a new one. */
  copyFrom?: Row
  onClose: () => void
}

/** Adds or edits the form of a stage; a version that records were made with is immutable, so saving makes the next one. */
export function TemplateForm({ id, copyFrom, onClose }: TemplateFormProps) {
  const t = useT()
  return (
    <RecordDrawer
      entity={stageTemplates}
      id={id}
      size={1240}
      onClose={onClose}
      initial={row => templateValues(row, t.language, copyFrom)}
      body={(values, row) => toTemplateBody(values, row, t.language)}
      done={answer => {
        const version = (answer as { version?: number } | undefined)?.version
        return version === undefined ? t('entity.saved') : t('stage.template.savedVersion', { n: version })
      }}
    >
      {(row, { fill }) => <TemplateFields row={row} fill={fill} />}
    </RecordDrawer>
  )
}

function TemplateFields({ row, fill }: { row: Row | undefined; fill: (values: FormValues) => void }) {
  const t = useT()
  const form = Form.useFormInstance()
  const stage = Form.useWatch('stage', form) as StageKey | undefined
  const drafts = (Form.useWatch('attributes', { form, preserve: true }) as AttributeDraft[] | undefined) ?? []
  const item = { entity: stageTemplates }
  const isExisting = row !== undefined
  return (
    <>
      {row?.used === true && (
        <Alert
          type="info"
          showIcon
          className="tm-form-wide tm-form-problems"
          title={t('stage.template.usedHint', { n: Number(row.version), next: Number(row.version) + 1 })}
        />
      )}
      <FieldItem
        {...item}
        name="name"
        disabled={isExisting}
        hint={isExisting ? undefined : t('stage.template.nameHint')}
      />
      <FieldItem {...item} name="displayName" />
      <FieldItem {...item} name="stage" disabled={isExisting} />
      <FieldItem {...item} name="category" />
      <FieldItem {...item} name="orderNum" hint={t('stage.template.orderHint')} />
      <FieldItem {...item} name="visible" />
      <FieldItem {...item} name="status" />
      <Form.Item
        name="optional"
        label={t('stage.template.optional')}
        valuePropName="checked"
        extra={t('stage.template.optionalHint')}
      >
        <Switch />
      </Form.Item>
      <Form.Item
        name="certifiedOnly"
        label={t('stage.template.certifiedOnly')}
        valuePropName="checked"
        extra={t('stage.template.certifiedOnlyHint')}
      >
        <Switch />
      </Form.Item>
      <Form.Item name="expiredPapers" label={t('stage.template.expiredPapers')}>
        <Select
          options={(['flag', 'refuse'] as const).map(value => ({
            value,
            label: t(`stage.template.expiredPapers.${value}`),
          }))}
        />
      </Form.Item>
      <Form.Item
        name="overdrawnPapers"
        label={t('stage.template.overdrawnPapers')}
        extra={t('stage.template.overdrawnPapersHint')}
      >
        <Select
          options={(['refuse', 'flag'] as const).map(value => ({
            value,
            label: t(`stage.template.expiredPapers.${value}`),
          }))}
        />
      </Form.Item>
      <AttributeEditor stage={stage} fill={fill} />
      {stage && <FormPreview stage={stage} drafts={drafts} />}
      <FieldItem {...item} name="remark" wide />
    </>
  )
}
