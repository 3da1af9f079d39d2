import { TeamOutlined } from '@ant-design/icons'
import { Alert, Button } from 'antd'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useT } from '../../shell/index.ts'
import { ActionButton } from '../actions/action-button.tsx'
import { fieldLabel } from '../labels.ts'
import type { Listed } from '@timbermark/contract'
import type { ListViews } from './use-list-views.ts'

interface ViewTabsProps {
  entity: Listed
  views: ListViews
  /** Id of the element that shows the rows. */
  panel: string
  /** Whether the reader may save changes of the open view. */
  mayEdit: boolean
}

/** Id of the tab that is selected, which names the panel. */
export const selectedTabId = (panel: string) => `${panel}-tab`

/** The saved views of a list as tabs: the whole list first, then those of the enterprise, then the reader's own. */
export function ViewTabs({ entity, views, panel, mayEdit }: ViewTabsProps) {
  const t = useT()
  const row = useRef<HTMLDivElement>(null)
  const { open, isChanged } = views
  const openId = open?.id
  // On a narrow screen the row scrolls by itself.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the selected tab is another one when the id changes.
  useEffect(() => {
    const tab = row.current?.querySelector<HTMLElement>('[aria-selected="true"]')
    if (tab && row.current) row.current.scrollLeft = tab.offsetLeft - row.current.clientWidth / 3
  }, [openId])
  if (views.views.length === 0) return null

  const tabs = [
    { id: 0, label: t('listView.all'), shared: false, show: views.showAll },
    ...views.views.map(view => ({ id: view.id, label: view.name, shared: view.shared, show: () => views.show(view) })),
  ]
  const selected = openId ?? 0
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const index = tabs.findIndex(({ id }) => id === selected)
    const steps: Record<string, number> = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: tabs.length - 1 }
    const next = steps[event.key]
    if (next === undefined) return
    event.preventDefault()
    const tab = tabs[(next + tabs.length) % tabs.length]
    tab?.show()
    row.current?.querySelectorAll<HTMLElement>('[role="tab"]')[tabs.indexOf(tab!)]?.focus()
  }
  return (
    <div className="tm-views">
      <div className="tm-view-row">
        <div ref={row} role="tablist" aria-label={t('listView.tabs')} className="tm-view-tabs" onKeyDown={onKeyDown}>
          {tabs.map(({ id, label, shared, show }) => (
            <button
              key={id}
              type="button"
              role="tab"
              id={id === selected ? selectedTabId(panel) : undefined}
              aria-selected={id === selected}
              aria-controls={panel}
              aria-label={shared ? t('listView.ofEnterprise', { name: label }) : undefined}
              tabIndex={id === selected ? 0 : -1}
              className="tm-view-tab"
              onClick={show}
            >
              {shared && <TeamOutlined aria-hidden />}
              {label}
            </button>
          ))}
        </div>
        {open && isChanged && (
          <span className="tm-view-changed">
            <span className="tm-muted" role="status">
              {t('listView.changed')}
            </span>
            {mayEdit && (
              <ActionButton
                type="link"
                size="small"
                aria-label={t('listView.replace', { name: open.name })}
                action={{
                  key: 'replace',
                  label: t('action.save'),
                  run: () => views.edit(open, { settings: views.settings }),
                }}
              />
            )}
            <Button type="link" size="small" onClick={() => views.show(open)}>
              {t('listView.revert')}
            </Button>
          </span>
        )}
      </div>
      {open && views.dropped.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t('listView.dropped', { list: views.dropped.map(name => droppedLabel(name)).join(', ') })}
        />
      )}
    </div>
  )

  function droppedLabel(name: string): string {
    return name in entity.fields || name === 'createTime' ? fieldLabel(t, entity, name) : name
  }
}
