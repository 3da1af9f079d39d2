import { TreeSelect } from 'antd'
import type { ControlProps } from '../../../entity/controls/control-props.ts'
import { useT } from '../../../shell/index.ts'
import { useMenuTree } from '../role/use-menu-tree.ts'
import type { LabelNode } from '../tree/label-tree.ts'
import { type MenuType, fitsBelow } from './menu-fields.ts'
import { searchNodes } from '../../../entity/controls/search-options.ts'

interface ParentControlProps extends ControlProps<number> {
  type: MenuType
  /** The menu being edited: it cannot be its own ancestor. */
  self: number | undefined
}

interface Node {
  value: number
  title: string
  disabled: boolean
  children: Node[]
}

/** The parent of a menu; nodes that cannot be its parent are shown, but disabled. */
export function ParentControl({ type, self, value, onChange, ...props }: ParentControlProps) {
  const t = useT()
  const { data, isLoading } = useMenuTree()
  const toNodes = (nodes: readonly LabelNode[], isBelowSelf: boolean): Node[] =>
    nodes
      .filter(node => node.menuType !== 'F')
      .map(node => {
        const isInside = isBelowSelf || node.id === self
        const fits = fitsBelow(type, node.menuType === 'C' ? 'C' : 'M')
        return {
          value: node.id,
          title: node.label,
          disabled: isInside || !fits,
          children: toNodes(node.children ?? [], isInside),
        }
      })
  const root: Node = {
    value: 0,
    title: t('system.menu.root'),
    disabled: !fitsBelow(type, 'root'),
    children: toNodes(data ?? [], false),
  }
  return (
    <TreeSelect
      {...props}
      className="tm-full"
      value={value ?? undefined}
      loading={isLoading}
      treeData={[root]}
      treeDefaultExpandedKeys={[0]}
      showSearch={searchNodes}
      placeholder={t('common.choose')}
      onChange={chosen => onChange?.(chosen ?? null)}
    />
  )
}
