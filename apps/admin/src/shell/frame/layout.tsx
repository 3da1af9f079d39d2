import { MenuFoldOutlined, MenuUnfoldOutlined } from '@ant-design/icons'
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { AvatarMenu } from './avatar-menu.tsx'
import { BackToTop } from './back-to-top.tsx'
import { Breadcrumb } from './breadcrumb.tsx'
import { useMobile } from '../theme/device.ts'
import { FilingNotice } from './filing-notice.tsx'
import { useRestoreFocus } from '../restore-focus.ts'
import {
  DarkTool,
  ErrorLogTool,
  FullScreenTool,
  HelpTool,
  LanguageTool,
  SearchTool,
  SizeTool,
  Tool,
} from './header-tools.tsx'
import { CachedScreens } from '../tags/cached-screens.tsx'
import { openHelp, useHelpState } from './help-state.ts'
import { homePath, menuTitle, pathTo, type Screen } from './menu.ts'
import type { ReachableScreens } from '../search/reachable-screens.ts'
import { storeRecent } from '../search/recent.ts'
import { NoticeBell } from '../notices/notice-bell.tsx'
import { useParameter } from '../parameter.ts'
import { applyDefaultSideTheme, setSidebar, useFrame, useLayout } from '../theme/settings.ts'
import { Sidebar } from './sidebar.tsx'
import { TagsBar } from '../tags/tags-bar.tsx'
import { setTags, startTags, useTags, visit } from '../tags/tags.ts'
import { useT } from '../texts.tsx'
import { TopMenu } from './top-menu.tsx'
import { useDocumentTitle } from './use-document-title.ts'
import { useHelpKey } from './use-help-key.ts'
import { loadHelp, loadSearch, loadTour } from '../registry.ts'
import { useReachableScreens } from '../search/use-reachable-screens.ts'
import { useSearchKeys } from '../search/use-search-keys.ts'

const SettingsDrawer = lazy(() => import('../theme/settings-drawer.tsx'))
const Search = lazy(loadSearch)
const Help = lazy(loadHelp)
const Tour = lazy(loadTour)

/** Keeps tags and recent screens in step with what is open. */
function useVisitedViews(screens: ReachableScreens, screen: Screen | undefined): void {
  const location = useLocation()
  useEffect(() => startTags(screens.menu.screens, path => screens.find(path) === 'open'), [screens])
  useEffect(() => {
    if (!screen) return
    setTags(visit(useTags.getState().tags, screen, location.pathname + location.search))
    if (screen.path !== homePath) storeRecent(screen.path)
  }, [screen, location])
}

/** Whether the menu drawer of a phone is open. Another screen, Escape and a change of the window's size close it. */
function useMenuDrawer(mobile: boolean) {
  const { pathname } = useLocation()
  const [open, setOpen] = useState(false)

  // A new screen starts at its top, and on a phone the menu makes room for it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change of screen that counts.
  useEffect(() => {
    scrollTo({ top: 0, behavior: 'instant' })
    setOpen(false)
  }, [pathname])

  // biome-ignore lint/correctness/useExhaustiveDependencies: crossing the breakpoint closes it, either way.
  useEffect(() => setOpen(false), [mobile])

  useEffect(() => {
    if (!open) return
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && setOpen(false)
    const onResize = () => setOpen(false)
    addEventListener('keydown', onKey)
    addEventListener('resize', onResize)
    return () => {
      removeEventListener('keydown', onKey)
      removeEventListener('resize', onResize)
    }
  }, [open])
  return [open, setOpen] as const
}

