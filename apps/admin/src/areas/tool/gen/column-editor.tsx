import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons'
import {
  type GenColumn,
  type GenKind,
  genFormats,
  genSearchesOf,
  genSortable,
  genTargets,
  keyOf,
  phraseOf,
  wordIn,
} from '@timbermark/contract'
import { Button, Checkbox, Collapse, Input, Select } from 'antd'
import { ToneTag } from '../../../entity/values/tone-tag.tsx'
import { useT } from '../../../shell/index.ts'
import { EachLanguage } from '../parts/each-language.tsx'
import { Labelled } from '../parts/labelled.tsx'
import { DictionaryChoice, Options, WholeNumber } from '../parts/rules.tsx'

interface ColumnsProps {
  columns: readonly GenColumn[]
  /** The problem at a path of the draft, such as `columns.2.key`. */
  problem: (path: string) => string | undefined
  /** Whether anything below the path has a problem. */
  hasProblem: (path: string) => boolean
  onChange: (columns: readonly GenColumn[]) => void
}

/** The columns of a table, each with the field that is generated from it. */
export function ColumnsEditor({ columns, problem, hasProblem, onChange }: ColumnsProps) {
  const t = useT()
  const set = (at: number, change: Partial<GenColumn>) =>
    onChange(columns.map((one, index) => (index === at ? { ...one, ...change } : one)))
  const move = (at: number, by: -1 | 1) => {
    const next = [...columns]
    const [moved] = next.splice(at, 1)
    next.splice(at + by, 0, moved!)
    onChange(next)
  }
  return (
    <Collapse
      className="tm-gen-columns"
      items={columns.map((column, at) => ({
        key: column.column,
        className: hasProblem(`columns.${at}`) ? 'tm-gen-troubled' : undefined,
        label: (
          <span className="tm-gen-column">
            <code>{column.column}</code>
            {column.state === 'field' && column.used && (
              <>
                <span>{wordIn(column.labels, t.language).text}</span>
                <ToneTag tone="processing">{t(`tool.gen.kind.${column.kind}`)}</ToneTag>
                {column.required && <ToneTag>{t('tool.gen.required')}</ToneTag>}
              </>
            )}
            {column.state !== 'field' && (
              <ToneTag tone={column.state === 'unsupported' ? 'warning' : 'default'}>
                {t(`tool.gen.state.${column.state}`)}
              </ToneTag>
            )}
          </span>
        ),
        extra: (
          // A click on the heading folds the panel; a click on these buttons must not.
          <span
            className="tm-gen-tools"
            onClick={event => event.stopPropagation()}
            onKeyDown={event => event.stopPropagation()}
            role="presentation"
          >
            <Button
              type="text"
              size="small"
              icon={<ArrowUpOutlined />}
              disabled={at === 0}
              aria-label={`${t('tool.gen.moveUp')}: ${column.column}`}
              onClick={() => move(at, -1)}
            />
            <Button
              type="text"
              size="small"
              icon={<ArrowDownOutlined />}
              disabled={at === columns.length - 1}
              aria-label={`${t('tool.gen.moveDown')}: ${column.column}`}
              onClick={() => move(at, 1)}
            />
          </span>
        ),
        children: (
          <ColumnFields
            column={column}
            problem={path => problem(`columns.${at}.${path}`)}
            onChange={change => set(at, change)}
          />
        ),
      }))}
    />
  )
}

interface ColumnProps {
  column: GenColumn
  problem: (path: string) => string | undefined
  onChange: (change: Partial<GenColumn>) => void
}

