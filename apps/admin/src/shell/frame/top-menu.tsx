import { DownOutlined } from '@ant-design/icons'
import { Dropdown } from 'antd'
import { topMenuCount, useWidth } from '../theme/device.ts'
import { MenuIcon } from '../theme/icons.tsx'
import { type MenuNode, menuTitle } from './menu.ts'
import { NodeLink } from './menu-link.tsx'
import { useT } from '../texts.tsx'

interface TopMenuProps {
  nodes: readonly MenuNode[]
  /** Path of the first-level entry of the open screen. */
  active: string | undefined
}

/** The screen that a first-level entry opens: itself, or its first screen inside of the product. */
function entryScreen(node: MenuNode): MenuNode {
  const first = node.children.find(child => !child.external) ?? node.children[0]
  return first ? { ...entryScreen(first), title: node.title, icon: node.icon } : node
}

/** The first level of the menu in the header; what does not fit is under "More menus". */
export function TopMenu({ nodes, active }: TopMenuProps) {
  const t = useT()
  const count = topMenuCount(useWidth())
  const visible = nodes.slice(0, count)
  const rest = nodes.slice(count)
  return (
    <nav className="top-menu" aria-label={t('shell.nav.top')}>
      <ul>
        {visible.map(node => (
          <li key={node.path} className={node.path === active ? 'active' : undefined}>
            <NodeLink node={entryScreen(node)}>
              <MenuIcon name={node.icon} />
              <span title={menuTitle(t, node.title)}>{menuTitle(t, node.title)}</span>
            </NodeLink>
          </li>
        ))}
        {rest.length > 0 ? (
          <li className={rest.some(node => node.path === active) ? 'active' : undefined}>
            <Dropdown
              // Not on hover: a click after it would close the menu again.
              trigger={['click']}
              menu={{
                selectedKeys: active ? [active] : [],
                items: rest.map(node => ({
                  key: node.path,
                  icon: node.icon ? <MenuIcon name={node.icon} /> : undefined,
                  label: <NodeLink node={entryScreen(node)}>{menuTitle(t, node.title)}</NodeLink>,
                })),
              }}
            >
              <button type="button">
                {t('shell.nav.more')} <DownOutlined />
              </button>
            </Dropdown>
          </li>
        ) : null}
      </ul>
    </nav>
  )
}
