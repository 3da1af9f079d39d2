import { formatDateTime, formatNumber } from '@timbermark/client'
import type { Row } from '../../entity/types.ts'
import { useT } from '../../shell/index.ts'
import { operLogEntity } from './log-entities.ts'
import { LogScreen } from './log-screen.tsx'
import { readableJson } from './readable-json.ts'
import './monitor.css'

/** Who did what in the back office. */
export default function OperLogScreen() {
  const t = useT()
  return (
    <LogScreen
      entity={operLogEntity}
      nameOf={(row: Row) => `${row.title} · ${formatDateTime(row.operTime as string)}`}
      cells={{
        costTime: row => <span className="tm-number">{formatNumber(row.costTime as number, t.language)}</span>,
      }}
      detailCells={{
        operParam: (row, plain) =>
          row.operParam ? <pre className="tm-log-text">{readableJson(String(row.operParam))}</pre> : plain,
      }}
    />
  )
}
