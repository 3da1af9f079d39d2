import type { Article, ArticleCard, ReadingPage } from '@timbermark/contract/reading-pages'
import { safeUrl } from '../links.ts'
import { LocalizedText } from '../page/LocalizedText.tsx'
import { hostOf } from './addresses.ts'
import type { Reading } from './context.ts'
import { Banners, Day, Turn } from './Shell.tsx'

type NewsPage = Extract<ReadingPage, { kind: 'news' }>

/** The list of articles. */
export function News({ page: news, reading }: { page: NewsPage; reading: Reading }) {
  const { t, to } = reading
  return (
    <>
      <div className="page-head">
        <h1>{t('pages.news')}</h1>
        <p className="lead">{t('pages.news.lead')}</p>
      </div>
      <Banners banners={news.banners} reading={reading} />
      {news.categories.length > 0 && (
        <nav className="tabs" aria-label={t('pages.news.categories')}>
          <ul>
            {[{ id: null, name: t('pages.news.all') }, ...news.categories].map(({ id, name }) => (
              <li key={id}>
                <a href={to.news(id)} aria-current={id === news.category ? 'page' : undefined}>
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {news.articles.length === 0 ? (
        <p className="empty">{t('pages.news.empty')}</p>
      ) : (
        <ArticleCards articles={news.articles} reading={reading} heading="h2" />
      )}
      <Turn {...news} addressOf={page => to.news(news.category, page)} reading={reading} />
    </>
  )
}

interface CardsProps {
  articles: readonly ArticleCard[]
  reading: Reading
  /** Level of the titles. */
  heading: 'h2' | 'h3'
}

function ArticleCards({ articles, reading, heading: Heading }: CardsProps) {
  const { t, to } = reading
  return (
    <ul className="cards">
      {articles.map((article, index) => (
        <li key={article.id} className="card">
          {article.cover ? (
            <img
              src={article.cover}
              alt=""
              width="640"
              height="360"
              loading={index > 2 || Heading === 'h3' ? 'lazy' : undefined}
            />
          ) : (
            <div className="no-picture" />
          )}
          <p className="eyebrow">
            {article.categoryName}
            {article.isRepost && <> · {t('pages.news.repost')}</>}
          </p>
          <Heading>
            <a href={to.article(article.id)}>
              <ArticleTitle article={article} reading={reading} />
            </a>
          </Heading>
          <Origin article={article} reading={reading} />
        </li>
      ))}
    </ul>
  )
}

function ArticleTitle({ article, reading: { language, t } }: { article: ArticleCard; reading: Reading }) {
  return <LocalizedText text={article.title} of={article.titleIn} language={language} texts={{ t }} />
}

/** Publisher and day. */
function Origin({ article, reading }: { article: ArticleCard; reading: Reading }) {
  return (
    <p className="small">
      {article.publishTime && <Day at={article.publishTime} reading={reading} />}
      {article.publishTime && article.publisher && ' · '}
      {article.publisher}
    </p>
  )
}

interface ArticleProps {
  article: Article
  related: readonly ArticleCard[]
  reading: Reading
}

/** One article. */
export function ArticlePage({ article, related, reading }: ArticleProps) {
  const { t, to } = reading
  const source = article.repostUrl && safeUrl(article.repostUrl)
  return (
    <>
      <article className="article">
        <p className="eyebrow">
          <a href={to.news(article.categoryId)}>{article.categoryName}</a>
        </p>
        <h1>
          <ArticleTitle article={article} reading={reading} />
        </h1>
        <Origin article={article} reading={reading} />
        {article.cover && <img className="cover" src={article.cover} alt="" width="960" height="540" />}
        <div
          className="written"
          lang={article.contentIn}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the server reduced it to allowed markup (publicRichText).
          dangerouslySetInnerHTML={{ __html: article.content }}
        />
        {source && (
          <p>
            <a className="quiet-button" href={source} rel="nofollow ugc noopener noreferrer">
              {t('pages.news.source', { host: hostOf(source) })}
            </a>
          </p>
        )}
        <p className="back">
          <a href={to.news()}>{t('pages.news.back')}</a>
        </p>
      </article>
      {related.length > 0 && (
        <section className="related" aria-labelledby="related">
          <h2 id="related">{t('pages.news.more')}</h2>
          <ArticleCards articles={related} reading={reading} heading="h3" />
        </section>
      )}
    </>
  )
}