function ColumnFields({ column, problem, onChange }: ColumnProps) {
  const t = useT()
  const facts = (
    <p className="tm-muted tm-gen-wide">
      {t('tool.gen.inTable', { column: column.column, type: column.type })}
      {column.comment && <> {t('tool.gen.comment', { text: column.comment })}</>}
    </p>
  )
  if (column.state !== 'field')
    return (
      <div className="tm-gen-grid">
        {facts}
        <p className="tm-gen-wide">{t(`tool.gen.state.${column.state}.hint`, { type: column.type })}</p>
      </div>
    )
  const usedCheckbox = (
    <Checkbox
      className="tm-gen-wide"
      checked={column.used}
      onChange={({ target }) => onChange({ used: target.checked })}
    >
      {t('tool.gen.used')}
    </Checkbox>
  )
  if (!column.used)
    return (
      <div className="tm-gen-grid">
        {facts}
        {usedCheckbox}
      </div>
    )
  return (
    <div className="tm-gen-grid">
      {facts}
      {usedCheckbox}
      <Labelled label={t('tool.gen.key')} problem={problem('key')}>
        {props => (
          <Input
            {...props}
            value={column.key}
            maxLength={40}
            spellCheck={false}
            onChange={event => onChange({ key: event.target.value })}
          />
        )}
      </Labelled>
      <Labelled label={t('tool.gen.kind')} problem={problem('kind')}>
        {props => (
          <Select
            {...props}
            value={column.kind}
            options={column.kinds.map(value => ({ value, label: t(`tool.gen.kind.${value}`) }))}
            onChange={kind => onChange(withKind(column, kind))}
          />
        )}
      </Labelled>
      <Labelled label={t('tool.gen.search')} problem={problem('search')}>
        {props => (
          <Select
            {...props}
            value={column.search}
            options={genSearchesOf(column.kind).map(value => ({ value, label: t(`tool.gen.search.${value}`) }))}
            onChange={search => onChange({ search })}
          />
        )}
      </Labelled>
      <EachLanguage
        label={t('tool.gen.labels')}
        value={column.labels}
        max={100}
        problem={language => problem(`labels.${language}`)}
        onChange={labels => onChange({ labels })}
      />
      <KindFields column={column} problem={problem} onChange={onChange} />
      <div className="tm-gen-wide tm-gen-checks">
        {(['required', 'inList', 'inForm', 'sortable', 'unique', 'inLanguages'] as const)
          .filter(name => appliesTo(column, name))
          .map(name => (
            <Checkbox
              key={name}
              checked={column[name] === true}
              onChange={({ target }) => onChange({ [name]: target.checked })}
            >
              {t(`tool.gen.${name}`)}
            </Checkbox>
          ))}
      </div>
      {(['required', 'unique', 'sortable', 'inLanguages', 'used'] as const).map(name => {
        const message = problem(name)
        return (
          message && (
            <span key={name} className="tm-gen-wide tm-labelled-problem">
              {message}
            </span>
          )
        )
      })}
    </div>
  )
}

/** Whether the checkbox applies to a field of this kind. */
function appliesTo(
  column: GenColumn,
  name: 'required' | 'inList' | 'inForm' | 'sortable' | 'unique' | 'inLanguages',
): boolean {
  if (name === 'sortable') return genSortable.includes(column.kind)
  if (name === 'unique') return column.kind === 'text' && !column.inLanguages
  if (name === 'inLanguages') return column.kind === 'text' && !column.format && !column.unique
  return true
}

/** The column with another kind of value: properties that the new kind does not have are dropped. */
function withKind(column: GenColumn, kind: GenKind): Partial<GenColumn> {
  return {
    kind,
    search: genSearchesOf(kind).includes(column.search) ? column.search : 'none',
    sortable: column.sortable && genSortable.includes(kind),
    unique: column.unique && kind === 'text',
    inLanguages: column.inLanguages && kind === 'text',
    format: kind === 'text' ? column.format : undefined,
    ...((kind === 'text' || kind === 'richText') && column.max === undefined ? { max: 200 } : {}),
    ...(kind === 'ref' && !column.key.endsWith('Id') ? { key: `${column.key}Id`.slice(0, 40) } : {}),
  }
}

function KindFields({ column, problem, onChange }: ColumnProps) {
  const t = useT()
  const number = (name: 'max' | 'min' | 'scale', label: string) => (
    <WholeNumber
      label={label}
      value={column[name]}
      problem={problem(name)}
      onChange={value => onChange({ [name]: value })}
    />
  )
  switch (column.kind) {
    case 'text':
      return (
        <>
          {number('max', t('tool.gen.maxLength'))}
          {!column.inLanguages && (
            <Labelled label={t('tool.gen.format')} problem={problem('format')}>
              {props => (
                <Select<(typeof genFormats)[number] | 'none'>
                  {...props}
                  value={column.format ?? 'none'}
                  options={(['none', ...genFormats] as const).map(value => ({
                    value,
                    label: t(`tool.gen.format.${value}`),
                  }))}
                  onChange={(format: (typeof genFormats)[number] | 'none') =>
                    onChange({ format: format === 'none' ? undefined : format })
                  }
                />
              )}
            </Labelled>
          )}
        </>
      )
    case 'richText':
      return number('max', t('tool.gen.maxLength'))
    case 'integer':
      return (
        <>
          {number('min', t('tool.gen.min'))}
          {number('max', t('tool.gen.max'))}
        </>
      )
    case 'decimal':
      return (
        <>
          {number('min', t('tool.gen.min'))}
          {number('max', t('tool.gen.max'))}
          {number('scale', t('tool.gen.scale'))}
        </>
      )
    case 'dict':
      return <DictionaryChoice value={column.dict} problem={problem('dict')} onChange={dict => onChange({ dict })} />
    case 'ref':
      return (
        <Labelled label={t('tool.gen.ofEntity')} problem={problem('entity')}>
          {props => (
            <Select
              {...props}
              value={column.entity}
              placeholder={t('common.choose')}
              options={genTargets.map(one => ({ value: keyOf(one), label: t.from(phraseOf(one)) }))}
              onChange={entity => onChange({ entity })}
            />
          )}
        </Labelled>
      )
    case 'choice':
      return <Options options={column.options ?? []} problem={problem} onChange={options => onChange({ options })} />
    default:
      return null
  }
}
