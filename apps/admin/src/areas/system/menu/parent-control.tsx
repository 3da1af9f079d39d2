import { TreeSelect } from 'antd'
import type { ControlProps } from '../../../entity/controls/control-props.ts'
import { useT } from '../../../shell/index.ts'
import { useMenuTree } from '../role/use-menu-tree.ts'
import type { LabelNode } from '../tree/label-tree.ts'
import { type MenuType, mayStandBelow } from './menu-fields.ts'

interface ParentControlProps extends ControlProps<number> {
  type: MenuType
  /** The menu being edited: it cannot stand below itself. */
  self: number | undefined
}

interface Node {
  value: number
  title: string
  disabled: boolean
  children: Node[]
}

/** Where a menu stands; what cannot hold it is shown, but closed. */
export function ParentControl({ type, self, value, onChange, ...props }: ParentControlProps) {
  const t = useT()
  const { data, isLoading } = useMenuTree()
  const asNodes = (nodes: readonly LabelNode[], below: boolean): Node[] =>
    nodes
      .filter(node => node.menuType !== 'F')
      .map(node => {
        const inside = below || node.id === self
        const fits = mayStandBelow(type, node.menuType === 'C' ? 'C' : 'M')
        return {
          value: node.id,
          title: node.label,
          disabled: inside || !fits,
          children: asNodes(node.children ?? [], inside),
        }
      })
  const root: Node = {
    value: 0,
    title: t('system.menu.root'),
    disabled: !mayStandBelow(type, 'root'),
    children: asNodes(data ?? [], false),
  }
  return (
    <TreeSelect
      {...props}
      className="tm-full"
      value={value ?? undefined}
      loading={isLoading}
      treeData={[root]}
      treeDefaultExpandedKeys={[0]}
      showSearch={{ treeNodeFilterProp: 'title' }}
      placeholder={t('common.choose')}
      onChange={chosen => onChange?.(chosen ?? null)}
    />
  )
}
