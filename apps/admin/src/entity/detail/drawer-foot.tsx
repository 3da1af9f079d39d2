import { type Action, ActionButton } from '../actions/action-button.tsx'

/** What can be done with the record of a drawer: below it, where there is room for all of it on a phone too. */
export function DrawerFoot({ actions }: { actions: readonly Action[] }) {
  if (actions.length === 0) return null
  return (
    <div className="tm-drawer-foot">
      {actions.map((action, index) => (
        <ActionButton
          key={action.key}
          action={action}
          type={index === 0 && !action.danger && !action.reason ? 'primary' : undefined}
        />
      ))}
    </div>
  )
}
