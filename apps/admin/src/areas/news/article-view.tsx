import { ExportOutlined } from '@ant-design/icons'
import { formatDateTime, formatNumber } from '@timbermark/client'
import { type Language, languages, localizedText, type Texts } from '@timbermark/contract'
import { Modal, Segmented } from 'antd'
import { useState } from 'react'
import { filesOf } from '../../entity/values/files-view.tsx'
import { isBlankHtml } from '../../entity/form/form-model.ts'
import { RichTextView } from '../../shell/rich-text-view.tsx'
import { ToneTag } from '../../entity/values/tone-tag.tsx'
import type { FileInfo } from '../../entity/types.ts'
import { useT } from '../../shell/index.ts'
import './article.css'

/** An article as it is stored, or as a form holds it. */
export interface ArticleLike {
  title?: string
  categoryName?: string
  type?: string
  repostUrl?: string | null
  clicks?: number | null
  cover?: FileInfo[]
  content?: string
  language?: Language | null
  contentZh?: string | null
  contentEn?: string | null
  contentFr?: string | null
  titleTexts?: Texts
  publishAt?: string | null
  status?: string
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

/** Title and text for a reader's language: that language, or else another one, which is marked. */
function textsFor(language: Language, article: ArticleLike) {
  const byLanguage = { zh: article.contentZh, en: article.contentEn, fr: article.contentFr }
  const texts: Texts = Object.fromEntries(Object.entries(byLanguage).filter(([, text]) => text && !isBlankHtml(text)))
  const main = article.content ?? ''
  return {
    title: localizedText(language, article.title ?? '', article.titleTexts ?? {}),
    content: localizedText(language, main, article.language ? { ...texts, [article.language]: main } : texts),
  }
}

function ArticleView({ article }: { article: ArticleLike }) {
  const t = useT()
  const [language, setLanguage] = useState<Language>(t.language)
  const { title, content } = textsFor(language, article)
  const otherLanguage = content.in && content.in !== language ? content.in : undefined
  const [cover] = filesOf(article.cover)
  const facts = [
    article.categoryName,
    article.publisher,
    article.status === 'draft' && article.publishAt
      ? t('news.article.planned', { time: formatDateTime(article.publishAt) })
      : formatDateTime(article.publishTime),
    article.clicks ? t('news.article.readers', { n: formatNumber(article.clicks, t.language) }) : undefined,
  ].filter(Boolean)
  const repost = article.type === 'repost' && /^https?:\/\//i.test(article.repostUrl ?? '') ? article.repostUrl : null
  return (
    <article className="tm-reading">
      <Segmented
        className="tm-reading-languages"
        aria-label={t('news.article.readIn')}
        size="small"
        value={language}
        options={languages.map(value => ({ value, label: t(`field.language.${value}`) }))}
        onChange={setLanguage}
      />
      <h2>{title.text || t('news.article.untitled')}</h2>
      <p className="tm-muted">{facts.join(' · ')}</p>
      {cover && <img src={cover.url} alt="" className="tm-reading-cover" />}
      {otherLanguage && (
        <p>
          <ToneTag>{t('news.article.inLanguage', { language: t(`field.language.${otherLanguage}`) })}</ToneTag>
        </p>
      )}
      {!isBlankHtml(content.text) && <RichTextView html={content.text} />}
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
