import { Button, Checkbox, Empty, Tree } from 'antd'
import { useMemo, useState } from 'react'
import { useT, Waiting } from '../../../shell/index.ts'
import { setAll, ticksOf, toggleNode } from './check-tree.ts'
import { branchesOf, type LabelNode } from './label-tree.ts'

/** Granted ids, and whether parents and children are ticked together. */
export interface Granted {
  ids: readonly number[]
  linked: boolean
}

interface CheckTreeProps {
  id?: string
  value?: Granted
  onChange?: (value: Granted) => void
  /** Undefined while loading. */
  nodes: readonly LabelNode[] | undefined
  label: string
  /** Shown without the controls that change it. */
  readOnly?: boolean
  /** Whether the branches are open at first. */
  expanded?: boolean
}

interface Node {
  key: number
  title: string
  menuType?: string
  /** Shown, but cannot be ticked. */
  disableCheckbox: boolean
  children: Node[]
}

const toNodes = (nodes: readonly LabelNode[], closed: boolean): Node[] =>
  nodes.map(({ id, label, menuType, children }) => ({
    key: id,
    title: label,
    menuType,
    disableCheckbox: closed,
    children: toNodes(children ?? [], closed),
  }))

const noneGranted: Granted = { ids: [], linked: true }

/** A tree of checkboxes: expand and fold, tick all or none, parents linked with children or not. */
export function CheckTree({ id, value = noneGranted, onChange, nodes, label, readOnly, expanded }: CheckTreeProps) {
  const t = useT()
  const branches = useMemo(() => branchesOf(nodes ?? []), [nodes])
  const [opened, setOpened] = useState<readonly number[]>()
  const open = opened ?? (expanded ? branches : [])
  const granted = useMemo(() => new Set(value.ids), [value.ids])
  const ticks = useMemo(() => ticksOf(nodes ?? [], granted, value.linked), [nodes, granted, value.linked])
  if (!nodes) return <Waiting title={false} paragraph={{ rows: 5 }} />
  const change = (ids: Set<number>) => onChange?.({ ...value, ids: [...ids] })
  const isOpen = branches.length > 0 && branches.every(branch => open.includes(branch))
  const isFull = ticks.checked.length > 0 && ticks.half.length === 0 && nodes.every(({ id }) => granted.has(id))
  return (
    <div className="tm-check-tree" id={id}>
      <div className="tm-check-tree-tools">
        {branches.length > 0 && (
          <Button size="small" onClick={() => setOpened(isOpen ? [] : branches)}>
            {t(isOpen ? 'system.tree.foldAll' : 'system.tree.expandAll')}
          </Button>
        )}
        {!readOnly && (
          <>
            <Button size="small" onClick={() => change(setAll(nodes, granted, !isFull))}>
              {t(isFull ? 'system.tree.selectNone' : 'system.tree.selectAll')}
            </Button>
            <Checkbox
              checked={value.linked}
              onChange={({ target }) => onChange?.({ ...value, linked: target.checked })}
            >
              {t('system.tree.linked')}
            </Checkbox>
          </>
        )}
        <span className="tm-muted">{t('common.selected', { n: ticks.checked.length + ticks.half.length })}</span>
      </div>
      {nodes.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('common.empty')} />
      ) : (
        <Tree<Node>
          aria-label={label}
          className="tm-check-tree-nodes"
          checkable
          checkStrictly
          selectable={false}
          treeData={toNodes(nodes, readOnly === true)}
          titleRender={node => <span className={node.menuType === 'F' ? 'tm-muted' : undefined}>{node.title}</span>}
          expandedKeys={[...open]}
          checkedKeys={{ checked: ticks.checked, halfChecked: ticks.half }}
          onExpand={keys => setOpened(keys.map(Number))}
          onCheck={(_, { node }) => change(toggleNode(nodes, granted, Number(node.key), value.linked))}
        />
      )}
    </div>
  )
}
