import { formatDateTime, formatNumber } from '@timbermark/client'
import { operLog } from '@timbermark/contract'
import { useT } from '../../shell/index.ts'
import { LogScreen } from './log-screen.tsx'
import { formatJson } from './format-json.ts'
import './monitor.css'

/** The log of operations in the back office. */
export default function OperLogScreen() {
  const t = useT()
  return (
    <LogScreen
      entity={operLog}
      nameOf={row => `${row.title} · ${formatDateTime(row.operTime)}`}
      cells={{
        costTime: row => (
          <span className="tm-number">{row.costTime === null ? '–' : formatNumber(row.costTime, t.language)}</span>
        ),
      }}
      detailCells={{
        operParam: (row, plain) =>
          row.operParam ? (
            <pre className="tm-log-text" role="group" aria-label={t('monitor.operlog.operParam')} tabIndex={0}>
              {formatJson(row.operParam)}
            </pre>
          ) : (
            plain
          ),
      }}
    />
  )
}
