import { CheckOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Drawer, Empty, Input, Select, Table, type TableColumnsType } from 'antd'
import { useMemo, useState } from 'react'
import { LoadingOrFailure } from '../../../entity/list/list-states.tsx'
import { useNarrow } from '../../../entity/list/use-narrow.ts'
import { useTableKeys } from '../../../entity/list/use-table-keys.ts'
import { useClient, useT } from '../../../shell/index.ts'
import { useClearableInput } from '../../../entity/controls/use-clearable.tsx'
import { type Matrix, type MatrixRole, type MatrixRow, matrixRows } from './matrix-rows.ts'

/** Which role has which permission: every permission against every role. */
export function PermissionMatrix({ onClose }: { onClose: () => void }) {
  const t = useT()
  const client = useClient()
  const { data, error, refetch } = useQuery({
    queryKey: ['entity', 'system/role', 'matrix'],
    queryFn: ({ signal }) => client.call('GET /system/role/matrix', { signal }),
    staleTime: 0,
  })
  return (
    <Drawer
      open
      title={t('system.role.matrix')}
      aria-label={t('system.role.matrix')}
      size="100%"
      className="tm-drawer"
      onClose={onClose}
    >
      {data ? (
        <MatrixTable matrix={data} />
      ) : (
        <LoadingOrFailure error={error} onRetry={refetch} paragraph={{ rows: 12 }} />
      )}
    </Drawer>
  )
}

function MatrixTable({ matrix }: { matrix: Matrix }) {
  const t = useT()
  const clearableInput = useClearableInput()
  const narrow = useNarrow()
  const table = useTableKeys<HTMLDivElement>(t('system.role.matrix'))
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<number | undefined>(matrix.roles[0]?.roleId)
  const rows = useMemo(() => matrixRows(matrix, typed), [matrix, typed])
  // A phone shows one role at a time: ten columns of ticks would be unreadable there.
  const roles = narrow ? matrix.roles.filter(({ roleId }) => roleId === chosen) : matrix.roles
  if (matrix.roles.length === 0) return <Empty description={t('common.empty')} />
  const tick = (row: MatrixRow, { roleId, roleName }: MatrixRole) =>
    row.roles.has(roleId) ? (
      <CheckOutlined className="tm-matrix-yes" aria-label={t('system.role.matrixYes', { role: roleName })} />
    ) : (
      <span className="tm-muted" aria-hidden>
        ·
      </span>
    )
  const columns: TableColumnsType<MatrixRow> = [
    {
      key: 'label',
      title: t('system.role.matrixPermission'),
      fixed: narrow ? undefined : 'start',
      render: (_, row) => (
        <span style={{ paddingInlineStart: row.depth * (narrow ? 12 : 18) }}>
          <span className={row.menuType === 'F' ? undefined : 'tm-matrix-head'}>{row.label}</span>
          {row.perms && !narrow && <code className="tm-muted tm-matrix-perms">{row.perms}</code>}
        </span>
      ),
    },
    ...roles.map(one => ({
      key: String(one.roleId),
      title: (
        // On a phone the select above names the role.
        <span className={narrow ? 'tm-visually-hidden' : one.status === '1' ? 'tm-muted' : undefined}>
          {one.roleName}
          {one.status === '1' && ` (${t('system.role.disabled')})`}
        </span>
      ),
      align: 'center' as const,
      minWidth: narrow ? undefined : 96,
      width: narrow ? 64 : undefined,
      render: (_: unknown, row: MatrixRow) => tick(row, one),
    })),
  ]
  return (
    <>
      <div className="tm-matrix-tools">
        <Input
          allowClear={clearableInput}
          value={typed}
          placeholder={t('system.role.matrixFind')}
          aria-label={t('system.role.matrixFind')}
          onChange={event => setTyped(event.target.value)}
        />
        {narrow && (
          <Select
            aria-label={t('system.role')}
            value={chosen}
            options={matrix.roles.map(({ roleId, roleName }) => ({ value: roleId, label: roleName }))}
            onChange={setChosen}
          />
        )}
      </div>
      <div ref={table}>
        <Table<MatrixRow>
          size="small"
          rowKey="menuId"
          className={narrow ? 'tm-matrix' : 'tm-table tm-matrix'}
          columns={columns}
          dataSource={rows}
          pagination={false}
          sticky
          scroll={narrow ? undefined : { x: 'max-content' }}
          locale={{ emptyText: <Empty description={t('entity.nothingFound')} /> }}
        />
      </div>
    </>
  )
}
