import { scanLog } from './log-entities.ts'
import { TraceLogScreen } from './log-screen.tsx'

/** Scan log. */
export default function ScanLogScreen() {
  return <TraceLogScreen entity={scanLog} />
}
