import { PlusOutlined } from '@ant-design/icons'
import { article } from '@timbermark/contract'
import { Button } from 'antd'
import type { Action } from '../../entity/action-button.tsx'
import { mayUse, standing } from '../../entity/actions.ts'
import { EntityScreen } from '../../entity/entity-screen.tsx'
import type { Row } from '../../entity/types.ts'
import { useRefresh } from '../../entity/use-entity.ts'
import { useFeedback } from '../../entity/use-feedback.ts'
import { useAddressWord } from '../../entity/use-list-state.ts'
import { useClient, useSession, useT } from '../../shell/index.ts'
import { withOwnForm } from '../../entity/own-form.ts'
import { tellFailure } from '../../entity/tell-failure.ts'
import { ArticleForm } from './article-form.tsx'
import { ArticlePreview } from './article-preview.tsx'

const listed = withOwnForm(article)

/** Market news: written, previewed as readers see it, published and withdrawn. */
export default function ArticleScreen() {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const refresh = useRefresh(article)
  const { permissions } = useSession()
  const [adding, setAdding] = useAddressWord('add')
  const [editing, setEditing] = useAddressWord('edit')
  const [reading, setReading] = useAddressWord('read')
  const may = (verb: string) => mayUse(article, verb, permissions)

  const verb = (row: Row, name: string, action: Omit<Action, 'key' | 'reason'>): Action[] => {
    const stand = standing(article, row, name, permissions)
    if (!stand.shown) return []
    return [{ ...action, key: name, reason: stand.enabled ? undefined : t(`error.${stand.reason}`) }]
  }
  const move = (row: Row, to: 'publish' | 'withdraw'): Action[] =>
    verb(row, to, {
      label: t(`news.article.${to}`),
      confirm: {
        title: t(`news.article.${to}Title`, { name: String(row.title) }),
        text: t(`news.article.${to}Text`),
        ok: t(`news.article.${to}`),
      },
      run: async () => {
        try {
          await client.put(`/news/article/${row.id}/${to}`)
          feedback.done()
          await refresh()
        } catch (error) {
          tellFailure(t, feedback, t(`news.article.${to}Failed`), error)
        }
      },
    })
  const preview: (row: Row) => Action[] = row =>
    may('query') ? [{ key: 'preview', label: t('menu.news.preview'), run: () => setReading(String(row.id)) }] : []

  return (
    <>
      <EntityScreen
        entity={listed}
        rowActions={row => [
          ...verb(row, 'edit', { label: t('action.edit'), run: () => setEditing(String(row.id)) }),
          ...(row.status === 'published' ? [] : move(row, 'publish')),
          ...(row.status === 'published' ? move(row, 'withdraw') : []),
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
    </>
  )
}
