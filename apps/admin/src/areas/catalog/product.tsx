import { batch, product } from '@timbermark/contract'
import { citesOf } from '@timbermark/contract/cites'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Action } from '../../entity/actions/action-button.tsx'
import { CitesNote } from '../../entity/values/cites-note.tsx'
import { EntityScreen } from '../../entity/list/entity-screen.tsx'
import type { FormPlan } from '../../entity/form/form-drawer.tsx'
import { type AddedRecord, NextStep } from '../../entity/form/next-step.tsx'
import { newRecordAddress } from '../../entity/form/initial-values.ts'
import type { Row } from '../../entity/types.ts'
import { useClient, useSession, useT } from '../../shell/index.ts'
import { ProductListings } from './product-listings.tsx'
import { SpeciesPicker } from './species-picker.tsx'

/** Products: a new one starts with the enterprise's own name, and each leads to its batches and listings. */
export default function ProductScreen() {
  const t = useT()
  const navigate = useNavigate()
  const { user, can } = useSession()
  const client = useClient()
  const ownName = user.enterpriseName
  const [added, setAdded] = useState<AddedRecord>()
  const mayAddBatch = can('catalog:batch:add')
  const form = useMemo<FormPlan>(
    () => ({
      defaults: { enterpriseName: ownName },
      hints: { publicDescription: t('catalog.product.publicDescriptionHint') },
      above: { foreignName: fill => <SpeciesPicker fill={names => fill({ ...names })} /> },
      suggest: {
        by: [],
        load: (_values, signal) => client.call('GET /catalog/product/suggestions', { signal }),
      },
      onAdded: (id, { name, status }) =>
        setAdded(mayAddBatch && status !== '1' ? { id, name: String(name ?? id) } : undefined),
    }),
    [ownName, t, client, mayAddBatch],
  )
  const startBatch = (id: number) => navigate(newRecordAddress(batch, 'productId', id))
  const makeBatch = (row: Row): Action => ({
    key: 'makeBatch',
    label: t('catalog.product.makeBatch'),
    reason: row.status === '0' ? undefined : t('catalog.product.isDisabled'),
    run: () => startBatch(row.id),
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
      copies
      above={
        <NextStep
          added={added}
          label={t('catalog.product.makeBatch')}
          go={startBatch}
          onClose={() => setAdded(undefined)}
        />
      }
      // Every page already shows the enterprise's name.
      detail={row => (
        <>
          <section className="tm-panel">
            <h3>{t('trade.cites')}</h3>
            <CitesNote taxon={citesOf(String(row.latinGenus), String(row.latinSpecies))} />
          </section>
          {can('trade:listing:list') && <ProductListings productId={row.id} />}
        </>
      )}
      leaveOut={rows => (rows.every(row => row.enterpriseName === ownName) ? ['enterpriseName'] : [])}
      rowActions={row => [
        ...(mayAddBatch ? [makeBatch(row)] : []),
        ...(can('trade:listing:add') ? [publish(row)] : []),
      ]}
    />
  )
}
