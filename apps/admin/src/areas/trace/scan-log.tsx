import { scanLog } from '@timbermark/contract'
import { TraceLogScreen } from './log-screen.tsx'

/** Scan log. */
export default function ScanLogScreen() {
  return <TraceLogScreen entity={scanLog} />
}
