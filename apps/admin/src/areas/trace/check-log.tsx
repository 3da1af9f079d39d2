import { checkLog } from './log-entities.ts'
import { TraceLogScreen } from './log-screen.tsx'

/** Anti-counterfeit query log. */
export default function CheckLogScreen() {
  return <TraceLogScreen entity={checkLog} />
}
