import { formatNumber } from '@timbermark/client'
import type { useT } from '../../../shell/index.ts'
import { Delta } from './delta.tsx'
import type { FigureColumn } from '../../../entity/values/figures-table.tsx'

export interface ComparedRow {
  scans: number
  scansBefore: number
  checks: number
  checksBefore: number
  wrongChecks: number
  wrongChecksBefore: number
}

/** Columns of counts with their change, and of the share of failed checks. */
export function comparedColumns<Row extends ComparedRow>(t: ReturnType<typeof useT>): FigureColumn<Row>[] {
  const count = (key: 'scans' | 'checks' | 'wrongChecks'): FigureColumn<Row> => ({
    key,
    title: t(`stats.report.${key}`),
    cell: row => (
      <>
        {formatNumber(row[key], t.language)}{' '}
        <Delta now={row[key]} before={row[`${key}Before`]} bad={key === 'wrongChecks'} />
      </>
    ),
  })
  return [
    count('scans'),
    count('checks'),
    count('wrongChecks'),
    {
      key: 'share',
      title: t('stats.report.share'),
      cell: row =>
        row.checks === 0
          ? '–'
          : formatNumber(row.wrongChecks / row.checks, t.language, { style: 'percent', maximumFractionDigits: 1 }),
    },
  ]
}
