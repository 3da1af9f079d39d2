import { useQuery } from '@tanstack/react-query'
import { Empty, Input, Skeleton, Tree } from 'antd'
import { useMemo, useState } from 'react'
import { LoadFailure } from '../../../entity/index.ts'
import { useClient, useT } from '../../../shell/index.ts'
import { filterTree, keysOf, type LabelNode } from '../tree/label-tree.ts'

interface DeptTreeProps {
  /** Chosen department; undefined lists all. */
  value: string | undefined
  onChange: (deptId: string | undefined) => void
}

/** Departments beside the users: choosing one lists its users and those of the departments below it. */
export function DeptTree({ value, onChange }: DeptTreeProps) {
  const t = useT()
  const client = useClient()
  const [typed, setTyped] = useState('')
  const { data, error, refetch } = useQuery<LabelNode[]>({
    queryKey: ['entity', 'system/dept', 'deptTree'],
    queryFn: ({ signal }) => client.get<LabelNode[]>('/system/user/deptTree', undefined, { signal }),
  })
  const shown = useMemo(() => filterTree(data ?? [], typed), [data, typed])
  return (
    <aside className="tm-side-tree" aria-label={t('system.user.deptTree')}>
      <Input.Search
        allowClear
        placeholder={t('system.user.findDept')}
        aria-label={t('system.user.findDept')}
        value={typed}
        onChange={event => setTyped(event.target.value)}
      />
      {error && !data ? (
        <LoadFailure error={error} onRetry={() => refetch()} />
      ) : !data ? (
        <Skeleton active title={false} paragraph={{ rows: 6 }} />
      ) : shown.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('entity.nothingFound')} />
      ) : (
        <Tree<LabelNode>
          // Filtered trees open anew, so that what was found is seen.
          key={typed === '' ? 'all' : keysOf(shown).join()}
          treeData={shown}
          fieldNames={{ key: 'id', title: 'label', children: 'children' }}
          titleRender={node => (node.disabled ? <span className="tm-muted">{node.label}</span> : node.label)}
          defaultExpandAll
          blockNode
          selectedKeys={value ? [Number(value)] : []}
          onSelect={([key]) => onChange(key === undefined ? undefined : String(key))}
        />
      )}
    </aside>
  )
}
