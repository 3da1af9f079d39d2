import { useApp } from '../app/context.ts'
import type { ReportState } from '../report/report.ts'
import type { LedgerState, RecordStatus } from '../report/wire.ts'
import { Icon, type IconName } from '../ui/icons.tsx'

const icons: Record<ReportState, IconName> = {
  draft: 'edit',
  waiting: 'wait',
  sending: 'send',
  sent: 'good',
  refused: 'bad',
}

/** State of a report on this phone, as text with an icon, never by colour alone. */
export function StateChip({ state }: { state: ReportState }) {
  const { t } = useApp()
  return (
    <span className={`chip chip-${state}`}>
      <Icon name={icons[state]} size={18} /> {t(`h5.state.${state}`)}
    </span>
  )
}

export function RecordChip({ status }: { status: RecordStatus }) {
  const { t } = useApp()
  return (
    <span className={`chip chip-${status}`}>
      <Icon name={status === 'current' ? 'good' : 'bad'} size={18} /> {t(`h5.state.${status}`)}
    </span>
  )
}

export function LedgerChip({ state }: { state: LedgerState }) {
  const { t } = useApp()
  return (
    <span className={`chip chip-${state}`}>
      <Icon name={state === 'logged' ? 'good' : 'wait'} size={18} /> {t(`h5.ledger.${state}`)}
    </span>
  )
}
