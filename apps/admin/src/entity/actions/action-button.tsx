import { Button, type ButtonProps, Dropdown } from 'antd'
import { MoreOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { useT } from '../../shell/index.ts'
import { useSendOnce } from '../form/use-send-once.ts'
import { textWidth } from '../list/text-width.ts'
import { useFeedback } from './use-feedback.ts'
import { WhyNot } from './why-not.tsx'

/** Something that can be done with a record. */
export interface Action {
  key: string
  label: string
  /** Stands in the row of a table, which has no room for the whole label; heard is the label. */
  short?: string
  icon?: ReactNode
  danger?: boolean
  /** Why it cannot be done now: the button stays, disabled, and says so. */
  reason?: string
  /** Asked before it runs. */
  confirm?: { title: string; text?: ReactNode; ok?: string }
  run: () => unknown
}

/** Runs an action once at a time, after its question, and tells a failure. */
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

/** A button of an action. Refused by a state, it stays reachable by keyboard, so that its reason can be read. */
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

/** Room in the column of verbs, in px: its 160 without its edges; what "more" takes of it; and the edges of a word. */
const cellRoom = 140
const moreWidth = 26
const wordEdges = 14

/** How many verbs of a row stand as words in a table: as many as fit beside "more", three at most, and always the first. */
export function directActionCount(labels: readonly string[]): number {
  for (let count = Math.min(3, labels.length); count > 1; count--) {
    const words = labels.slice(0, count).reduce((sum, label) => sum + textWidth(label) + wordEdges, 0)
    if (words + (count < labels.length ? moreWidth : 0) <= cellRoom) return count
  }
  return Math.min(1, labels.length)
}

/** Actions of one row: the first that can be done as words, the others behind "more". A card has room for three. */
export function RowActions({ actions, place }: { actions: readonly Action[]; place: 'cell' | 'card' }) {
  const t = useT()
  const ordered = [...actions.filter(({ reason }) => !reason), ...actions.filter(({ reason }) => reason)]
  const count =
    place === 'cell' ? directActionCount(ordered.map(({ label, short }) => short ?? label)) : ordered.length > 3 ? 2 : 3
  const direct = ordered.slice(0, count)
  const more = ordered.slice(direct.length)
  return (
    <span className="tm-row-actions">
      {direct.map(action => (
        <ActionButton
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
