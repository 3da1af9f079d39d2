import { Tour } from 'antd'
import { useMemo } from 'react'
import { openHelp, rememberTour } from '../../shell/frame/help-state.ts'
import { type MenuNode, menuTitle, pathTo } from '../../shell/frame/menu.ts'
import { useSession, useT } from '../../shell/index.ts'
import { useReachableScreens } from '../../shell/search/use-reachable-screens.ts'
import { useMobile } from '../../shell/theme/device.ts'
import { mainScreens, tourKind } from './tour-kind.ts'
import './help.css'

/** The first of these that can be seen; a stop without one stands in the middle of the page. */
function firstVisible(...selectors: string[]): HTMLElement {
  const visible = selectors
    .flatMap(selector => [...document.querySelectorAll<HTMLElement>(selector)])
    .find(element => {
      const { width, right, top } = element.getBoundingClientRect()
      return width > 0 && right > 0 && top < innerHeight
    })
  return visible ?? (null as unknown as HTMLElement)
}

/** Six stops for newcomers, about the work that they may do. */
export default function NewcomerTour() {
  const t = useT()
  const { user, permissions } = useSession()
  const { menu } = useReachableScreens()
  const mobile = useMobile()
  const kind = tourKind(user.userType, permissions)
  const main = useMemo(
    () => [...menu.screens.values()].find(({ screen }) => screen === mainScreens[kind]),
    [menu, kind],
  )
  const end = () => {
    rememberTour(user.userId)
    openHelp(null)
  }
  const entryOf = (path: string) =>
    // The group that holds the entry stands in for it while it is folded.
    [...pathTo(menu.nodes, path)]
      .reverse()
      .map(({ path }: MenuNode) => `.side-menu [data-menu-id$="-${CSS.escape(path)}"]`)
  const menuButton = '.mobile .navbar > .tool:first-child'
  return (
    <Tour
      open
      rootClassName="help-tour"
      onClose={end}
      onFinish={end}
      steps={[
        {
          title: t('help.tour.start'),
          description: t(`help.tour.${kind}.1`),
          target: () => firstVisible('.tm-waiting', '.tm-dashboard > header'),
        },
        {
          title: t('help.tour.menu'),
          description: t(`help.tour.${kind}.2`),
          target: () => firstVisible('.side-menu', '.top-menu', menuButton),
          placement: mobile ? undefined : 'right',
        },
        {
          title: main ? menuTitle(t, main.title) : t('help.tour.menu'),
          description: t(`help.tour.${kind}.3`),
          target: () => firstVisible(...(main ? entryOf(main.path) : []), menuButton),
          placement: mobile ? undefined : 'right',
        },
        {
          title: t('help.tour.search'),
          description: t('help.tour.search.is'),
          target: () => firstVisible('.search-field', '.tools > [aria-keyshortcuts^="Control+K"]'),
        },
        {
          title: t('help.tour.notices'),
          description: t('help.tour.notices.is'),
          target: () => firstVisible('.notices'),
        },
        {
          title: t('help.tour.help'),
          description: t('help.tour.help.is'),
          target: () => firstVisible('.help-tool'),
        },
      ]}
    />
  )
}
