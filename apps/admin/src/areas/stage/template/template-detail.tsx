import { isStageKey, textIn, textsOf } from '@timbermark/contract'
import { Table } from 'antd'
import { LanguageMark } from '../../../entity/values/name-value.tsx'
import type { Row } from '../../../entity/types.ts'
import { useTableKeys } from '../../../entity/list/use-table-keys.ts'
import { useT } from '../../../shell/index.ts'
import { groupsOf } from './attribute-order.ts'
import { type AttributeDraft, isOwnField, type ownFields } from './attributes.ts'
import { FormPreview } from './form-preview.tsx'
import './stage-template.css'

/** What the form of a stage asks for: the template's attributes in the order of the form, and the form itself. */
export function TemplateDetail({ row }: { row: Row }) {
  const t = useT()
  const section = useTableKeys<HTMLElement>(t('stage.template.attributes'))
  const attributes = (row.attributes as AttributeDraft[] | undefined) ?? []
  const stage = isStageKey(String(row.stage)) ? (row.stage as Parameters<typeof ownFields>[0]) : undefined
  // In the order of the form.
  const inOrder = stage
    ? groupsOf(stage, attributes).flatMap(({ fields }) =>
        fields.flatMap(({ key }) => attributes.find((one, at) => key === `attribute-${at}` || key === one.key) ?? []),
      )
    : attributes
  return (
    <>
      <section ref={section} className="tm-panel">
        <h3>{t('stage.template.attributes')}</h3>
        <Table<AttributeDraft>
          size="small"
          rowKey={one => one.key ?? one.label}
          dataSource={inOrder}
          pagination={false}
          // The library's own empty text has too little contrast.
          locale={{ emptyText: <span className="tm-muted">{t('stage.template.noAttributes')}</span> }}
          columns={[
            {
              title: t('stage.template.label'),
              render: (_, { label, labelTexts = {} }) => (
                <>
                  {textIn(t.language, label, textsOf(labelTexts))}{' '}
                  <LanguageMark
                    row={{ label: textIn(t.language, label, textsOf(labelTexts)), labelTexts }}
                    name="label"
                  />
                </>
              ),
            },
            {
              title: t('stage.template.input'),
              render: (_, one) =>
                isOwnField(stage, one.key) ? t('stage.template.stageField') : t(`stage.template.input.${one.input}`),
            },
            {
              title: t('stage.template.kind'),
              render: (_, one) =>
                one.input !== 'text' || isOwnField(stage, one.key)
                  ? '–'
                  : [
                      t(`stage.template.kind.${one.kind ?? 'text'}`),
                      one.unit ? t.from(`unit.${one.unit}`) : undefined,
                      one.dict,
                    ]
                      .filter(Boolean)
                      .join(' · '),
            },
            {
              title: t('stage.template.required'),
              render: (_, one) => t(one.required ? 'common.yes' : 'common.no'),
            },
            {
              title: t('stage.template.personal'),
              render: (_, one) => t(one.personal ? 'common.yes' : 'common.no'),
            },
          ]}
          scroll={{ x: 'max-content' }}
        />
      </section>
      {stage && <FormPreview stage={stage} drafts={attributes} />}
    </>
  )
}
