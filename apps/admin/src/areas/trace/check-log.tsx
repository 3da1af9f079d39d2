import { checkLog } from '@timbermark/contract'
import { TraceLogScreen } from './log-screen.tsx'

/** Anti-counterfeit query log. */
export default function CheckLogScreen() {
  return <TraceLogScreen entity={checkLog} />
}
