import { ExportOutlined } from '@ant-design/icons'
import { formatDateTime, formatNumber } from '@timbermark/client'
import { Modal } from 'antd'
import { filesOf } from '../../entity/files-view.tsx'
import { isBlankHtml } from '../../entity/form/form-model.ts'
import { RichTextView } from '../../shell/rich-text-view.tsx'
import type { FileInfo } from '../../entity/types.ts'
import { useT } from '../../shell/index.ts'
import './article.css'

/** An article as it is stored, or as it stands in a form. */
export interface ArticleLike {
  title?: string
  categoryName?: string
  type?: string
  repostUrl?: string | null
  clicks?: number | null
  cover?: FileInfo[]
  content?: string
  publisher?: string | null
  publishTime?: string | null
}

/** The article in the width of a reading column. */
export function ArticleDialog({ article, onClose }: { article: ArticleLike; onClose: () => void }) {
  const t = useT()
  return (
    <Modal open footer={null} width={760} title={t('menu.news.preview')} onCancel={onClose}>
      <ArticleView article={article} />
    </Modal>
  )
}

function ArticleView({ article }: { article: ArticleLike }) {
  const t = useT()
  const [cover] = filesOf(article.cover)
  const facts = [
    article.categoryName,
    article.publisher,
    formatDateTime(article.publishTime),
    article.clicks ? t('news.article.readers', { n: formatNumber(article.clicks, t.language) }) : undefined,
  ].filter(Boolean)
  const repost = article.type === 'repost' && /^https?:\/\//i.test(article.repostUrl ?? '') ? article.repostUrl : null
  return (
    <article className="tm-reading">
      <h2>{article.title || t('news.article.untitled')}</h2>
      <p className="tm-muted">{facts.join(' · ')}</p>
      {cover && <img src={cover.url} alt="" className="tm-reading-cover" />}
      {article.content && !isBlankHtml(article.content) && <RichTextView html={article.content} />}
      {repost && (
        <p>
          <a href={repost} target="_blank" rel="noopener noreferrer">
            <ExportOutlined /> {t('news.article.source')}
          </a>
        </p>
      )}
    </article>
  )
}
