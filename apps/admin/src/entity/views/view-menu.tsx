import { BookOutlined } from '@ant-design/icons'
import type { ListView } from '@timbermark/contract/calls'
import { Button, Dropdown, type MenuProps, Tooltip } from 'antd'
import { useState } from 'react'
import { useT } from '../../shell/index.ts'
import { useFeedback } from '../actions/use-feedback.ts'
import type { ListViews } from './use-list-views.ts'
import { ViewDialog } from './view-dialog.tsx'

interface ViewMenuProps {
  views: ListViews
  /** Whether the reader may change the open view. */
  mayEdit: boolean
}

/** What can be done with the saved views of a list: save one, change the open one, open the list with it. */
export function ViewMenu({ views, mayEdit }: ViewMenuProps) {
  const t = useT()
  const feedback = useFeedback()
  const [dialog, setDialog] = useState<'add' | ListView>()
  const { open } = views
  const attempt = async (work: () => Promise<unknown>, done: string) => {
    try {
      await work()
      feedback.done(done)
    } catch (error) {
      feedback.fail(error)
    }
  }
  const remove = (view: ListView) =>
    feedback.ask({
      title: t('listView.removeTitle', { name: view.name }),
      text: t(view.shared ? 'listView.removeShared' : 'listView.removeText'),
      ok: t('action.remove'),
      danger: true,
      run: () => attempt(() => views.remove(view), t('listView.removed', { name: view.name })),
    })
  const start = (view: ListView) =>
    view.start
      ? attempt(() => views.startWith(undefined), t('listView.startStopped'))
      : attempt(() => views.startWith(view), t('listView.started', { name: view.name }))

  const items: MenuProps['items'] = [
    { key: 'add', label: t('listView.save'), onClick: () => setDialog('add') },
    ...(open
      ? [
          ...(mayEdit && views.isChanged
            ? [
                {
                  key: 'replace',
                  label: t('listView.replace', { name: open.name }),
                  onClick: () =>
                    void attempt(
                      () => views.edit(open, { settings: views.settings }),
                      t('listView.saved', { name: open.name }),
                    ),
                },
              ]
            : []),
          {
            key: 'start',
            label: t(open.start ? 'listView.startStop' : 'listView.start', { name: open.name }),
            onClick: () => void start(open),
          },
          ...(mayEdit
            ? [
                { key: 'rename', label: t('listView.rename', { name: open.name }), onClick: () => setDialog(open) },
                { type: 'divider' as const },
                {
                  key: 'remove',
                  danger: true,
                  label: t('listView.remove', { name: open.name }),
                  onClick: () => void remove(open),
                },
              ]
            : []),
        ]
      : []),
  ]
  return (
    <>
      <Dropdown trigger={['click']} placement="bottomRight" menu={{ items }}>
        <Tooltip title={t('listView.menu')}>
          <Button icon={<BookOutlined />} aria-label={t('listView.menu')} />
        </Tooltip>
      </Dropdown>
      {dialog && (
        <ViewDialog views={views} view={dialog === 'add' ? undefined : dialog} onClose={() => setDialog(undefined)} />
      )}
    </>
  )
}
