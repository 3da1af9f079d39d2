import { useSearchParams } from 'react-router'
import { LogList } from './log-list.tsx'
import { RecordView } from './record-view.tsx'
import { ReportView } from './report-view.tsx'

/** /h5/operationLog: the list; `?report=` shows a report on this phone, `?record=` a record on the server. */
export default function OperationLog() {
  const [params] = useSearchParams()
  const report = params.get('report')
  const record = params.get('record')
  if (report) return <ReportView key={report} reportKey={report} />
  if (record) return <RecordView key={record} id={record} />
  return <LogList />
}
