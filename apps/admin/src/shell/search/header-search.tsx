import { EnterOutlined, ExportOutlined, SearchOutlined } from '@ant-design/icons'
import { Empty, Input, type InputRef, Modal } from 'antd'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { MenuIcon } from '../theme/icons.tsx'
import { leaves, type MenuNode, menuTitle } from '../frame/menu.ts'
import { createMenuSearch } from './menu-search.ts'
import { addressOf } from '../frame/menu-link.tsx'
import { recentPaths } from './recent.ts'
import { openOutside } from '../safe-link.ts'
import { useT } from '../texts.tsx'

interface HeaderSearchProps {
  nodes: readonly MenuNode[]
  close: () => void
}

/** Finds a screen by title or path; usable by keyboard alone. */
export default function HeaderSearch({ nodes, close }: HeaderSearchProps) {
  const t = useT()
  const navigate = useNavigate()
  const id = useId()
  const input = useRef<InputRef>(null)
  const [open, setOpen] = useState(true)
  const [query, setQuery] = useState('')
  const [marked, setMarked] = useState(0)

  const entries = useMemo(
    () =>
      leaves(nodes).map(({ node, titles }) => ({
        node,
        path: node.path,
        title: titles.map(title => menuTitle(t, title)),
      })),
    [nodes, t],
  )
  const search = useMemo(() => createMenuSearch(entries), [entries])
  const recent = useMemo(
    () => recentPaths().flatMap(path => entries.find(entry => entry.path === path) ?? []),
    [entries],
  )
  const results = query.trim() ? search(query.trim()) : recent

  useEffect(() => {
    document.getElementById(`${id}-${marked}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, marked])

  const choose = (entry: Entry | undefined) => {
    if (!entry) return
    setOpen(false)
    if (entry.node.external) openOutside(entry.node.path)
    else navigate(addressOf(entry.node))
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && results.length > 0) {
      event.preventDefault()
      setMarked(now => (now + step + results.length) % results.length)
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      choose(results[marked])
    }
  }

  return (
    <Modal
      open={open}
      onCancel={() => setOpen(false)}
      afterClose={close}
      afterOpenChange={isOpen => isOpen && input.current?.focus()}
      footer={null}
      closable={false}
      width={600}
      className="header-search"
      style={{ top: '12vh' }}
      title={<span className="unseen">{t('shell.search.open')}</span>}
    >
      <Input
        ref={input}
        variant="borderless"
        size="large"
        prefix={<SearchOutlined />}
        placeholder={t('shell.search.placeholder')}
        aria-label={t('shell.search.placeholder')}
        role="combobox"
        aria-expanded={results.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={results.length > 0 ? `${id}-${marked}` : undefined}
        value={query}
        onChange={event => {
          setQuery(event.target.value)
          setMarked(0)
        }}
        onKeyDown={onKeyDown}
      />
      <p className="search-hint" role="status">
        {query.trim()
          ? t('shell.search.count', { n: results.length })
          : recent.length > 0
            ? t('shell.search.recent')
            : ''}
      </p>
      {results.length > 0 ? (
        <SearchResults id={id} results={results} marked={marked} onMark={setMarked} onChoose={choose} />
      ) : query.trim() ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('shell.search.empty')} />
      ) : null}
      <p className="search-keys" aria-hidden="true">
        <kbd>↑</kbd> <kbd>↓</kbd> {t('shell.search.choose')} <kbd>↵</kbd> {t('shell.search.openKey')} <kbd>Esc</kbd>{' '}
        {t('action.close')}
      </p>
    </Modal>
  )
}

interface Entry {
  node: MenuNode
  path: string
  title: string[]
}

interface SearchResultsProps {
  /** Prefix of the ids of list and options. */
  id: string
  results: readonly Entry[]
  marked: number
  onMark: (index: number) => void
  onChoose: (entry: Entry) => void
}

function SearchResults({ id, results, marked, onMark, onChoose }: SearchResultsProps) {
  const t = useT()
  return (
    <div id={`${id}-list`} role="listbox" aria-label={t('shell.search.open')} className="search-results">
      {results.map((entry, i) => (
        <div
          key={entry.path}
          id={`${id}-${i}`}
          role="option"
          tabIndex={-1}
          aria-selected={i === marked}
          onMouseMove={() => onMark(i)}
          onClick={() => onChoose(entry)}
        >
          <span className="search-icon">
            <MenuIcon name={entry.node.icon ?? 'file-text'} />
          </span>
          <span className="search-text">
            <span>{entry.title.join(' / ')}</span>
            <small>{entry.path}</small>
          </span>
          {entry.node.external ? (
            <ExportOutlined title={t('shell.search.external')} />
          ) : i === marked ? (
            <EnterOutlined />
          ) : null}
        </div>
      ))}
    </div>
  )
}
