import { quote, quotes } from '@timbermark/contract'
import { Button, Tabs } from 'antd'
import { Link, useNavigate } from 'react-router'
import { canUse } from '../../entity/actions/permissions.ts'
import { EntityTable } from '../../entity/list/entity-table.tsx'
import { NoPermission } from '../../entity/list/list-states.tsx'
import { ToneTag } from '../../entity/values/tone-tag.tsx'
import { useAddressParam } from '../../entity/list/use-list-state.ts'
import { useSession, useT } from '../../shell/index.ts'
import { tradePaths } from './addresses.ts'
import { useQuoteActions } from './use-quote-actions.tsx'
import '../../entity/entity.css'
import './trade.css'

const sides = ['all', 'received', 'made'] as const

/** Application list: the quotes on the enterprise's own listings, and its own quotes. */
export default function ApplyListScreen() {
  const t = useT()
  const navigate = useNavigate()
  const { permissions, can } = useSession()
  const [word, setSide] = useAddressParam('side')
  const [listingId, setListing] = useAddressParam('listingId')
  const { ofRow, dialogs } = useQuoteActions()
  if (!canUse(quote, 'list', permissions)) return <NoPermission />
  const side = sides.find(one => one === word) ?? 'all'
  return (
    <>
      <div className="tm-trade-head">
        <Tabs
          activeKey={side}
          onChange={key => setSide(key === 'all' ? undefined : key)}
          items={sides.map(key => ({
            key,
            label: t(key === 'all' ? 'common.all' : key === 'made' ? 'trade.quote.made' : 'trade.quote.received'),
          }))}
        />
        <span className="tm-trade-head-end">
          {listingId && <Button onClick={() => setListing(undefined)}>{t('trade.quote.allListings')}</Button>}
          <Button onClick={() => navigate(tradePaths.list)}>{t('action.back')}</Button>
        </span>
      </div>
      <EntityTable
        key={side}
        entity={quotes}
        query={{ ...(side === 'all' ? {} : { side }), ...(listingId ? { listingId } : {}) }}
        actions={ofRow}
        cells={{
          goodsName: (row, plain) => (
            <>
              {can('trade:listing:query') && row.listingId ? (
                <Link to={tradePaths.detail(Number(row.listingId))}>{plain}</Link>
              ) : (
                plain
              )}{' '}
              {side === 'all' && (
                <ToneTag>{t(row.side === 'made' ? 'trade.quote.made' : 'trade.quote.received')}</ToneTag>
              )}
            </>
          ),
        }}
      />
      {dialogs}
    </>
  )
}
