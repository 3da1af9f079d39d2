import { batch, product } from '@timbermark/contract'
import { citesOf } from '@timbermark/contract/cites'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import type { Action } from '../../entity/actions/action-button.tsx'
import { CitesNote } from '../../entity/values/cites-note.tsx'
import { EntityScreen } from '../../entity/list/entity-screen.tsx'
import type { FormPlan } from '../../entity/form/form-drawer.tsx'
import { newRecordAddress } from '../../entity/form/initial-values.ts'
import type { Row } from '../../entity/types.ts'
import { useSession, useT } from '../../shell/index.ts'
import { ProductListings } from './product-listings.tsx'
import { SpeciesPicker } from './species-picker.tsx'

/** Products: declared whole; a new one begins with the enterprise that answers for it, and each leads to its batches. */
export default function ProductScreen() {
  const t = useT()
  const navigate = useNavigate()
  const { user, can } = useSession()
  const own = user.enterpriseName
  const form = useMemo<FormPlan>(
    () => ({
      defaults: { enterpriseName: own },
      above: { foreignName: fill => <SpeciesPicker fill={names => fill({ ...names })} /> },
    }),
    [own],
  )
  const makeBatch = (row: Row): Action => ({
    key: 'makeBatch',
    label: t('catalog.product.makeBatch'),
    reason: row.status === '0' ? undefined : t('catalog.product.isDisabled'),
    run: () => navigate(newRecordAddress(batch, 'productId', row.id)),
  })
  const publish = (row: Row): Action => ({
    key: 'publish',
    label: t('trade.listing.publishOfProduct'),
    reason: row.status === '0' ? undefined : t('catalog.product.isDisabled'),
    run: () => navigate(`/trade/publishInfo/add?productId=${row.id}`),
  })
  return (
    <EntityScreen
      entity={product}
      form={form}
      // Whose products these are is said on every page already.
      detail={row => (
        <>
          <section className="tm-panel">
            <h3>{t('trade.cites')}</h3>
            <CitesNote taxon={citesOf(String(row.latinGenus), String(row.latinSpecies))} />
          </section>
          {can('trade:listing:list') && <ProductListings productId={row.id} />}
        </>
      )}
      leaveOut={rows => (rows.every(row => row.enterpriseName === own) ? ['enterpriseName'] : [])}
      rowActions={row => [
        ...(can('catalog:batch:add') ? [makeBatch(row)] : []),
        ...(can('trade:listing:add') ? [publish(row)] : []),
      ]}
    />
  )
}
