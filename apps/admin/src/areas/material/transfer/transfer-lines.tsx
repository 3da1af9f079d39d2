import { useQuery } from '@tanstack/react-query'
import { formatDateTime, formatNumber, queryKeys } from '@timbermark/client'
import { Descriptions, Modal, Table } from 'antd'
import { DictTag } from '../../../entity/values/dict-tag.tsx'
import { LoadingOrFailure } from '../../../entity/list/list-states.tsx'
import type { Row } from '../../../entity/types.ts'
import { useClient, useT } from '../../../shell/index.ts'

/** The lines of a transfer, and what was written about it. */
export function TransferLines({ row, onClose }: { row: Row; onClose: () => void }) {
  const t = useT()
  const client = useClient()
  const { data, error, refetch } = useQuery({
    queryKey: [...queryKeys.entity('material/transfer'), 'lines', row.id],
    queryFn: ({ signal }) => client.call('GET /material/transfer/:id/lines', { params: { id: row.id }, signal }),
  })
  const volume = (text: string) => formatNumber(Number(text), t.language, { maximumFractionDigits: 6 })
  const written = [
    { key: 'remark', label: t('material.transfer.remark'), children: data?.remark },
    { key: 'reason', label: t('material.transfer.reason'), children: data?.reason },
    {
      key: 'reversedAt',
      label: t('material.transfer.reversedAt'),
      children: data?.reversedAt && formatDateTime(data.reversedAt),
    },
  ].filter(({ children }) => children)
  return (
    <Modal
      open
      width={760}
      title={t('material.transfer.about', { batches: String(row.batches) })}
      footer={null}
      onCancel={onClose}
    >
      {data ? (
        <>
          {written.length > 0 && <Descriptions column={1} size="small" items={written} className="tm-form-problems" />}
          <Table
            size="small"
            pagination={false}
            scroll={{ x: 'max-content' }}
            rowKey={({ from, to, species, form }) => [from.id, to.id, species, form].join(' ')}
            dataSource={data.lines}
            columns={[
              { key: 'from', title: t('material.transfer.fromBatchId'), render: (_, { from }) => from.number },
              { key: 'to', title: t('material.transfer.toBatchId'), render: (_, { to }) => to.number },
              {
                key: 'species',
                title: t('material.transfer.species'),
                render: (_, { species }) => <DictTag type="tree_species" value={species} />,
              },
              {
                key: 'form',
                title: t('material.transfer.form'),
                render: (_, { form }) => t(`material.balance.form.${form}`),
              },
              {
                key: 'volume',
                title: `${t('material.transfer.volume')} (${t('unit.m3')})`,
                align: 'right',
                className: 'tm-number',
                render: (_, line) => volume(line.volume),
              },
            ]}
          />
        </>
      ) : (
        <LoadingOrFailure error={error} onRetry={refetch} paragraph={{ rows: 3 }} />
      )}
    </Modal>
  )
}
