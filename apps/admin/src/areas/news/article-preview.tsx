import { article } from '@timbermark/contract'
import { Modal } from 'antd'
import { LoadingOrFailure } from '../../entity/list/list-states.tsx'
import { useRow } from '../../entity/use-entity.ts'
import { useT } from '../../shell/index.ts'
import { type ArticleLike, ArticleDialog } from './article-view.tsx'

/** A stored article as its readers see it, published or not. */
export function ArticlePreview({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useT()
  const { data, error, refetch } = useRow(article, id)
  if (data) return <ArticleDialog article={data as unknown as ArticleLike} onClose={onClose} />
  return (
    <Modal open footer={null} title={t('menu.news.preview')} onCancel={onClose}>
      <LoadingOrFailure error={error} onRetry={refetch} paragraph={{ rows: 8 }} />
    </Modal>
  )
}
