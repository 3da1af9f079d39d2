import { formatNumber } from '@timbermark/client'
import type { StageKey } from '@timbermark/contract'
import { stageByKey, tableOf } from '@timbermark/contract/stages'
import { useApp } from '../app/context.ts'
import { formFields } from '../report/form-model.ts'
import { type LogRow, rowFields, tableVolume } from '../report/rows.ts'
import { AnswerList } from './values.tsx'

/** The logs of a submitted report, each with its values, and their total volume. */
export function RowsCard({ stage, rows }: { stage: StageKey; rows: readonly LogRow[] }) {
  const { t } = useApp()
  const table = tableOf(stage)
  if (!table) return null
  const fields = rowFields(table, formFields(stageByKey(stage)))
  const volume = tableVolume(table, rows, t.language)
  return (
    <section className="card">
      <h2>
        {t('h5.rows.title')} <span className="card-note">{t('h5.rows.count', { n: rows.length })}</span>
      </h2>
      {volume !== undefined && (
        <p className="rows-total">
          <span>{t('h5.rows.total')}</span>
          <strong>
            {formatNumber(volume, t.language)} {t('unit.m3')}
          </strong>
        </p>
      )}
      {rows.map((row, place) => (
        <details key={row.key} className="folded">
          <summary>
            <span>
              {place + 1}. <span className="code-text">{row.code}</span>
            </span>
          </summary>
          <AnswerList answers={fields.map(field => ({ ...field, label: undefined, value: row.values[field.key] }))} />
        </details>
      ))}
    </section>
  )
}
