import { CloseOutlined, EnterOutlined, ExportOutlined, LoadingOutlined, SearchOutlined } from '@ant-design/icons'
import { Button, Empty, Input, type InputRef, Modal } from 'antd'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { leaves, menuTitle } from '../../shell/frame/menu.ts'
import { useSession, useT } from '../../shell/index.ts'
import { openOutside } from '../../shell/safe-link.ts'
import { createMenuSearch } from '../../shell/search/menu-search.ts'
import { recentPaths } from '../../shell/search/recent.ts'
import { useReachableScreens } from '../../shell/search/use-reachable-screens.ts'
import { useMobile } from '../../shell/theme/device.ts'
import { MenuIcon } from '../../shell/theme/icons.tsx'
import { CodeCard } from './code-card.tsx'
import { CodeNotice } from './code-notice.tsx'
import { codeAddress, foundGroups, type Option, type OptionGroup, recentGroups } from './options.ts'
import { recentFinds, storeFind } from './recent-finds.ts'
import { useSearch } from './use-search.ts'
import './search.css'

/** The one search: screens, codes in whatever surrounds them, and records; usable by keyboard alone and by a hand scanner. */
export default function SearchDialog({ close }: { close: () => void }) {
  const t = useT()
  const navigate = useNavigate()
  const id = useId()
  const { can } = useSession()
  const { menu } = useReachableScreens()
  const mobile = useMobile()
  const input = useRef<InputRef>(null)
  const [open, setOpen] = useState(true)
  const [text, setText] = useState('')
  /** Key of the option that somebody has moved to: it stays theirs when more is found. */
  const [marked, setMarked] = useState<{ key: string; byKeyboard: boolean }>()
  /** The text for which Enter was pressed before its answer was there. */
  const [entered, setEntered] = useState<string>()
  const { answer, failed, waiting, askNow, retry } = useSearch(text)

  const entries = useMemo(
    () =>
      leaves(menu.nodes).map(({ node, titles }) => ({
        node,
        path: node.path,
        title: titles.map(title => menuTitle(t, title)),
      })),
    [menu, t],
  )
  const searchMenu = useMemo(() => createMenuSearch(entries), [entries])
  const typed = text.trim()
  const card = answer?.code?.is === 'known' ? answer.code.card : undefined
  const groups = useMemo(
    () =>
      typed === ''
        ? recentGroups(
            t,
            menu,
            recentFinds(),
            recentPaths().flatMap(path => entries.find(entry => entry.path === path) ?? []),
          )
        : // An address that was pasted resembles many names.
          foundGroups(
            t,
            menu,
            typed,
            typed.length > 60 ? [] : searchMenu(typed),
            { code: card, groups: answer?.groups ?? [] },
            can,
          ),
    [typed, t, menu, entries, searchMenu, answer, card, can],
  )
  const options = groups.flatMap(group => group.options)
  const chosenAt = Math.max(
    0,
    options.findIndex(({ key }) => key === marked?.key),
  )
  const chosen = options[chosenAt]

  const go = (to: string, state?: object) => {
    if (card) storeFind({ list: 'code', id: card.code, name: card.printed ?? card.code })
    setOpen(false)
    navigate(to, state && { state })
  }
  const choose = (option: Option | undefined) => {
    if (!option) return
    if (option.find) storeFind(option.find)
    setOpen(false)
    if (option.external) openOutside(option.to)
    else navigate(option.to)
  }

  useEffect(() => {
    if (chosen) document.getElementById(`${id}-${chosen.key}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, chosen])

  // Enter came before the answer: a code shows its card and gives place to the next scan, anything else opens.
  useEffect(() => {
    if (entered === undefined || waiting) return
    setEntered(undefined)
    if (entered !== text) return
    if (answer?.code) input.current?.select()
    else choose(options[0])
  })

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && options.length > 0) {
      event.preventDefault()
      setMarked({ key: options[(chosenAt + step + options.length) % options.length]!.key, byKeyboard: true })
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      // A pointer that rests on the list chooses nothing: a hand scanner sends Enter too.
      if (waiting && !(marked?.byKeyboard && chosen?.key === marked.key)) {
        setEntered(text)
        askNow()
      } else choose(chosen)
    }
  }

  const status =
    typed === ''
      ? ''
      : waiting && options.length === 0
        ? t('search.waiting')
        : t('shell.search.count', { n: options.filter(({ all }) => !all).length })

  return (
    <Modal
      open={open}
      onCancel={() => setOpen(false)}
      afterClose={close}
      afterOpenChange={isOpen => isOpen && input.current?.focus()}
      footer={null}
      closable={false}
      width={mobile ? '100%' : 680}
      className={mobile ? 'header-search full' : 'header-search'}
      style={mobile ? { top: 0, maxWidth: '100%', margin: 0, padding: 0 } : { top: '10vh' }}
      title={<span className="unseen">{t('search.open')}</span>}
    >
      <div className="search-head">
        <Input
          ref={input}
          variant="borderless"
          size="large"
          prefix={waiting ? <LoadingOutlined /> : <SearchOutlined />}
          placeholder={t('search.placeholder')}
          aria-label={t('search.placeholder')}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={options.length > 0}
          aria-controls={options.length > 0 ? `${id}-list` : undefined}
          aria-activedescendant={chosen && `${id}-${chosen.key}`}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={event => {
            setText(event.target.value)
            setMarked(undefined)
          }}
          onKeyDown={onKeyDown}
        />
        <Button
          type="text"
          className="search-close"
          icon={<CloseOutlined />}
          aria-label={t('action.close')}
          onClick={() => setOpen(false)}
        />
      </div>
      <p className="unseen" role="status">
        {status}
      </p>
      <div className="search-found">
        {typed !== '' && answer?.code && answer.code.is !== 'known' && (
          <CodeNotice found={answer.code} isAlone={options.length === 0} />
        )}
        {card && typed !== '' && <CodeCard card={card} address={codeAddress(menu, card.code)} go={go} />}
        {failed && (
          <p className="search-note">
            {t('search.failed')}{' '}
            <button type="button" className="tm-link" onClick={() => void retry()}>
              {t('action.retry')}
            </button>
          </p>
        )}
        {options.length > 0 && (
          <FoundOptions
            id={id}
            groups={groups}
            chosen={chosen}
            onMark={key => setMarked({ key, byKeyboard: false })}
            onChoose={choose}
          />
        )}
        {typed !== '' && !waiting && !failed && options.length === 0 && !answer?.code && (
          <Empty
            image={Empty.PRESENTED_IMAGE_SIMPLE}
            description={[...typed].length < 2 ? t('search.tooShort') : t('search.empty')}
          />
        )}
        {typed === '' && options.length === 0 && <p className="search-note">{t('search.hint')}</p>}
      </div>
      <p className="search-keys" aria-hidden="true">
        <kbd>↑</kbd> <kbd>↓</kbd> {t('shell.search.choose')} <kbd>↵</kbd> {t('shell.search.openKey')} <kbd>Esc</kbd>{' '}
        {t('action.close')}
      </p>
    </Modal>
  )
}

interface FoundProps {
  /** Prefix of the ids of list and options. */
  id: string
  groups: readonly OptionGroup[]
  chosen: Option | undefined
  onMark: (key: string) => void
  onChoose: (option: Option) => void
}

function FoundOptions({ id, groups, chosen, onMark, onChoose }: FoundProps) {
  const t = useT()
  return (
    <div id={`${id}-list`} role="listbox" aria-label={t('search.open')} className="search-results">
      {groups.map(group => (
        <div key={group.key} role="group" aria-labelledby={`${id}-of-${group.key}`}>
          <h2 id={`${id}-of-${group.key}`} role="presentation">
            {group.title}
          </h2>
          {group.options.map(option => (
            <div
              key={option.key}
              id={`${id}-${option.key}`}
              role="option"
              tabIndex={-1}
              aria-selected={option === chosen}
              className={option.all ? 'search-all' : undefined}
              onMouseMove={() => onMark(option.key)}
              onClick={() => onChoose(option)}
            >
              <span className="search-icon">
                <MenuIcon name={option.icon} />
              </span>
              <span className="search-text">
                <span>{option.name}</span>
                {option.detail && <small>{option.detail}</small>}
              </span>
              {option.external ? (
                <ExportOutlined title={t('shell.search.external')} />
              ) : option === chosen ? (
                <EnterOutlined />
              ) : null}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
