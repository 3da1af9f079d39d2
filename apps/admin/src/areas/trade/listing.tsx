import { DownOutlined, PlusOutlined, SolutionOutlined } from '@ant-design/icons'
import { listing, listings } from '@timbermark/contract'
import { Button, Dropdown, Segmented, Tabs } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type Action, ActionButton } from '../../entity/actions/action-button.tsx'
import { canUse } from '../../entity/actions/permissions.ts'
import { EntityTable } from '../../entity/list/entity-table.tsx'
import { FormDrawer } from '../../entity/form/form-drawer.tsx'
import { NoPermission } from '../../entity/list/list-states.tsx'
import type { Row } from '../../entity/types.ts'
import { useAddressParam } from '../../entity/list/use-list-state.ts'
import { useNarrow } from '../../entity/list/use-narrow.ts'
import { useSession, useT } from '../../shell/index.ts'
import { kindOf, tradePaths } from './addresses.ts'
import { ExportListings } from './export-listings.tsx'
import type { Query } from '@timbermark/client'
import { FacetBar, useFacets } from './facet-bar.tsx'
import { phoneOf, quantityOf } from './listing-cells.tsx'
import { checkUnit } from './listing-rules.ts'
import { useListingActions } from './use-listing-actions.tsx'
import '../../entity/entity.css'
import './trade.css'

/** Supply and purchase listings: the enterprise's own in any state, those of others when published. */
export default function ListingScreen() {
  const t = useT()
  const { permissions, can } = useSession()
  const [kindWord, setKind] = useAddressParam('kind')
  const [ownWord, setOwn] = useAddressParam('mine')
  const [editing, setEditing] = useAddressParam('edit')
  const [facets] = useFacets()
  const kind = kindOf(kindWord)
  const query = { kind, ...(ownWord === 'true' ? { mine: 'true' } : {}), ...facets }
  if (!canUse(listing, 'list', permissions)) return <NoPermission />
  return (
    <>
      <div className="tm-trade-head">
        <Tabs
          activeKey={kind}
          onChange={key => setKind(key === 'supply' ? undefined : key)}
          items={[
            { key: 'supply', label: t('menu.trade.supply') },
            { key: 'purchase', label: t('menu.trade.purchase') },
          ]}
        />
        <Segmented
          aria-label={t('trade.listing.whose')}
          value={ownWord === 'true' ? 'true' : 'all'}
          options={[
            { value: 'all', label: t('common.all') },
            { value: 'true', label: t('trade.listing.mine') },
          ]}
          onChange={value => setOwn(value === 'all' ? undefined : value)}
        />
      </div>
      <Listings key={kind} kind={kind} query={query} onEdit={row => setEditing(String(row.id))} />
      <FormDrawer
        entity={listing}
        open={editing && can('trade:listing:edit') ? { id: editing } : undefined}
        onClose={() => setEditing(undefined)}
        onValuesChange={checkUnit}
        hints={{ productId: t('trade.listing.productHint') }}
      />
    </>
  )
}

interface ListingsProps {
  kind: 'supply' | 'purchase'
  query: Query
  onEdit: (row: Row) => void
}

function Listings({ kind, query, onEdit }: ListingsProps) {
  const t = useT()
  const navigate = useNavigate()
  const { permissions, can } = useSession()
  const [chosen, setChosen] = useState<readonly Row[]>([])
  const { ofRow, ofRows, dialogs, open } = useListingActions({ onEdit })
  const mayOpen = canUse(listing, 'query', permissions)
  const bulk = ofRows(chosen, () => setChosen([]))
  const add = canUse(listing, 'add', permissions) && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => navigate(`${tradePaths.add}?kind=${kind}`)}>
      {t('menu.trade.publish-add')}
    </Button>
  )
  return (
    <>
      <EntityTable
        entity={listings}
        query={query}
        above={<FacetBar query={query} />}
        empty={add}
        selection={
          bulk.length > 0 ? { keys: chosen.map(row => row.id), onChange: (_keys, rows) => setChosen(rows) } : undefined
        }
        cells={{
          goodsName: (row, plain) =>
            mayOpen ? (
              <button type="button" className="tm-link" onClick={() => open(row)}>
                {plain}
              </button>
            ) : (
              plain
            ),
          quantity: row => <span className="tm-number">{quantityOf(t, row)}</span>,
          contactPhone: row => phoneOf(t, row),
        }}
        actions={row => [
          ...ofRow(row),
          ...(mayOpen ? [{ key: 'view', label: t('action.query'), run: () => open(row) }] : []),
        ]}
        toolbar={
          <>
            {add}
            {can('trade:quote:list') && (
              <Button icon={<SolutionOutlined />} onClick={() => navigate(tradePaths.applications)}>
                {t('menu.trade.apply-list')}
              </Button>
            )}
            <BulkButtons actions={bulk} count={chosen.length} />
            {canUse(listing, 'export', permissions) && <ExportListings query={query} />}
          </>
        }
      />
      {dialogs}
    </>
  )
}

/** Bulk actions side by side; in a menu on a phone. */
function BulkButtons({ actions, count }: { actions: readonly Action[]; count: number }) {
  const t = useT()
  const narrow = useNarrow()
  if (actions.length === 0) return null
  if (!narrow) return actions.map(action => <ActionButton key={action.key} action={action} />)
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: actions.map(({ key, label, danger }) => ({ key, label, danger })),
        onClick: ({ key }) => void actions.find(action => action.key === key)?.run(),
      }}
    >
      <Button icon={<DownOutlined />} iconPlacement="end">
        {t('trade.listing.batch', { n: count })}
      </Button>
    </Dropdown>
  )
}
