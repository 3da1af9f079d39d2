import { formatDate, formatDateTime, formatNumber } from '@timbermark/client'
import { Table } from 'antd'
import { useNarrow } from '../list/use-narrow.ts'
import { useT } from '../../shell/index.ts'

/** The rows of a file as they will be stored. */
export interface TablePreview {
  columns: { title: string; kind: 'text' | 'number' | 'date' | 'datetime' }[]
  rows: { row: number; values: (string | number | null)[]; written: (string | null)[] }[]
}

type PreviewRow = TablePreview['rows'][number]

/** Shows the first rows of a file with the values that will be stored, before anything is. */
export function ImportPreview({ preview }: { preview: TablePreview }) {
  const t = useT()
  const narrow = useNarrow()
  function text(value: string | number | null, kind: TablePreview['columns'][number]['kind']): string {
    if (value === null) return ''
    if (kind === 'date') return formatDate(String(value))
    if (kind === 'datetime') return formatDateTime(String(value))
    const number = Number(value)
    // More digits than a number holds exactly are shown as they are.
    return kind === 'number' &&
      String(number) ===
        String(value)
          .replace(/(\.\d*?)0+$/, '$1')
          .replace(/\.$/, '')
      ? formatNumber(number, t.language)
      : String(value)
  }
  const cell = ({ values, written }: PreviewRow, place: number) => (
    <>
      <span translate="no">{text(values[place] ?? null, preview.columns[place]!.kind)}</span>
      {written[place] && <div className="tm-muted">{t('entity.importWritten', { text: written[place] })}</div>}
    </>
  )
  const columns = [
    { key: 'row', title: t('entity.importRow'), width: 70, render: (_: unknown, { row }: PreviewRow) => row },
    ...preview.columns.map(({ title }, place) => ({
      key: title,
      title,
      render: (_: unknown, row: PreviewRow) => cell(row, place),
    })),
  ]
  /** Phones have no room for columns. */
  const card = [
    {
      key: 'all',
      render: (_: unknown, row: PreviewRow) => (
        <dl className="tm-import-card">
          <dt>{t('entity.importRow')}</dt>
          <dd>{row.row}</dd>
          {preview.columns.map(({ title }, place) =>
            row.values[place] === null ? null : (
              <div key={title}>
                <dt>{title}</dt>
                <dd>{cell(row, place)}</dd>
              </div>
            ),
          )}
        </dl>
      ),
    },
  ]
  return (
    <section className="tm-import-preview" aria-label={t('entity.importPreview')}>
      <h3>{t('entity.importPreview')}</h3>
      <p className="tm-muted">{t('entity.importPreviewHint')}</p>
      <Table<PreviewRow>
        size="small"
        rowKey="row"
        dataSource={preview.rows}
        showHeader={!narrow}
        scroll={narrow ? undefined : { x: 'max-content' }}
        pagination={preview.rows.length > 5 ? { pageSize: 5, showSizeChanger: false } : false}
        columns={narrow ? card : columns}
      />
    </section>
  )
}
