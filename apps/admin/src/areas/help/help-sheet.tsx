import { ArrowRightOutlined, BookOutlined, FlagOutlined } from '@ant-design/icons'
import { Button, Drawer } from 'antd'
import { useId, useMemo, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { openHelp } from '../../shell/frame/help-state.ts'
import { homePath, menuTitle } from '../../shell/frame/menu.ts'
import { useT } from '../../shell/index.ts'
import { type HelpProps, staticRoutes } from '../../shell/registry.ts'
import type { ReachableScreens } from '../../shell/search/reachable-screens.ts'
import { useReachableScreens } from '../../shell/search/use-reachable-screens.ts'
import { HelpSteps, HelpWords } from './help-parts.tsx'
import { helpOn, type ScreenHelp } from './screen-help.ts'
import './help.css'

/** What the open screen is for, three steps, its words, and where the work goes on. */
export default function HelpSheet({ screen, close }: HelpProps) {
  const t = useT()
  const navigate = useNavigate()
  const [open, setOpen] = useState(true)
  const help = helpOn(screen?.screen)
  const title = screen ? menuTitle(t, screen.title) : t('shell.help.open')
  return (
    <Drawer
      open={open}
      size={400}
      className="help-sheet"
      title={
        <>
          {screen ? <div className="help-about">{t('shell.help.open')} </div> : null}
          {title}
        </>
      }
      onClose={() => setOpen(false)}
      afterOpenChange={isOpen => !isOpen && close()}
    >
      {help ? <HelpText help={help} leave={() => setOpen(false)} /> : <p>{t('help.none')}</p>}
      <Button
        className="help-again"
        icon={<BookOutlined />}
        onClick={() => {
          setOpen(false)
          navigate('/handbook')
        }}
      >
        {t('menu.handbook')}
      </Button>
      <Button
        className="help-again"
        icon={<FlagOutlined />}
        onClick={() => {
          navigate(homePath)
          openHelp('tour')
        }}
      >
        {t('help.tour.again')}
      </Button>
      <p className="help-lists">{t('help.lists')}</p>
      <p className="help-keys">{t('help.keys')}</p>
    </Drawer>
  )
}

function HelpText({ help: { texts, words, next }, leave }: { help: ScreenHelp; leave: () => void }) {
  const t = useT()
  const id = useId()
  const screens = useReachableScreens()
  const links = useMemo(() => next.flatMap(screen => addressOf(screens, screen) ?? []), [screens, next])
  return (
    <>
      <p className="help-for">{t(`help.${texts}.for`)}</p>
      <section aria-labelledby={`${id}-steps`}>
        <h2 id={`${id}-steps`}>{t('help.steps')}</h2>
        <HelpSteps texts={texts} />
      </section>
      {words.length > 0 && (
        <section aria-labelledby={`${id}-words`}>
          <h2 id={`${id}-words`}>{t('help.words')}</h2>
          <HelpWords words={words} />
        </section>
      )}
      {links.length > 0 && (
        <nav aria-labelledby={`${id}-next`}>
          <h2 id={`${id}-next`}>{t('help.next')}</h2>
          <ul className="help-next">
            {links.map(({ path, title }) => (
              <li key={path}>
                <Link to={path} onClick={leave}>
                  <span>{menuTitle(t, title)}</span>
                  <ArrowRightOutlined />
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </>
  )
}

/** Where a screen is open to the person; undefined where it is not, and for screens of one record. */
function addressOf(screens: ReachableScreens, id: string): { path: string; title: string } | undefined {
  const listed = [...screens.menu.screens.values()].find(({ screen }) => screen === id)
  const target = listed ?? staticRoutes().find(({ screen, path }) => screen === id && screens.find(path) === 'open')
  return target && { path: target.path, title: target.title }
}
