import { Empty } from 'antd'
import { useMemo } from 'react'
import { MenuIcon } from '../theme/icons.tsx'
import { homePath, leaves, type MenuNode, menuTitle } from './menu.ts'
import { NodeLink } from './menu-link.tsx'
import { recentPaths } from '../search/recent.ts'
import { useT } from '../texts.tsx'
import { useReachableScreens } from '../search/use-reachable-screens.ts'

/** Home of users without statistics: shortcuts into the menu, the recently used ones first. */
export function HomeScreen() {
  const t = useT()
  const { menu } = useReachableScreens()
  const all = useMemo(() => leaves(menu.nodes).filter(({ node }) => node.path !== homePath), [menu])
  const recent = useMemo(() => recentPaths().flatMap(path => all.find(({ node }) => node.path === path) ?? []), [all])
  // Recently used entries have a shortcut already.
  const others = all.filter(({ node }) => !recent.some(({ node: { path } }) => path === node.path))
  if (all.length === 0) return <Empty className="home-empty" description={t('shell.home.empty')} />
  return (
    <div className="home-ways">
      {recent.length > 0 ? <Shortcuts title={t('shell.home.recent')} nodes={recent.map(({ node }) => node)} /> : null}
      {others.length > 0 ? (
        <Shortcuts title={t('shell.home.shortcuts')} nodes={others.map(({ node }) => node)} />
      ) : null}
    </div>
  )
}

function Shortcuts({ title, nodes }: { title: string; nodes: readonly MenuNode[] }) {
  const t = useT()
  return (
    <section>
      <h2>{title}</h2>
      <ul>
        {nodes.map(node => (
          <li key={node.path}>
            <NodeLink node={node}>
              <MenuIcon name={node.icon ?? 'file-text'} />
              <span>{menuTitle(t, node.title)}</span>
            </NodeLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
