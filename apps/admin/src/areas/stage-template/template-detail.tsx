import { isStageKey, textIn, textsOf } from '@timbermark/contract'
import { Table } from 'antd'
import { LanguageMark } from '../../entity/name-value.tsx'
import { ToneTag } from '../../entity/tone-tag.tsx'
import type { Row } from '../../entity/types.ts'
import { useT } from '../../shell/index.ts'
import { type AttributeDraft, isOwnField, ownFields } from './attributes.ts'
import './stage-template.css'

/** What the form of a stage asks for: the template's attributes, then the stage's own fields. */
export function TemplateDetail({ row }: { row: Row }) {
  const t = useT()
  const attributes = (row.attributes as AttributeDraft[] | undefined) ?? []
  const stage = isStageKey(String(row.stage)) ? (row.stage as Parameters<typeof ownFields>[0]) : undefined
  const required = new Set(attributes.filter(one => one.required).map(one => one.key))
  return (
    <>
      <section className="tm-panel">
        <h3>{t('stage.template.attributes')}</h3>
        <Table<AttributeDraft>
          size="small"
          rowKey={one => one.key ?? one.label}
          dataSource={attributes}
          pagination={false}
          // As the library draws it, it could hardly be read.
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
        />
      </section>
      {stage && (
        <section className="tm-panel">
          <h3>{t('stage.template.ownFields')}</h3>
          <p className="tm-own-fields">
            {ownFields(stage).map(field => (
              <ToneTag key={field.key} tone={field.required || required.has(field.key) ? 'processing' : 'default'}>
                {t.from(`stage.field.${field.key}`)}
                {(field.required || required.has(field.key)) && ' *'}
              </ToneTag>
            ))}
          </p>
        </section>
      )}
    </>
  )
}
