import { Link } from 'react-router'
import { homePath, menuTitle, type Screen } from './menu.ts'
import { useT } from '../texts.tsx'

/** The position of the open screen in the menu. A group has no page of its own and is not a link. */
export function Breadcrumb({ screen }: { screen: Screen | undefined }) {
  const t = useT()
  const crumbs =
    !screen || screen.path === homePath
      ? []
      : [...screen.trail, ...(screen.breadcrumb ? [{ title: screen.title }] : [])].filter(crumb => crumb.title)
  return (
    <nav className="crumbs" aria-label={t('shell.nav.crumbs')}>
      <ol>
        <li>
          {crumbs.length > 0 ? (
            <Link to={homePath}>{t('menu.home')}</Link>
          ) : (
            <span aria-current="page">{t('menu.home')}</span>
          )}
        </li>
        {crumbs.map((crumb, i) => (
          // A trail may have the same title twice; its position identifies it.
          // biome-ignore lint/suspicious/noArrayIndexKey: the trail of one screen never changes order.
          <li key={i}>
            {'path' in crumb && crumb.path ? (
              <Link to={crumb.path}>{menuTitle(t, crumb.title)}</Link>
            ) : (
              <span aria-current={i === crumbs.length - 1 ? 'page' : undefined}>{menuTitle(t, crumb.title)}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
