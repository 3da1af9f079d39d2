import { type AnyAction, AnyActionButton } from '../actions/action-button.tsx'

/** Actions of the record in a drawer. The foot has room for all of them, on a phone too. */
export function DrawerFoot({ actions }: { actions: readonly AnyAction[] }) {
  if (actions.length === 0) return null
  return (
    <div className="tm-drawer-foot">
      {actions.map((action, index) => (
        <AnyActionButton
          key={action.key}
          action={action}
          type={index === 0 && !action.danger && !action.reason ? 'primary' : undefined}
        />
      ))}
    </div>
  )
}
