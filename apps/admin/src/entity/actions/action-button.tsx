import { Button, type ButtonProps, Dropdown } from 'antd'
import { DownOutlined, MoreOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { useT } from '../../shell/index.ts'
import { useSendOnce } from '../form/use-send-once.ts'
import { textWidth } from '../list/text-width.ts'
import { useFeedback } from './use-feedback.ts'
import { WhyNot } from './why-not.tsx'

/** Something that people can do with a record. */
export interface Action {
  key: string
  label: string
  /** Short label for a table row, which has no room for the whole one. Screen readers get `label`. */
  short?: string
  icon?: ReactNode
  danger?: boolean
  /** Why the action is not possible now. The button stays, disabled, and shows this reason. */
  reason?: string
  /** The question asked before the action runs. */
  confirm?: { title: string; text?: ReactNode; ok?: string }
  run: () => unknown
}

/** Several ways to do one thing, under one button: each is an action of its own. */
export interface ActionMenu extends Omit<Action, 'run' | 'confirm' | 'reason'> {
  choices: readonly Action[]
  run?: undefined
  reason?: undefined
}

export type AnyAction = Action | ActionMenu

/** Runs an action after its question, never twice at a time, and reports a failure. */
export function useAction(action: Action) {
  const feedback = useFeedback()
  const { sending: running, send } = useSendOnce()
  const go = () =>
    send(async () => {
      await action.run()
    })
  const start = () => {
    if (action.reason || running) return
    if (!action.confirm) void go()
    else void feedback.ask({ ...action.confirm, danger: action.danger, run: go })
  }
  return { running, start }
}

/** The button of an action. A refused action stays reachable by keyboard, so that its reason can be read. */
export function ActionButton({
  action,
  compact = false,
  className,
  ...props
}: { action: Action; compact?: boolean } & Omit<ButtonProps, 'action' | 'onClick'>) {
  const { running, start } = useAction(action)
  const button = (
    <Button
      {...props}
      icon={action.icon}
      danger={action.danger && !action.reason}
      loading={running}
      aria-disabled={action.reason !== undefined}
      className={[className, action.reason && 'tm-refused'].filter(Boolean).join(' ') || undefined}
      onClick={start}
    >
      {compact ? (action.short ?? action.label) : action.label}
    </Button>
  )
  return action.reason ? <WhyNot reason={action.reason}>{button}</WhyNot> : button
}

/** A button that opens the choices of one action. */
function MenuButton({ action, compact = false, ...props }: { action: ActionMenu; compact?: boolean } & ButtonLook) {
  return (
    <Dropdown
      trigger={['click']}
      menu={{ items: action.choices.map(choice => ({ key: choice.key, label: <MenuAction action={choice} /> })) }}
    >
      <Button {...props} icon={action.icon}>
        {compact ? (action.short ?? action.label) : action.label} <DownOutlined aria-hidden />
      </Button>
    </Dropdown>
  )
}

/** The button of an action, or of a menu of actions. */
export function AnyActionButton({ action, ...props }: { action: AnyAction; compact?: boolean } & ButtonLook) {
  return 'choices' in action ? <MenuButton action={action} {...props} /> : <ActionButton action={action} {...props} />
}

type ButtonLook = Omit<ButtonProps, 'action' | 'onClick'>

/**
 * Widths in px: the room in the column of actions (160 px without its padding), the "more" button, and the padding of
 * one label.
 */
const cellRoom = 140
const moreWidth = 26
const wordEdges = 14
/** The arrow of a button that opens a menu. */
const arrowWidth = 18

/**
 * How many actions of a row a table shows as labels: as many as fit next to "more", three at most, and always the
 * first.
 */
export function directActionCount(labels: readonly string[], menus: readonly boolean[] = []): number {
  for (let count = Math.min(3, labels.length); count > 1; count--) {
    const width = labels
      .slice(0, count)
      .reduce((sum, label, n) => sum + textWidth(label) + wordEdges + (menus[n] ? arrowWidth : 0), 0)
    if (width + (count < labels.length ? moreWidth : 0) <= cellRoom) return count
  }
  return Math.min(1, labels.length)
}

/** Actions of one row: the first possible ones as labels, the others behind "more". A card has room for three. */
export function RowActions({ actions, place }: { actions: readonly AnyAction[]; place: 'cell' | 'card' }) {
  const t = useT()
  const ordered = [...actions.filter(({ reason }) => !reason), ...actions.filter(({ reason }) => reason)]
  const count =
    place === 'cell'
      ? directActionCount(
          ordered.map(({ label, short }) => short ?? label),
          ordered.map(action => 'choices' in action),
        )
      : ordered.length > 3
        ? 2
        : 3
  const direct = ordered.slice(0, count)
  const more = ordered.slice(direct.length).flatMap(action => ('choices' in action ? action.choices : [action]))
  return (
    <span className="tm-row-actions">
      {direct.map(action => (
        <AnyActionButton
          key={action.key}
          action={{ ...action, icon: undefined }}
          type="link"
          size="small"
          title={place === 'cell' && !action.reason ? action.label : undefined}
          compact={place === 'cell'}
          aria-label={place === 'cell' && action.short ? action.label : undefined}
        />
      ))}
      {more.length > 0 && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: more.map(action => ({
              key: action.key,
              label: <MenuAction action={action} />,
              danger: action.danger,
            })),
          }}
        >
          <Button type="link" size="small" icon={<MoreOutlined />} aria-label={t('action.more')} />
        </Dropdown>
      )}
    </span>
  )
}

function MenuAction({ action }: { action: Action }) {
  return <ActionButton action={action} type="text" size="small" block className="tm-menu-action" />
}
