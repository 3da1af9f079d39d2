import { article, certificationReview, document, type Listed, listings, quotes } from '@timbermark/contract'
import { formatNumber } from '@timbermark/client'
import { FieldValue } from '../../entity/values/field-value.tsx'
import type { Row } from '../../entity/types.ts'
import { HomeScreen } from '../../shell/frame/home-screen.tsx'
import { useSession, useT } from '../../shell/index.ts'
import { DealerHome } from './dealer-home.tsx'
import { Latest } from './latest.tsx'

/** Accounts of dealers have the user type customer. */
const dealerAccountType = 5

/** Submitted to a third party, without a verdict yet. */
const waiting = { state: 'authorizedNotCertified' }

/**
 * Home page of people whose work the statistics do not count: certifiers see what awaits their review, dealers what they have,
 * dealers and traders the offers and their quotes, and everybody documents and news by permission; links to the menu follow.
 */
export function MyHome() {
  const t = useT()
  const { can, user } = useSession()
  const renderValue = (entity: Listed, name: string) => (row: Row) => {
    const field = entity.fields[name]
    return field && <FieldValue entity={entity} name={name} field={field} row={row} place="cell" />
  }
  return (
    <>
      {user.userType === dealerAccountType && can('channel:own-code:list') && <DealerHome />}
      <div className="tm-latest">
        {can('certification:review:list') && (
          <Latest
            entity={certificationReview}
            title={t('stats.toReview')}
            only={waiting}
            to={`/certification/review?state=${waiting.state}`}
            toOne={row =>
              `/certification/review?state=${waiting.state}&batchNumber=${encodeURIComponent(String(row.batchNumber))}`
            }
            name={row => `${row.batchNumber} · ${row.productName}`}
            more={row =>
              t('stats.toReviewOf', {
                owner: String(row.ownerName),
                n: formatNumber(row.codes as number, t.language),
              })
            }
            time={row => row.since}
          />
        )}
        {can('trade:listing:list') && (
          <Latest
            entity={listings}
            title={t('menu.trade')}
            to="/trade/publishInfo"
            toOne={row => `/trade/publishInfo/detail/${row.id}`}
            name={row => String(row.goodsName)}
            more={renderValue(listings, 'expectedPrice')}
            time={row => row.publishTime ?? row.createTime}
          />
        )}
        {can('trade:quote:list') && (
          <Latest
            entity={quotes}
            title={t('menu.trade.apply-list')}
            to="/trade/publishInfo/applyList"
            toOne={row => `/trade/publishInfo/detail/${row.listingId}`}
            name={row => String(row.goodsName ?? row.listingName ?? row.id)}
            more={renderValue(quotes, 'status')}
            time={row => row.quoteTime}
          />
        )}
        {can('evidence:document:list') && (
          <Latest
            entity={document}
            title={t('menu.evidence.document')}
            to="/evidence/document"
            toOne={row => `/evidence/document?view=${row.id}`}
            name={row => `${row.code} · ${row.name}`}
            more={renderValue(document, 'type')}
            time={row => row.createTime}
          />
        )}
        {can('news:article:list') && (
          <Latest
            entity={article}
            title={t('menu.news.article')}
            to="/news/article"
            toOne={row => `/news/article?view=${row.id}`}
            name={row => String(row.title)}
            time={row => row.publishTime ?? row.createTime}
          />
        )}
      </div>
      <HomeScreen />
    </>
  )
}
