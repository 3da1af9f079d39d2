import { formatDateTime, type Translate } from '@timbermark/client'
import { type Listed, listedByKey, permissionOf } from '@timbermark/contract'
import type { CodeCard, FoundGroup } from '@timbermark/contract/calls'
import { searchKey } from '@timbermark/contract/reading'
import { createSearchParams } from 'react-router'
import { optionLabel } from '../../entity/labels.ts'
import { addressOf } from '../../shell/frame/menu-link.tsx'
import { type Menu, type MenuNode, menuTitle } from '../../shell/frame/menu.ts'
import type { RecentFind } from './recent-finds.ts'

/** One line that can be chosen. */
export interface Option {
  key: string
  icon: string
  name: string
  detail: string
  to: string
  /** Address of another site. */
  external?: boolean
  /** Shows all records of a list that match. */
  all?: boolean
  /** What is remembered when it is chosen. */
  find?: RecentFind
}

export interface OptionGroup {
  key: string
  title: string
  options: Option[]
}

export interface ScreenEntry {
  node: MenuNode
  path: string
  title: string[]
}

const mostScreens = 5

/** The screen of a list in the user's menu, wherever people have put it. */
function screenOf(menu: Menu, list: string) {
  return [...menu.screens.values()].find(({ screen }) => screen === list || screen === `entity/${list}`)
}

function factText(t: Translate, listed: Listed, field: string, text: string): string {
  const { kind } = listed.fields[field] ?? {}
  if (kind === 'choice') return optionLabel(t, listed, field, text)
  return kind === 'datetime' ? formatDateTime(text) : text
}

/** The records of one list; none when the user's menu has no screen for it. */
function groupOf(t: Translate, menu: Menu, group: FoundGroup, can: (permission: string) => boolean): OptionGroup[] {
  const listed = listedByKey(group.list)
  const screen = screenOf(menu, group.list)
  if (!listed || !screen) return []
  const icon = screen.icon ?? 'file-text'
  const all = `${screen.path}?${createSearchParams({ [group.filter.field]: group.filter.value })}`
  const opens = can(permissionOf(listed, 'query'))
  const options: Option[] = group.rows.map(({ id, name, facts }) => ({
    key: `${group.list}/${id}`,
    icon,
    name,
    detail: facts
      .map(({ field, text }) => factText(t, listed, field, text))
      .filter(text => text !== name)
      .join(' · '),
    to: opens ? `${screen.path}?view=${id}` : all,
    find: { list: group.list, id: String(id), name },
  }))
  if (group.more)
    options.push({
      key: `${group.list}/all`,
      icon: 'unordered-list',
      name: t('search.all'),
      detail: '',
      to: all,
      all: true,
    })
  return [{ key: group.list, title: menuTitle(t, screen.title), options }]
}

const screenOption = ({ node, path, title }: ScreenEntry): Option => ({
  key: `screen ${path}`,
  icon: node.icon ?? 'file-text',
  name: title.join(' / '),
  detail: path,
  to: node.external ? node.path : addressOf(node),
  ...(node.external && { external: true }),
})

/** Address of everything about a code; undefined for somebody whose menu lacks the screen. */
export function codeAddress(menu: Menu, code: string): string | undefined {
  const screen = screenOf(menu, 'code/qr')
  return screen && `${screen.path}?${createSearchParams({ code })}`
}

const codeGroup = (t: Translate, menu: Menu, card: CodeCard): OptionGroup[] => {
  const to = codeAddress(menu, card.code)
  if (!to) return []
  const find = { list: 'code', id: card.code, name: card.printed ?? card.code }
  const option = { key: 'code', icon: 'qrcode', name: t('search.code.open'), detail: find.name, to, find }
  return [{ key: 'code', title: t('search.code'), options: [option] }]
}

/**
 * Everything that is found, group by group: the code, screens with the text in their name, records, screens with a similar
 * name.
 */
export function foundGroups(
  t: Translate,
  menu: Menu,
  text: string,
  screens: readonly ScreenEntry[],
  answer: { code: CodeCard | undefined; groups: readonly FoundGroup[] },
  can: (permission: string) => boolean,
): OptionGroup[] {
  const { code, groups } = answer
  const wanted = searchKey(text)
  const [named, similar] = [true, false].map(isNamed =>
    screens.filter(({ title }) => searchKey(title.join(' ')).includes(wanted) === isNamed),
  ) as [ScreenEntry[], ScreenEntry[]]
  const screenGroup = (key: 'screens' | 'similar', entries: readonly ScreenEntry[]): OptionGroup[] =>
    entries.length === 0
      ? []
      : [{ key, title: t(`search.${key}`), options: entries.slice(0, mostScreens).map(screenOption) }]
  const records = groups.flatMap(group => groupOf(t, menu, group, can))
  const hasRecords = records.length > 0 || code !== undefined
  return [
    ...(code ? codeGroup(t, menu, code) : []),
    ...screenGroup('screens', named),
    ...records,
    // A similar name is a guess; beside what was found it is noise.
    ...(hasRecords || named.length > 0 ? [] : screenGroup('similar', similar)),
  ]
}

/** What was opened lately: records and codes, then screens. */
export function recentGroups(
  t: Translate,
  menu: Menu,
  finds: readonly RecentFind[],
  screens: readonly ScreenEntry[],
): OptionGroup[] {
  const options = finds.flatMap((find): Option[] => {
    const { list, id, name } = find
    if (list === 'code') {
      const to = codeAddress(menu, id)
      return to ? [{ key: `code/${id}`, icon: 'qrcode', name, detail: t('search.code'), to, find }] : []
    }
    const screen = screenOf(menu, list)
    if (!screen) return []
    const detail = menuTitle(t, screen.title)
    return [
      { key: `${list}/${id}`, icon: screen.icon ?? 'file-text', name, detail, to: `${screen.path}?view=${id}`, find },
    ]
  })
  return [
    ...(options.length > 0 ? [{ key: 'recent', title: t('search.recent'), options }] : []),
    ...(screens.length > 0
      ? [{ key: 'screens', title: t('shell.search.recent'), options: screens.map(screenOption) }]
      : []),
  ]
}
