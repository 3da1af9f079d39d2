import { useQuery } from '@tanstack/react-query'
import { Input, TreeSelect } from 'antd'
import type { ControlProps } from '../../entity/controls/control-props.ts'
import type { deptView, RowOf } from '@timbermark/contract'
import { toTree } from '../../entity/tree.ts'
import { useClient, useT } from '../../shell/index.ts'
import type { RowNode } from './tree/visible-nodes.ts'
import { searchNodes } from '../../entity/controls/search-options.ts'

interface Node {
  value: number
  title: string
  disabled: boolean
  children: Node[]
}

type Dept = RowOf<typeof deptView>

const toNodes = (rows: readonly RowNode<Dept>[]): Node[] =>
  rows.map(row => ({
    value: row.id,
    title: row.deptName,
    // A disabled department takes no new departments.
    disabled: row.status === '1',
    children: toNodes(row.children ?? []),
  }))

/** The parent department; a department cannot be below itself or its descendants. */
export function ParentDept({ self, value, onChange, ...props }: ControlProps<number> & { self: number | undefined }) {
  const t = useT()
  const client = useClient()
  const isRoot = value === 0
  const path = self === undefined ? '/system/dept/list' : `/system/dept/list/exclude/${self}`
  const { data, isLoading } = useQuery({
    queryKey: ['entity', 'system/dept', 'parents', self ?? 0],
    queryFn: ({ signal }) => client.list<Dept>(path, undefined, { signal }),
    enabled: !isRoot,
  })
  if (isRoot) return <Input {...props} value={t('system.dept.root')} disabled />
  return (
    <TreeSelect
      {...props}
      className="tm-full"
      value={value ?? undefined}
      loading={isLoading}
      treeDefaultExpandAll
      key={data ? 'read' : 'reading'}
      treeData={toNodes(toTree(data?.rows ?? []))}
      showSearch={searchNodes}
      placeholder={t('common.choose')}
      onChange={chosen => onChange?.(chosen ?? null)}
    />
  )
}
