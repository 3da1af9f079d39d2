import { useApp } from '../app/context.ts'
import type { ShortChange } from '../report/wire.ts'
import { Icon, type IconName } from '../ui/icons.tsx'

/** Icon and colour of each state; the colours are those of a report's states. */
const looks: Record<ShortChange['status'], { icon: IconName; look: string }> = {
  waiting: { icon: 'wait', look: 'chip-waiting' },
  agreed: { icon: 'good', look: 'chip-sent' },
  declined: { icon: 'bad', look: 'chip-refused' },
  takenBack: { icon: 'back', look: '' },
  closed: { icon: 'close', look: '' },
}

/** State of the request to withdraw or correct a record. */
export function ChangeChip({ change: { kind, status } }: { change: ShortChange }) {
  const { t } = useApp()
  const { icon, look } = looks[status]
  return (
    <span className={`chip ${look}`}>
      <Icon name={icon} size={18} /> {t(`h5.change.${kind}.${status}`)}
    </span>
  )
}
