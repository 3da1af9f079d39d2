import { issueText, type Translate } from '@timbermark/client'
import { files, images, isFilesKind, type StageField } from '@timbermark/contract'
import { checkStageValue, formGroups, kindOf, type StageAttribute } from '@timbermark/contract/stages'
import { Form } from 'antd'
import { KindControl } from '../controls/control.tsx'
import type { ControlProps } from '../controls/control-props.ts'
import { FilesControl } from '../controls/files-control.tsx'
import { PaperControl, PlotControl } from '../controls/identifier-control.tsx'
import { stageOptionLabel } from '../values/stage-value.tsx'
import type { FileInfo } from '../types.ts'
import { useT } from '../../shell/index.ts'

/** Limits of a report's pictures and documents: the same as on the phone, before it scales pictures down. */
const pictures = images({ maxMegabytes: 5 })
const papers = files({ maxMegabytes: 5, types: ['pdf', 'png', 'jpg', 'jpeg'] })

/** The control of a field of a stage. Values are as in a stage report. */
export function StageControl({ field, ...props }: ControlProps & { field: StageField }) {
  const t = useT()
  const kind = kindOf(field)
  if (isFilesKind(kind)) {
    const rules = kind.kind === 'images' ? pictures : papers
    return <FilesControl {...(props as ControlProps<FileInfo[]>)} field={{ ...rules, maxItems: kind.maxItems }} />
  }
  if (field.type === 'document') return <PaperControl {...(props as ControlProps<string>)} />
  if (field.type === 'plot') return <PlotControl {...(props as ControlProps<string>)} />
  return <KindControl {...props} kind={kind} exact labelOf={option => stageOptionLabel(t, option)} />
}

/** Label of a field: the stage's own by its phrase, one that a template adds as its author wrote it. */
export function stageFieldLabel(t: Translate, key: string, attributes: readonly StageAttribute[]): string {
  const phrase = `stage.field.${key}`
  return t.has(phrase) ? t.from(phrase) : (attributes.find(one => one.key === key)?.label ?? key)
}

const wide = new Set<StageField['type']>(['longText', 'images', 'files'])

/** Fields of a stage by group, in the given order. The form holds each value as `values.<field>`. */
export function StageItems({
  fields,
  attributes,
}: {
  fields: readonly StageField[]
  attributes: readonly StageAttribute[]
}) {
  const t = useT()
  const label = (field: StageField) => stageFieldLabel(t, field.key, attributes)
  return formGroups(fields).map(({ key: group, fields: members }) => (
    <div key={group} className="tm-stage-group">
      <h3 data-part={group} tabIndex={-1}>
        {t(`stage.group.${group}`)}
      </h3>
      {members.map(field => (
        <Form.Item
          key={field.key}
          name={['values', field.key]}
          label={label(field)}
          required={field.required}
          className={wide.has(field.type) ? 'tm-form-wide' : undefined}
          rules={[
            {
              validator: async (_, value) => {
                const issue = checkStageValue(field, value)
                if (issue) throw new Error(issueText(t, issue, label(field)))
              },
            },
          ]}
        >
          <StageControl field={field} />
        </Form.Item>
      ))}
    </div>
  ))
}
