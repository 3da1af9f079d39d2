import { formatNumber } from '@timbermark/client'
import type { StageTable } from '@timbermark/contract/stages'
import { useId } from 'react'
import { useApp } from '../app/context.ts'
import { volumeHint } from '../app/texts.ts'
import { useCachedAnswer } from '../app/use-cached-answer.ts'
import { dictPath } from '../app/offline-calls.ts'
import { type FormField, plainNumber } from '../report/form-model.ts'
import { isUnread } from '../report/report.ts'
import type { DictEntry } from '../report/wire.ts'
import { type LogRow, ruleOf, setRowValue, volumeOf } from '../report/rows.ts'
import { Icon } from '../ui/icons.tsx'
import { CodeCheckText } from '../codes/code-check-text.tsx'
import { CodeInput } from '../codes/code-input.tsx'
import { ValueInput } from './inputs/field-input.tsx'
import { type ChangeValue, useForm } from './form-context.ts'

/** One log: a summary line, and its inputs when it is open. */
export function RowCard(props: {
  row: LogRow
  /** 1 is the first. */
  place: number
  table: StageTable
  fields: readonly FormField[]
  open: boolean
  /** No further row can be added. */
  full: boolean
  onToggle: () => void
  onChange: (part: (row: LogRow) => Partial<LogRow>, quiet?: boolean) => void
  /** Another row has this code. */
  isCodeUsed: (code: string) => boolean
  onCopy: () => void
  onRemove: () => void
}) {
  const { row, place, table, fields, open, full, onToggle, onChange, isCodeUsed, onCopy, onRemove } = props
  const { t, showToast } = useApp()
  const form = useForm()
  const id = useId()
  const at = (field: string) => `rows.${row.key}.values.${field}`
  const codeAt = `rows.${row.key}.code`
  const wrong =
    row.check.state === 'refused' ||
    form.problem(codeAt) !== undefined ||
    fields.some(field => form.problem(at(field.key)) !== undefined)
  const name = t('h5.rows.row', { n: place })
  const rule = ruleOf(table, form.content.values)

  function setCode(code: string) {
    if (code !== '' && isCodeUsed(code)) return showToast(t('h5.codes.duplicate', { code }), 'bad')
    onChange(() => ({ code, at: Date.now(), check: { state: 'unchecked' } }))
  }

  return (
    <li className={wrong ? 'log-row log-row-wrong' : 'log-row'} data-at={`rows.${row.key}`}>
      <button type="button" className="log-row-head" aria-expanded={open} aria-controls={id} onClick={onToggle}>
        <span className="log-row-place" aria-hidden="true">
          {place}
        </span>
        <span className="row-words">
          <span className="sr-only">{name} </span>
          <span className="code-text">{row.code || t('h5.rows.noCode')}</span>
          <RowFacts row={row} table={table} fields={fields} />
          {wrong && (
            <span className="code-check bad">
              <Icon name="bad" size={18} /> {t('h5.rows.wrong')}
            </span>
          )}
        </span>
        <Icon name="down" />
      </button>
      {open && (
        <div className="log-row-body" id={id}>
          <CodeInput
            frame={{ at: codeAt, label: t('h5.rows.code'), required: true, problem: form.problem(codeAt) }}
            value={row.code}
            onChange={setCode}
          />
          {row.code !== '' && <CodeCheckText check={row.check} />}
          <div className="log-row-fields">
            {fields.map(field => (
              <div key={field.key} className={isMeasure(field) ? 'log-measure' : 'log-wide'}>
                <RowValue
                  field={field}
                  row={row}
                  table={table}
                  at={at(field.key)}
                  change={(next, quiet) =>
                    onChange(({ values }) => {
                      const value = next(values[field.key])
                      return {
                        values: setRowValue(table, values, { key: field.key, value, language: t.language, rule }),
                      }
                    }, quiet)
                  }
                />
              </div>
            ))}
          </div>
          <div className="pair">
            <button type="button" className="button" disabled={full} onClick={onCopy}>
              {t('h5.rows.copy')}
            </button>
            <button
              type="button"
              className="button button-bad"
              aria-label={`${t('h5.rows.remove')}: ${name}`}
              onClick={onRemove}
            >
              {t('h5.rows.remove')}
            </button>
          </div>
        </div>
      )}
    </li>
  )
}

const isMeasure = (field: FormField) => field.type === 'number' || field.type === 'integer'

/** The input of a value; a volume that is computed from the other measures is only shown. */
function RowValue(props: { field: FormField; row: LogRow; table: StageTable; at: string; change: ChangeValue }) {
  const { field, row, table, at, change } = props
  const { t } = useApp()
  const form = useForm()
  const rule = ruleOf(table, form.content.values)
  const computedVolume = field.key === table.measure?.volume ? volumeOf(table, row.values, t.language, rule) : undefined
  if (computedVolume === undefined)
    return <ValueInput field={field} at={at} value={row.values[field.key]} change={change} goesOn={isMeasure(field)} />
  return (
    <div className="field" data-at={at}>
      <span className="field-label">
        {form.labelOf(field)} <span className="field-unit">({t('unit.m3')})</span>
      </span>
      <output className="made">{formatNumber(computedVolume, t.language)}</output>
      <p className="field-hint">{volumeHint(t, rule)}</p>
    </div>
  )
}

/** Number, species and sizes in one line. */
function RowFacts({ row, table, fields }: { row: LogRow; table: StageTable; fields: readonly FormField[] }) {
  const { t } = useApp()
  const species = fields.find(field => field.type === 'dict')
  const dict = useCachedAnswer<DictEntry[]>(species?.dict ? dictPath(species.dict) : null)
  const text = (key: string | undefined) => {
    const value = key === undefined ? undefined : row.values[key]
    return typeof value === 'string' ? value : ''
  }
  const chosen = text(species?.key)
  const number = (key: string | undefined) => {
    const value = key === undefined ? undefined : row.values[key]
    const plain = plainNumber(value, t.language)
    // Text that is not a number yet is shown as typed.
    return plain === undefined ? (isUnread(value) ? value.unread : text(key)) : formatNumber(plain, t.language)
  }
  const inputs = table.measure?.inputs
  const diameters = [inputs?.largeEnd, inputs?.middle, inputs?.smallEnd].filter(key =>
    fields.some(one => one.key === key),
  )
  const sizes = diameters.map(number).filter(Boolean).join(' / ')
  const length = number(inputs?.length)
  const volumeField = fields.find(field => field.unit === 'm3')
  const volume = number(volumeField?.key)
  const facts = [
    text(fields.find(field => field.key === 'logNumber')?.key),
    dict.data?.find(entry => entry.dictValue === chosen)?.dictLabel ?? chosen,
    sizes && `${sizes} ${t('unit.cm')}`,
    length && `${length} ${t('unit.m')}`,
    volume && `${volume} ${t('unit.m3')}`,
  ].filter(Boolean)
  return <span className="row-note">{facts.join(' · ') || t('h5.rows.empty')}</span>
}
