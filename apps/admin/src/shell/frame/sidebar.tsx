import { Menu, type MenuProps } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { MenuIcon } from '../theme/icons.tsx'
import { Logo } from './logo.tsx'
import { homePath, type MenuNode, menuTitle, pathTo } from './menu.ts'
import { useLayout } from '../theme/settings.ts'
import { useT } from '../texts.tsx'
import { NodeLink } from './menu-link.tsx'

interface SidebarProps {
  nodes: readonly MenuNode[]
  /** Path of the entry to mark. */
  active: string
  folded: boolean
}

type Item = NonNullable<MenuProps['items']>[number]

/** Logo, name and menu. */
export function Sidebar({ nodes, active, folded }: SidebarProps) {
  const t = useT()
  const { sidebarLogo } = useLayout()
  const trail = useMemo(() => pathTo(nodes, active).map(node => node.path), [nodes, active])
  const [open, setOpen] = useState<string[]>(trail)
  const roots = useMemo(() => new Set(nodes.map(node => node.path)), [nodes])

  useEffect(() => {
    const groups = trail.slice(0, -1)
    if (groups.length > 0) setOpen(now => (groups.every(path => now.includes(path)) ? now : groups))
  }, [trail])

  const items = useMemo(() => {
    const itemOf = (node: MenuNode): Item => {
      const title = menuTitle(t, node.title)
      const icon = node.icon ? <MenuIcon name={node.icon} /> : undefined
      if (node.children.length > 0) return { key: node.path, icon, label: title, children: node.children.map(itemOf) }
      return { key: node.path, icon, label: <NodeLink node={node}>{title}</NodeLink>, title }
    }
    return nodes.map(itemOf)
  }, [nodes, t])

  /** Only one group of the first level is open at a time. */
  const changeOpen = (paths: string[]) => {
    const opened = paths.find(path => !open.includes(path))
    setOpen(opened && roots.has(opened) ? [opened] : paths)
  }

  return (
    <>
      {sidebarLogo ? (
        <Link to={homePath} className="brand" title={t('app.title')}>
          <Logo size={30} />
          <span className="brand-name">{t('app.title')}</span>
        </Link>
      ) : null}
      <nav className="side-menu" aria-label={t('shell.nav.main')}>
        <Menu
          mode="inline"
          inlineCollapsed={folded}
          inlineIndent={18}
          items={items}
          selectedKeys={[active]}
          {...(folded ? {} : { openKeys: open, onOpenChange: changeOpen })}
        />
      </nav>
    </>
  )
}