/** The frame around every screen: sidebar, header, tags, content, footer. */
export default function Layout() {
  const t = useT()
  const location = useLocation()
  const mobile = useMobile()
  const { topNav, tagsView, fixedHeader, sideTheme, showSettings, errorLog } = useLayout()
  const { open } = useFrame()
  const screens = useReachableScreens()
  const reachable = screens.at(location.pathname)
  const screen = reachable?.screen
  const [drawerOpen, setDrawerOpen] = useMenuDrawer(mobile)
  const [searching, setSearching] = useState(false)
  const help = useHelpState(state => state.open)
  const main = useRef<HTMLElement>(null)

  const active = screen?.activeMenu ?? screen?.path ?? ''
  const root = useMemo(() => pathTo(screens.menu.nodes, active)[0], [screens, active])
  const sideNodes = topNav && !mobile ? (root?.children ?? []) : screens.menu.nodes
  const hasSide = mobile || sideNodes.length > 0
  const title = screen ? menuTitle(t, screen.title) : ''

  const defaultTheme = useParameter('sys.index.sideTheme')
  useEffect(() => {
    if (defaultTheme) applyDefaultSideTheme(defaultTheme)
  }, [defaultTheme])

  useDocumentTitle(title)
  useSearchKeys(() => setSearching(true))
  useHelpKey(() => openHelp('sheet'))
  useRestoreFocus()

  useVisitedViews(screens, screen)

  const unfolded = mobile ? drawerOpen : open
  const toggle = () => (mobile ? setDrawerOpen(!drawerOpen) : setSidebar(!open))
  const frame = [
    'frame',
    mobile ? 'mobile' : 'desktop',
    unfolded ? 'unfolded' : 'folded',
    fixedHeader ? 'fixed-header' : '',
    hasSide ? '' : 'no-side',
  ]

  return (
    <div className={frame.filter(Boolean).join(' ')}>
      <button type="button" className="skip" onClick={() => main.current?.focus()}>
        {t('shell.skip')}
      </button>
      {hasSide ? (
        <aside className={`side ${sideTheme}`} inert={mobile && !drawerOpen}>
          <Sidebar nodes={sideNodes} active={active} folded={!mobile && !open} />
          {mobile ? null : <BackToTop />}
        </aside>
      ) : null}
      {mobile && drawerOpen ? (
        <button
          type="button"
          className="backdrop"
          aria-label={t('shell.nav.close')}
          onClick={() => setDrawerOpen(false)}
        />
      ) : null}
      <div className="body">
        <header className="header">
          <div className="navbar">
            {hasSide ? (
              <Tool
                label={t('shell.nav.toggle')}
                icon={unfolded ? <MenuFoldOutlined /> : <MenuUnfoldOutlined />}
                onClick={toggle}
                pressed={unfolded}
              />
            ) : null}
            {topNav && !mobile ? (
              <TopMenu nodes={screens.menu.nodes} active={root?.path} />
            ) : (
              <Breadcrumb screen={screen} />
            )}
            <HelpTool open={() => openHelp('sheet')} />
            <div className="tools">
              {errorLog ? <ErrorLogTool /> : null}
              <SearchTool small={mobile} open={() => setSearching(true)} />
              {mobile ? null : (
                <>
                  <FullScreenTool />
                  <SizeTool />
                  <DarkTool />
                  <LanguageTool />
                </>
              )}
              <NoticeBell />
              <AvatarMenu />
            </div>
          </div>
          {tagsView ? <TagsBar /> : null}
        </header>
        <main ref={main} id="content" className="content" tabIndex={-1}>
          <h1 className="unseen" aria-live="polite">
            {title}
          </h1>
          {reachable ? <CachedScreens reachable={reachable} /> : null}
        </main>
        <footer className="footer">
          {mobile || !hasSide ? <BackToTop /> : null}
          <FilingNotice />
        </footer>
      </div>
      {showSettings ? (
        <Suspense>
          <SettingsDrawer />
        </Suspense>
      ) : null}
      {help ? (
        <Suspense>{help === 'sheet' ? <Help screen={screen} close={() => openHelp(null)} /> : <Tour />}</Suspense>
      ) : null}
      {searching ? (
        <Suspense>
          <Search close={() => setSearching(false)} />
        </Suspense>
      ) : null}
    </div>
  )
}
