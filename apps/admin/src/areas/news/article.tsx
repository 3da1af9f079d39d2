import { PlusOutlined } from '@ant-design/icons'
import { article } from '@timbermark/contract'
import { Button } from 'antd'
import type { Action } from '../../entity/actions/action-button.tsx'
import { canUse } from '../../entity/actions/permissions.ts'
import { EntityScreen } from '../../entity/list/entity-screen.tsx'
import type { Row } from '../../entity/types.ts'
import { useRowAction } from '../../entity/actions/use-row-action.ts'
import { useTransitions } from '../../entity/actions/use-transitions.tsx'
import { useAddressParam } from '../../entity/list/use-list-state.ts'
import { useSession, useT } from '../../shell/index.ts'
import { withoutForms } from '../../entity/form/without-forms.ts'
import { ArticleForm } from './article-form.tsx'
import { ArticlePreview } from './article-preview.tsx'

const listEntity = withoutForms(article)

/** Market news: written, previewed as readers see it, published and withdrawn. */
export default function ArticleScreen() {
  const t = useT()
  const { permissions } = useSession()
  const [adding, setAdding] = useAddressParam('add')
  const [editing, setEditing] = useAddressParam('edit')
  const [reading, setReading] = useAddressParam('read')
  const may = (verb: string) => canUse(article, verb, permissions)

  const rowAction = useRowAction(article)
  const { ofRow, dialogs } = useTransitions(article, {
    // Only the transition that is possible now; the other one would do nothing.
    isVisible: (row, verb) => verb === (row.status === 'published' ? 'withdraw' : 'publish'),
    failed: verb => t.from(`news.article.${verb}Failed`),
  })
  const preview: (row: Row) => Action[] = row =>
    may('query') ? [{ key: 'preview', label: t('menu.news.preview'), run: () => setReading(String(row.id)) }] : []

  return (
    <>
      <EntityScreen
        entity={listEntity}
        rowActions={row => [
          ...rowAction(row, 'edit', { run: () => setEditing(String(row.id)) }),
          ...ofRow(row),
          ...preview(row),
        ]}
        toolbar={
          may('add') && (
            <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding('1')}>
              {t('action.add')}
            </Button>
          )
        }
      />
      {adding && may('add') ? (
        <ArticleForm id={undefined} onClose={() => setAdding(undefined)} />
      ) : editing && may('edit') ? (
        <ArticleForm key={editing} id={editing} onClose={() => setEditing(undefined)} />
      ) : null}
      {reading && may('query') && <ArticlePreview id={reading} onClose={() => setReading(undefined)} />}
      {dialogs}
    </>
  )
}
