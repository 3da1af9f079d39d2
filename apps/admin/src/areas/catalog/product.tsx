import { batch, product } from '@timbermark/contract'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import type { Action } from '../../entity/action-button.tsx'
import { EntityScreen } from '../../entity/entity-screen.tsx'
import type { FormPlan } from '../../entity/form/form-drawer.tsx'
import { addressOfNew } from '../../entity/given.ts'
import type { Row } from '../../entity/types.ts'
import { useSession, useT } from '../../shell/index.ts'

/** Products: declared whole; a new one begins with the enterprise that answers for it, and each leads to its batches. */
export default function ProductScreen() {
  const t = useT()
  const navigate = useNavigate()
  const { user, can } = useSession()
  const form = useMemo<FormPlan>(() => ({ defaults: { enterpriseName: user.enterpriseName } }), [user.enterpriseName])
  const makeBatch = (row: Row): Action => ({
    key: 'makeBatch',
    label: t('catalog.product.makeBatch'),
    reason: row.status === '0' ? undefined : t('catalog.product.isDisabled'),
    run: () => navigate(addressOfNew(batch, 'productId', row.id)),
  })
  return (
    <EntityScreen entity={product} form={form} rowActions={row => (can('catalog:batch:add') ? [makeBatch(row)] : [])} />
  )
}
