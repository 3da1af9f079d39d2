import { useQuery } from '@tanstack/react-query'
import { Empty, Input, Tree } from 'antd'
import { useMemo, useState } from 'react'
import { LoadingOrFailure } from '../../../entity/list/list-states.tsx'
import { useClient, useT } from '../../../shell/index.ts'
import { filterTree, keysOf, type LabelNode } from '../tree/label-tree.ts'
import { useClearableInput } from '../../../entity/controls/use-clearable.tsx'

interface DeptTreeProps {
  /** Chosen department; undefined lists all. */
  value: string | undefined
  onChange: (deptId: string | undefined) => void
}

interface Node {
  key: number
  title: string
  muted: boolean
  children: Node[]
}

// A disabled department has users too, so it can be chosen here; it only looks muted.
const toNodes = (nodes: readonly LabelNode[]): Node[] =>
  nodes.map(({ id, label, disabled, children }) => ({
    key: id,
    title: label,
    muted: disabled === true,
    children: toNodes(children ?? []),
  }))

/** Departments next to the users: choosing one lists its users and those of the departments below it. */
export function DeptTree({ value, onChange }: DeptTreeProps) {
  const t = useT()
  const clearableInput = useClearableInput()
  const client = useClient()
  const [typed, setTyped] = useState('')
  const { data, error, refetch } = useQuery({
    queryKey: ['entity', 'system/dept', 'deptTree'],
    queryFn: ({ signal }) => client.call('GET /system/user/deptTree', { signal }),
  })
  const matches = useMemo(() => filterTree(data ?? [], typed), [data, typed])
  return (
    <aside className="tm-side-tree" aria-label={t('system.user.deptTree')}>
      <Input
        allowClear={clearableInput}
        placeholder={t('system.user.findDept')}
        aria-label={t('system.user.findDept')}
        value={typed}
        onChange={event => setTyped(event.target.value)}
      />
      {!data ? (
        <LoadingOrFailure error={error} onRetry={refetch} title={false} paragraph={{ rows: 6 }} />
      ) : matches.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('entity.nothingFound')} />
      ) : (
        <Tree<Node>
          // The key opens all branches of a filtered tree, so that the matches are visible.
          key={typed.trim() === '' ? 'all' : keysOf(matches).join()}
          treeData={toNodes(matches)}
          titleRender={node => <span className={node.muted ? 'tm-muted' : undefined}>{node.title}</span>}
          defaultExpandAll
          blockNode
          selectedKeys={value ? [Number(value)] : []}
          onSelect={([key]) => onChange(key === undefined ? undefined : String(key))}
        />
      )}
    </aside>
  )
}
