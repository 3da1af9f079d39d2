import { DownloadOutlined } from '@ant-design/icons'
import type { Listed } from '@timbermark/contract'
import { Button, Table } from 'antd'
import { useT } from '../../shell/index.ts'
import { fieldLabel } from '../labels.ts'
import { saveTable } from '../list/save-table.ts'
import { useNarrow } from '../list/use-narrow.ts'

/** One error in one row of the file; the message is in the user's language. */
export interface RowError {
  row: number
  column?: string
  message: string
  /** The value of the cell, and the right one, where an import answers them. */
  value?: string
  right?: string
}

/** The errors of a file by row, to be read, and to be saved for the person who corrects them. */
export function ImportProblems({ entity, errors, more }: { entity: Listed; errors: RowError[]; more?: boolean }) {
  const t = useT()
  const narrow = useNarrow()
  const columnOf = ({ column = '' }: RowError) => (column in entity.fields ? fieldLabel(t, entity, column) : column)
  const hasValues = errors.some(({ value, right }) => value !== undefined || right !== undefined)
  const message = ({ message: wrong, right }: RowError) => (
    <>
      {wrong}
      {right && <div className="tm-muted">{t('entity.importRightIs', { right })}</div>}
    </>
  )
  const columns = [
    { key: 'row', title: t('entity.importRow'), width: 70, render: (_: unknown, { row }: RowError) => row },
    {
      key: 'column',
      title: t('entity.importColumn'),
      width: hasValues ? 150 : undefined,
      render: (_: unknown, error: RowError) => columnOf(error),
    },
    ...(hasValues
      ? [
          {
            key: 'value',
            title: t('entity.importValue'),
            width: 200,
            className: 'tm-import-value',
            render: (_: unknown, { value = '' }: RowError) => value,
          },
        ]
      : []),
    { key: 'message', title: t('entity.importMessage'), render: (_: unknown, error: RowError) => message(error) },
  ]
  /** Phones have no room for columns. */
  const card = [
    {
      key: 'all',
      render: (_: unknown, error: RowError) => (
        <>
          <strong>
            {t('entity.importRow')} {error.row} · {columnOf(error)}
          </strong>
          {error.value && <div className="tm-import-value">{error.value}</div>}
          <div>{message(error)}</div>
        </>
      ),
    },
  ]
  const save = () =>
    saveTable(t.language, t('sheetName.importProblems'), [
      [
        t('entity.importRow'),
        t('entity.importColumn'),
        t('entity.importValue'),
        t('entity.importMessage'),
        t('entity.importRight'),
      ],
      ...errors.map(error => [error.row, columnOf(error), error.value ?? '', error.message, error.right ?? '']),
    ])
  return (
    <>
      {more && <p className="tm-muted">{t('entity.importMore')}</p>}
      <Table<RowError>
        size="small"
        className="tm-import-errors"
        rowKey={error => `${error.row} ${error.column} ${error.message}`}
        dataSource={errors}
        showHeader={!narrow}
        pagination={errors.length > 10 ? { pageSize: 10, showSizeChanger: false } : false}
        columns={narrow ? card : columns}
      />
      <Button className="tm-import-save" icon={<DownloadOutlined />} onClick={save}>
        {t('entity.importSave')}
      </Button>
    </>
  )
}
