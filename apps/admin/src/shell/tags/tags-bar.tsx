import { CloseOutlined, LeftOutlined, RightOutlined } from '@ant-design/icons'
import { limits } from '@timbermark/contract'
import { type MouseEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { MenuIcon } from '../theme/icons.tsx'
import { homePath, menuTitle } from '../frame/menu.ts'
import { type TagAction, TagMenu } from './tag-menu.tsx'
import { close, closeAll, closeOthers, closeRight, neighbour, setTags, type Tag, useTags } from './tags.ts'
import { useT } from '../texts.tsx'

/** Scroll position at which the whole tag is visible, with the specification's padding. */
export function scrollFor(
  bar: { left: number; width: number },
  tag: { left: number; width: number },
  padding: number = limits.tagScrollPadding,
): number {
  if (tag.left - padding < bar.left) return Math.max(0, tag.left - padding)
  if (tag.left + tag.width + padding > bar.left + bar.width) return tag.left + tag.width + padding - bar.width
  return bar.left
}

const reduced: Record<Exclude<TagAction, 'refresh'>, (tags: readonly Tag[], path: string) => Tag[]> = {
  close,
  closeOthers,
  closeRight,
  closeAll: tags => closeAll(tags),
}

/**
 * Scrolls the bar so that the open tag is visible, and sideways by the mouse wheel.
 * @returns the ref of the bar, and whether the tags need more room than it has
 */
function useTagScroll(pathname: string, tags: readonly Tag[]) {
  const bar = useRef<HTMLUListElement>(null)
  const isShown = useRef(false)
  const [overflows, setOverflows] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the tags or of the bar moves the open one.
  useEffect(() => {
    const list = bar.current
    const item = list?.querySelector<HTMLElement>('li.active')
    if (!list || !item) return
    const left = scrollFor(
      { left: list.scrollLeft, width: list.clientWidth },
      { left: item.offsetLeft, width: item.offsetWidth },
    )
    // Of a page that has just been opened nobody has seen another position.
    list.scrollTo({ left, behavior: isShown.current ? 'smooth' : 'instant' })
    isShown.current = true
  }, [pathname, tags, overflows])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the bar grows and shrinks with its tags.
  useEffect(() => {
    const list = bar.current
    if (!list) return
    const measure = () => setOverflows(list.scrollWidth > list.clientWidth + 1)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(list)
    return () => observer.disconnect()
  }, [tags])

  useLayoutEffect(() => {
    const list = bar.current
    if (!list) return
    // The wheel scrolls the bar sideways; a passive listener could not keep the page from scrolling.
    const wheel = (event: WheelEvent) => {
      if (list.scrollWidth <= list.clientWidth || event.deltaX !== 0) return
      event.preventDefault()
      list.scrollLeft += event.deltaY
    }
    list.addEventListener('wheel', wheel, { passive: false })
    return () => list.removeEventListener('wheel', wheel)
  }, [])

  return { bar, overflows }
}

/** The bar of visited views. */
export function TagsBar() {
  const t = useT()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const tags = useTags(open => open.tags)
  const { bar, overflows } = useTagScroll(pathname, tags)
  const [menu, setMenu] = useState<{ tag: Tag; x: number; y: number } | null>(null)
  const openTag = tags.find(tag => tag.path === pathname)

  const apply = (action: TagAction, tag: Tag) => {
    setMenu(null)
    if (action === 'refresh') return navigate(`/redirect${tag.fullPath}`, { replace: tag.path === pathname })
    const next = reduced[action](tags, tag.path)
    setTags(next)
    // The open view may be among the closed ones; an action on another tag opens that one.
    if (next.some(other => other.path === pathname)) return
    const to = next.find(other => other.path === tag.path) ?? neighbour(tags, next, pathname)
    navigate(to?.fullPath ?? homePath)
  }

  const showMenu = (event: MouseEvent, tag: Tag) => {
    event.preventDefault()
    const box = event.currentTarget.getBoundingClientRect()
    // Opened by keyboard there is no pointer position.
    setMenu(
      event.clientX || event.clientY
        ? { tag, x: event.clientX, y: event.clientY }
        : { tag, x: box.left, y: box.bottom },
    )
  }

  const shift = (direction: -1 | 1) =>
    bar.current?.scrollBy({ left: direction * bar.current.clientWidth * 0.7, behavior: 'smooth' })

  return (
    <nav className="tags-bar" aria-label={t('shell.tags.label')}>
      {overflows ? (
        <button type="button" className="tags-arrow" aria-label={t('shell.tags.left')} onClick={() => shift(-1)}>
          <LeftOutlined />
        </button>
      ) : null}
      <ul ref={bar}>
        {tags.map(tag => (
          <li
            key={tag.path}
            className={tag === openTag ? 'active' : undefined}
            onContextMenu={event => showMenu(event, tag)}
            onAuxClick={event => {
              if (event.button !== 1 || tag.pinned) return
              event.preventDefault()
              apply('close', tag)
            }}
          >
            <Link to={tag.fullPath} aria-current={tag === openTag ? 'page' : undefined}>
              {tag.path === homePath ? <MenuIcon name="dashboard" /> : null}
              {menuTitle(t, tag.title)}
            </Link>
            {tag.pinned ? null : (
              <button
                type="button"
                aria-label={t('shell.tags.closeOne', { name: menuTitle(t, tag.title) })}
                onClick={() => apply('close', tag)}
              >
                <CloseOutlined />
              </button>
            )}
          </li>
        ))}
      </ul>
      {overflows ? (
        <button type="button" className="tags-arrow" aria-label={t('shell.tags.right')} onClick={() => shift(1)}>
          <RightOutlined />
        </button>
      ) : null}
      {menu ? (
        <TagMenu
          {...menu}
          last={tags.at(-1) === menu.tag}
          choose={action => apply(action, menu.tag)}
          dismiss={() => setMenu(null)}
        />
      ) : null}
    </nav>
  )
}
