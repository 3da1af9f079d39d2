import type { Stateful } from '@timbermark/contract'
import { EntityScreen } from './entity-screen.tsx'
import { useTransitions } from '../actions/use-transitions.tsx'

/** The screen of an entity with a lifecycle, drawn from its declaration, with actions for its transitions. */
export function LifecycleScreen({ entity }: { entity: Stateful }) {
  const { ofRow, ofRows, dialogs } = useTransitions(entity)
  return (
    <>
      <EntityScreen entity={entity} rowActions={ofRow} bulkActions={ofRows} />
      {dialogs}
    </>
  )
}
