import { DownloadOutlined } from '@ant-design/icons'
import { formatNumber } from '@timbermark/client'
import { Button, Result, Space, Table } from 'antd'
import { useNavigate } from 'react-router'
import type { ImportAnswer } from '../../../entity/dialogs/use-import.ts'
import { saveTable } from '../../../entity/list/save-table.ts'
import { useNarrow } from '../../../entity/list/use-narrow.ts'
import { useSession, useT } from '../../../shell/index.ts'
import './code-import.css'

interface Packed {
  row: number
  parentCode: string
  packed: number
  repacked: number
}

export interface CodesImported extends ImportAnswer {
  codes: number
  /** How many of them were packed in something else before. */
  moved: number
  packings: Packed[]
}

/** The result of an import, packing by packing. */
export function ImportedCodes({ answer: { codes, packings } }: { answer: CodesImported }) {
  const t = useT()
  const narrow = useNarrow()
  const { can } = useSession()
  const navigate = useNavigate()
  const number = (n: number) => formatNumber(n, t.language)
  const columns = [
    { title: t('code.import.row'), value: ({ row }: Packed) => row },
    { title: t('code.import.parentCode'), value: ({ parentCode }: Packed) => parentCode },
    { title: t('code.import.packed'), value: ({ packed }: Packed) => packed },
    { title: t('code.import.moved'), value: ({ repacked }: Packed) => repacked },
  ]
  const cellText = (value: string | number) => (typeof value === 'number' ? number(value) : value)
  /** A phone has no room for columns. */
  const card = [
    {
      key: 'all',
      render: (_: unknown, one: Packed) => (
        <dl className="tm-imported-card">
          {columns.map(({ title, value }) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{cellText(value(one))}</dd>
            </div>
          ))}
        </dl>
      ),
    },
  ]
  const save = () =>
    saveTable(t.language, t('code.import.sheet'), [
      columns.map(({ title }) => title),
      ...packings.map(one => columns.map(({ value }) => value(one))),
    ])
  return (
    <>
      <Result
        status="success"
        title={t('code.import.done', { codes: number(codes), packings: number(packings.length) })}
        subTitle={t('code.import.doneHint')}
        className="tm-imported-codes"
        extra={
          <Space wrap className="tm-imported-buttons">
            {can('code:packing:list') && (
              <Button onClick={() => navigate('/code/packing')}>{t('code.import.packings')}</Button>
            )}
            <Button icon={<DownloadOutlined />} onClick={save}>
              {t('code.import.saveResult')}
            </Button>
          </Space>
        }
      />
      <Table<Packed>
        size="small"
        className="tm-import-errors"
        rowKey="row"
        dataSource={packings}
        pagination={packings.length > 10 ? { pageSize: 10, showSizeChanger: false } : false}
        showHeader={!narrow}
        columns={
          narrow
            ? card
            : columns.map(({ title, value }) => ({
                title,
                key: title,
                render: (_: unknown, row: Packed) => cellText(value(row)),
              }))
        }
      />
    </>
  )
}
