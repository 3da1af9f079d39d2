import { useClearable } from '../../entity/use-clearable.tsx'
import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import type { StageKey } from '@timbermark/contract'
import { Button, Checkbox, Empty, Form, Input, Select } from 'antd'
import { ToneTag } from '../../entity/tone-tag.tsx'
import { useClient, useT } from '../../shell/index.ts'
import { type AttributeDraft, inputs, isOwnField, kinds, ownFields, requiring, units } from './attributes.ts'

const labelLength = 50
const mostAttributes = 50

/** What a template asks for beyond the stage's own fields, in the order of the form. */
export function AttributeEditor({ stage }: { stage: StageKey | undefined }) {
  const t = useT()
  const form = Form.useFormInstance()
  const drafts = (Form.useWatch('attributes', form) as AttributeDraft[] | undefined) ?? []
  const taken = new Set(drafts.map(draft => draft?.key))
  const fields = stage ? ownFields(stage).filter(field => !field.required && !taken.has(field.key)) : []
  return (
    <Form.List name="attributes">
      {(items, { add, remove, move }) => (
        <section className="tm-form-wide tm-attributes" aria-label={t('stage.template.attributes')}>
          <h3>{t('stage.template.attributes')}</h3>
          <p className="tm-muted">{t('stage.template.attributesHint')}</p>
          {items.length === 0 && (
            <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('stage.template.noAttributes')} />
          )}
          <ol>
            {items.map((item, index) => {
              const draft = drafts[item.name]
              const name = draft?.label || t('stage.template.attribute', { n: index + 1 })
              return (
                <li key={item.key} className="tm-attribute">
                  <AttributeFields at={item.name} draft={draft} own={isOwnField(stage, draft?.key)} />
                  <span className="tm-attribute-tools">
                    <Button
                      type="text"
                      icon={<ArrowUpOutlined />}
                      aria-label={t('entity.moveUp', { name })}
                      disabled={index === 0}
                      onClick={() => move(index, index - 1)}
                    />
                    <Button
                      type="text"
                      icon={<ArrowDownOutlined />}
                      aria-label={t('entity.moveDown', { name })}
                      disabled={index === items.length - 1}
                      onClick={() => move(index, index + 1)}
                    />
                    <Button
                      type="text"
                      danger
                      icon={<DeleteOutlined />}
                      aria-label={t('entity.removeFile', { name })}
                      onClick={() => remove(item.name)}
                    />
                  </span>
                </li>
              )
            })}
          </ol>
          {items.length < mostAttributes && (
            <div className="tm-attribute-add">
              <Button
                type="dashed"
                icon={<PlusOutlined />}
                onClick={() => add({ label: '', input: 'text', kind: 'text' })}
              >
                {t('stage.template.addAttribute')}
              </Button>
              {fields.length > 0 && (
                <Select<string>
                  aria-label={t('stage.template.requireField')}
                  value={null as unknown as string}
                  placeholder={t('stage.template.requireField')}
                  showSearch={{ optionFilterProp: 'label' }}
                  popupMatchSelectWidth={false}
                  options={fields.map(field => ({ value: field.key, label: t.from(`stage.field.${field.key}`) }))}
                  onChange={key => {
                    const field = fields.find(one => one.key === key)
                    if (field) add(requiring(field, t.from(`stage.field.${field.key}`)))
                  }}
                />
              )}
            </div>
          )}
        </section>
      )}
    </Form.List>
  )
}

function AttributeFields({ at, draft, own }: { at: number; draft: AttributeDraft | undefined; own: boolean }) {
  const t = useT()
  const clearable = useClearable()
  const isText = draft?.input === 'text'
  const kind = draft?.kind ?? 'text'
  return (
    <div className="tm-attribute-fields">
      <Form.Item
        name={[at, 'label']}
        label={t('stage.template.label')}
        rules={[
          { required: true, whitespace: true, message: t('error.required', { label: t('stage.template.label') }) },
          { max: labelLength, message: t('error.tooLong', { label: t('stage.template.label'), max: labelLength }) },
        ]}
      >
        <Input autoComplete="off" disabled={own} />
      </Form.Item>
      {own ? (
        <p className="tm-attribute-own">
          <ToneTag tone="processing">{t('stage.template.stageField')}</ToneTag>{' '}
          <span className="tm-muted">{t('stage.template.stageFieldHint')}</span>
        </p>
      ) : (
        <>
          <Form.Item name={[at, 'input']} label={t('stage.template.input')}>
            <Select options={inputs.map(value => ({ value, label: t(`stage.template.input.${value}`) }))} />
          </Form.Item>
          {isText && (
            <Form.Item name={[at, 'kind']} label={t('stage.template.kind')} initialValue="text">
              <Select options={kinds.map(value => ({ value, label: t(`stage.template.kind.${value}`) }))} />
            </Form.Item>
          )}
          {isText && kind === 'number' && (
            <Form.Item name={[at, 'unit']} label={t('stage.template.unit')}>
              <Select allowClear={clearable} options={units.map(value => ({ value, label: t(`unit.${value}`) }))} />
            </Form.Item>
          )}
          {isText && kind === 'choice' && (
            <Form.Item
              name={[at, 'dict']}
              label={t('stage.template.dict')}
              rules={[{ required: true, message: t('error.required', { label: t('stage.template.dict') }) }]}
            >
              <DictTypeSelect />
            </Form.Item>
          )}
        </>
      )}
      <div className="tm-attribute-checks">
        <Form.Item name={[at, 'required']} valuePropName="checked" noStyle>
          <Checkbox disabled={own}>{t('stage.template.required')}</Checkbox>
        </Form.Item>
        {!own && (
          <Form.Item name={[at, 'personal']} valuePropName="checked" noStyle>
            <Checkbox>{t('stage.template.personal')}</Checkbox>
          </Form.Item>
        )}
      </div>
    </div>
  )
}

interface DictTypeSelectProps {
  id?: string
  value?: string
  onChange?: (value: string | undefined) => void
}

/** One of the dictionaries. */
function DictTypeSelect({ id, value, onChange }: DictTypeSelectProps) {
  const t = useT()
  const client = useClient()
  const { data, isLoading } = useQuery({
    queryKey: ['entity', 'system/dict/type', 'optionselect'],
    queryFn: ({ signal }) => client.call('GET /system/dict/type/optionselect', { signal }),
  })
  return (
    <Select
      id={id}
      value={value}
      loading={isLoading}
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={t('common.choose')}
      options={(data ?? []).map(row => ({ value: String(row.dictType), label: String(row.dictName) }))}
      onChange={onChange}
    />
  )
}
