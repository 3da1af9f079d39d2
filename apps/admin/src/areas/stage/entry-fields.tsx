import type { Stage } from '@timbermark/contract'
import {
  fieldsUnderRule,
  formGroups,
  measuredVolume,
  measureOfStage,
  needsPosition,
  type StageAttribute,
  valueFields,
} from '@timbermark/contract/stages'
import { Button, Form, Input } from 'antd'
import { useEffect } from 'react'
import { CoordinatesControl } from '../../entity/controls/coordinates-control.tsx'
import { DayControl } from '../../entity/controls/day-control.tsx'
import { readRule } from '../../entity/form/read-rule.ts'
import { PaperControl } from '../../entity/controls/identifier-control.tsx'
import { StageItems } from '../../entity/form/stage-form.tsx'
import { useT } from '../../shell/index.ts'

/** The rule of a required field. */
export function useRequiredRule() {
  const t = useT()
  return (label: string) => [{ required: true, whitespace: true, message: t('error.required', { label }) }]
}

/** Document, operator, time and position: the fields of every record. */
export function CommonItems({ attributes }: { attributes: readonly StageAttribute[] }) {
  const t = useT()
  const requiredRule = useRequiredRule()
  const label = {
    documentCode: t('stage.record.documentCode'),
    operator: t('stage.record.operator'),
    time: t('stage.record.happenedAt'),
  }
  return (
    <>
      <Form.Item name="documentCode" label={label.documentCode} rules={requiredRule(label.documentCode)}>
        <PaperControl />
      </Form.Item>
      <Form.Item name="operator" label={label.operator} rules={requiredRule(label.operator)}>
        <Input maxLength={50} autoComplete="off" />
      </Form.Item>
      <Form.Item name="time" label={label.time} rules={[...requiredRule(label.time), readRule(t, label.time)]}>
        <DayControl time />
      </Form.Item>
      <Form.Item
        name="position"
        label={t('stage.field.coordinates')}
        rules={
          needsPosition(attributes)
            ? [
                { required: true, message: t('error.required', { label: t('stage.field.coordinates') }) },
                readRule(t, t('stage.field.coordinates')),
              ]
            : [readRule(t, t('stage.field.coordinates'))]
        }
      >
        <CoordinatesControl />
      </Form.Item>
    </>
  )
}

/** Leads to the parts of the form, which has up to fifty fields. */
export function EntryParts({ stage, attributes }: { stage: Stage; attributes: readonly StageAttribute[] }) {
  const t = useT()
  const parts = [
    { key: 'goods', label: t('stage.entry.goods') },
    ...formGroups(valueFields(stage, attributes)).map(({ key }) => ({ key, label: t(`stage.group.${key}`) })),
  ]
  const show = (button: HTMLElement, key: string) => {
    const heading = button.closest('form')?.querySelector<HTMLElement>(`[data-part="${key}"]`)
    heading?.scrollIntoView()
    heading?.focus({ preventScroll: true })
  }
  return (
    <nav className="tm-form-wide tm-entry-parts" aria-label={t('stage.entry.parts')}>
      {parts.map(({ key, label }) => (
        <Button key={key} size="small" onClick={event => show(event.currentTarget, key)}>
          {label}
        </Button>
      ))}
    </nav>
  )
}

/**
 * The fields of the stage and its template. Under a measure rule they are the measures that it needs, and the volume follows
 * from them as they are typed.
 * @param codes how many codes the values hold for; undefined when that is not known, then the volume is typed
 */
export function ValueItems(props: { stage: Stage; attributes: readonly StageAttribute[]; codes: number | undefined }) {
  const { stage, attributes, codes } = props
  const form = Form.useFormInstance()
  const measure = measureOfStage(stage.key)
  const values = Form.useWatch('values', form) as Record<string, unknown> | undefined
  const measured = measure && values && codes !== undefined ? measuredVolume(measure, values, codes) : undefined
  const volume = measured && 'volume' in measured ? measured.volume : undefined
  useEffect(() => {
    if (measure && volume !== undefined) form.setFieldValue(['values', measure.volume], volume)
  }, [form, measure, volume])
  const fields = fieldsUnderRule(measure, valueFields(stage, attributes), measure && values?.[measure.rule])
  return <StageItems fields={fields} attributes={attributes} />
}
