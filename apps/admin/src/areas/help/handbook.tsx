import { PrinterOutlined } from '@ant-design/icons'
import { formatDate } from '@timbermark/client'
import { Button } from 'antd'
import { useId, useMemo } from 'react'
import { Link } from 'react-router'
import { menuTitle } from '../../shell/frame/menu.ts'
import { useSession, useT } from '../../shell/index.ts'
import { useReachableScreens } from '../../shell/search/use-reachable-screens.ts'
import { type Chapter, chaptersOf, wordsOf } from './handbook-chapters.ts'
import { HandbookPicture, usePictures } from './handbook-pictures.tsx'
import { HelpSteps, HelpWords } from './help-parts.tsx'
import './handbook.css'

/** The help on all screens that the person may open, in the order of the menu, to read and to print. */
export default function Handbook() {
  const t = useT()
  const id = useId()
  const { user } = useSession()
  const { menu } = useReachableScreens()
  const pictures = usePictures()
  // Who works with records hands the chapter about the phone to those who report them.
  const withPhone = [...menu.screens.values()].some(({ screen }) => screen === 'stage/record')
  const chapters = useMemo(() => chaptersOf(menu), [menu])
  const words = useMemo(() => {
    const compare = new Intl.Collator(t.locale).compare
    return wordsOf(chapters).sort((a, b) => compare(t(`help.word.${a}`), t(`help.word.${b}`)))
  }, [chapters, t])
  return (
    <article className="handbook">
      <header>
        <h1>{t('menu.handbook')}</h1>
        <p>
          {t('help.handbook.of', {
            name: user.nickName,
            enterprise: user.enterpriseName ?? '',
            date: formatDate(new Date()),
          })}
        </p>
        <p>{t('help.handbook.about')}</p>
        <Button icon={<PrinterOutlined />} onClick={() => window.print()}>
          {t('action.print')}
        </Button>
      </header>
      <Contents chapters={chapters} id={id} withPhone={withPhone} />
      {chapters.map(({ title, sections }, place) => (
        <section key={title} className="handbook-chapter" aria-labelledby={`${id}-${place}`}>
          <h2 id={`${id}-${place}`} tabIndex={-1}>
            {menuTitle(t, title)}
          </h2>
          {sections.map(({ path, title: screen, help }) => (
            <section key={path} className="handbook-screen">
              {screen !== title && (
                <h3>
                  <Link to={path}>{menuTitle(t, screen)}</Link>
                </h3>
              )}
              <p>{t(`help.${help.texts}.for`)}</p>
              <HelpSteps texts={help.texts} />
              <HandbookPicture name={help.texts} title={menuTitle(t, screen)} pictures={pictures} />
            </section>
          ))}
        </section>
      ))}
      {withPhone && (
        <section className="handbook-chapter" aria-labelledby={`${id}-phone`}>
          <h2 id={`${id}-phone`} tabIndex={-1}>
            {t('help.handbook.phone')}
          </h2>
          <p>{t('help.handbook.phone.about', { address: `${location.origin}/h5` })}</p>
          <ol className="help-steps">
            {([1, 2, 3, 4, 5] as const).map(step => (
              <li key={step}>{t(`help.handbook.phone.${step}`)}</li>
            ))}
          </ol>
          <div className="handbook-phones">
            {['phone-start', 'phone-report'].map(name => (
              <HandbookPicture key={name} name={name} title={t('help.handbook.phone')} pictures={pictures} />
            ))}
          </div>
        </section>
      )}
      {words.length > 0 && (
        <section className="handbook-chapter" aria-labelledby={`${id}-words`}>
          <h2 id={`${id}-words`} tabIndex={-1}>
            {t('help.words')}
          </h2>
          <HelpWords words={words} />
        </section>
      )}
    </article>
  )
}

interface ContentsProps {
  chapters: readonly Chapter[]
  id: string
  withPhone: boolean
}

/** Leads to the chapters; the last is that of the words. */
function Contents({ chapters, id, withPhone }: ContentsProps) {
  const t = useT()
  const show = (target: string) => {
    const heading = document.getElementById(target)
    heading?.scrollIntoView()
    heading?.focus({ preventScroll: true })
  }
  const entries = [
    ...chapters.map(({ title, sections }, place) => ({
      target: `${id}-${place}`,
      title: menuTitle(t, title),
      screens: sections
        .filter(section => section.title !== title)
        .map(section => menuTitle(t, section.title))
        .join(t('help.handbook.comma')),
    })),
    ...(withPhone ? [{ target: `${id}-phone`, title: t('help.handbook.phone'), screens: '' }] : []),
    { target: `${id}-words`, title: t('help.words'), screens: '' },
  ]
  return (
    <nav className="handbook-contents" aria-label={t('help.handbook.contents')}>
      <ol>
        {entries.map(({ target, title, screens }) => (
          <li key={target}>
            <button type="button" onClick={() => show(target)}>
              {title}
            </button>
            {screens && <span>{screens}</span>}
          </li>
        ))}
      </ol>
    </nav>
  )
}
