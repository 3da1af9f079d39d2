import { DownOutlined, SearchOutlined, UpOutlined } from '@ant-design/icons'
import { type Field, type Listed, searchFields } from '@timbermark/contract'
import { Button, Form, Input, Select } from 'antd'
import { useEffect, useRef } from 'react'
import { leaveByTab } from '../form/leave-by-tab.ts'
import { readRule } from '../form/read-rule.ts'
import { useSession, useT } from '../../shell/index.ts'
import { type DayRange, DayRangeControl } from '../controls/day-control.tsx'
import { CountryControl } from '../controls/choice-control.tsx'
import { ReferenceControl } from '../controls/reference-control.tsx'
import { fieldLabel, formName, optionLabel } from '../labels.ts'
import { canSet } from '../actions/permissions.ts'
import type { FilterValue, ListState } from './query-state.ts'
import { useClearable, useClearableInput } from '../controls/use-clearable.tsx'
import { useDict } from '../controls/use-dict.ts'
import { useNarrow } from './use-narrow.ts'
import { searchOptions } from '../controls/search-options.ts'

interface SearchFormProps {
  entity: Listed
  filters: ListState['filters']
  folded: boolean
  onFold: (folded: boolean) => void
  onSearch: (filters: ListState['filters']) => void
}

/** The search form above a list: Enter searches, reset clears it, further fields fold away. */
export function SearchForm({ entity, filters, folded, onFold, onSearch }: SearchFormProps) {
  const t = useT()
  const narrow = useNarrow()
  const [form] = Form.useForm<Record<string, FilterValue | undefined>>()
  const { permissions } = useSession()
  // Users cannot search by references that they may not look up.
  const fields = searchFields(entity).filter(([, field]) => canSet(field, permissions))
  const first = firstRow(fields, narrow ? 1 : 3)

  // Back, forward and links change the filters from outside. A cached screen that is shown again runs this too, and
  // must keep what was typed but not yet searched for.
  const applied = useRef('')
  useEffect(() => {
    const now = JSON.stringify(filters)
    if (applied.current === now) return
    applied.current = now
    form.resetFields()
    form.setFieldsValue(filters)
  }, [form, filters])

  if (fields.length === 0) return null
  const search = (values: Record<string, FilterValue | undefined>) => {
    const next: ListState['filters'] = {}
    for (const [name] of fields) {
      const value = values[name]
      const text = typeof value === 'string' ? value.trim() : value
      if (text && text.length > 0) next[name] = text
    }
    // What is typed from now on stays when the address has changed.
    applied.current = JSON.stringify(next)
    form.setFieldsValue(next)
    onSearch(next)
  }
  return (
    <search className="tm-search">
      <Form
        name={formName(entity, 'search')}
        form={form}
        layout={narrow ? 'vertical' : 'horizontal'}
        labelWrap
        className="tm-search-form"
        onFinish={search}
        // What is refused may be folded away.
        onFinishFailed={() => onFold(false)}
      >
        <div className="tm-search-fields">
          {fields.map(([name, field]) => (
            <Form.Item
              key={name}
              name={name}
              label={fieldLabel(t, entity, name)}
              className={field.search === 'range' ? 'tm-search-range' : undefined}
              hidden={folded && !first.has(name)}
              rules={field.search === 'range' ? [readRule(t, fieldLabel(t, entity, name))] : []}
            >
              <SearchControl entity={entity} name={name} field={field} />
            </Form.Item>
          ))}
        </div>
        <div className="tm-search-buttons">
          <Button type="primary" htmlType="submit" icon={<SearchOutlined />}>
            {t('action.search')}
          </Button>
          <Button
            onClick={() => {
              form.resetFields()
              onSearch({})
            }}
          >
            {t('action.reset')}
          </Button>
          {fields.length > first.size && (
            <Button
              type="link"
              aria-expanded={!folded}
              icon={folded ? <DownOutlined /> : <UpOutlined />}
              iconPlacement="end"
              onClick={() => onFold(!folded)}
            >
              {t(folded ? 'entity.unfold' : 'entity.fold')}
            </Button>
          )}
        </div>
      </Form>
    </search>
  )
}

/** Names of the fields in the first row, in order, as far as they fit. A range of days takes two places. */
export function firstRow(fields: readonly (readonly [string, Field])[], places: number): Set<string> {
  const names = new Set<string>()
  let left = places
  for (const [name, field] of fields) {
    const takes = Math.min(places, field.search === 'range' ? 2 : 1)
    if (takes > left) continue
    left -= takes
    names.add(name)
  }
  return names
}

interface SearchControlProps {
  id?: string
  value?: FilterValue
  onChange?: (value: FilterValue | undefined) => void
}

function SearchControl({
  entity,
  name,
  field,
  ...props
}: SearchControlProps & { entity: Listed; name: string; field: Field }) {
  const t = useT()
  const clearableInput = useClearableInput()
  const clearable = useClearable()
  const dictionary = useDict(field.kind === 'dict' ? field.dict : undefined)
  if (field.search === 'range') {
    const { value, onChange, id } = props
    return (
      <DayRangeControl
        id={id}
        label={fieldLabel(t, entity, name)}
        value={value as DayRange | undefined}
        // What is no day never leaves the form: its rule refuses it.
        onChange={range => onChange?.(range as DayRange | undefined)}
      />
    )
  }
  if (field.kind === 'ref') {
    const { value, onChange, id } = props
    return (
      <ReferenceControl
        id={id}
        entity={field.entity}
        tree={field.tree}
        value={value ? Number(value) : undefined}
        onChange={chosen => onChange?.(chosen ? String(chosen) : undefined)}
      />
    )
  }
  if (field.kind === 'country') {
    const { value, onChange, id } = props
    return (
      <CountryControl
        id={id}
        value={value as string | undefined}
        onChange={chosen => onChange?.(chosen ?? undefined)}
      />
    )
  }
  if (field.kind === 'choice' || field.kind === 'flag' || field.kind === 'dict') {
    const options =
      field.kind !== 'dict'
        ? (field.kind === 'flag' ? ['true', 'false'] : field.options).map(value => ({
            value,
            label: optionLabel(t, entity, name, value),
          }))
        : (dictionary.data ?? []).map(item => ({ value: item.dictValue, label: item.dictLabel }))
    return (
      <Select<FilterValue>
        id={props.id}
        value={props.value}
        mode={field.search === 'in' ? 'multiple' : undefined}
        onInputKeyDown={field.search === 'in' ? leaveByTab : undefined}
        options={options}
        loading={dictionary.isLoading}
        allowClear={clearable}
        placeholder={t('common.all')}
        showSearch={options.length > 8 ? searchOptions : false}
        onChange={value => props.onChange?.(value ?? undefined)}
      />
    )
  }
  return (
    <Input
      id={props.id}
      value={(props.value as string | undefined) ?? ''}
      allowClear={clearableInput}
      autoComplete="off"
      inputMode={field.kind === 'integer' || field.kind === 'decimal' ? 'decimal' : undefined}
      placeholder={t('common.enter')}
      onChange={event => props.onChange?.(event.target.value)}
    />
  )
}
