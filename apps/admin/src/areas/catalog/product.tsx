import { product } from '@timbermark/contract'
import { useMemo } from 'react'
import { EntityScreen } from '../../entity/entity-screen.tsx'
import type { FormPlan } from '../../entity/form/form-drawer.tsx'
import { useSession } from '../../shell/index.ts'

/** Products: declared whole; a new one begins with the enterprise that answers for it. */
export default function ProductScreen() {
  const { user } = useSession()
  const form = useMemo<FormPlan>(() => ({ defaults: { enterpriseName: user.enterpriseName } }), [user.enterpriseName])
  return <EntityScreen entity={product} form={form} />
}
