import { useSearchParams } from 'react-router'
import { LabelActView } from './label-act-view.tsx'
import { LogList } from './log-list.tsx'
import { PlotView } from './plot-view.tsx'
import { RecordView } from './record-view.tsx'
import { ReceiptView } from './receipt-view.tsx'
import { ReportView } from './report-view.tsx'

/** /h5/operationLog: the list; `?report=`, `?act=`, `?receipt=` and `?plot=` show what this phone holds, `?record=` a record on the server. */
export default function OperationLog() {
  const [params] = useSearchParams()
  const report = params.get('report')
  const record = params.get('record')
  const act = params.get('act')
  const receipt = params.get('receipt')
  const plot = params.get('plot')
  if (report) return <ReportView key={report} reportKey={report} />
  if (act) return <LabelActView key={act} actKey={act} />
  if (receipt) return <ReceiptView key={receipt} receiptKey={receipt} />
  if (plot) return <PlotView key={plot} plotKey={plot} />
  if (record) return <RecordView key={record} id={record} />
  return <LogList />
}
