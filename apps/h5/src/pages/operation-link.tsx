import { newId } from '@timbermark/client'
import { isStageKey } from '@timbermark/contract'
import { stageByKey } from '@timbermark/contract/stages'
import { useEffect, useState } from 'react'
import { Navigate, useLocation, useSearchParams } from 'react-router'
import { useApp } from '../app/context.ts'
import type { InitialCodes } from '../form/other-stage.tsx'
import { ReportForm } from '../form/report-form.tsx'
import { readLastReport } from '../app/last-report-store.ts'
import { timeNow } from '../platform/clock.ts'
import { finishPendingWork } from '../platform/pending-work.ts'
import { fillFromLastReport, type LastReport } from '../report/last-report.ts'
import { useCachedAnswer } from '../app/use-cached-answer.ts'
import { authorizedPath } from '../app/offline-calls.ts'
import { outboxStore } from '../outbox/store.ts'
import { type LocalReport, newReport, type ReportContent, type ScannedCode } from '../report/report.ts'
import { fillQuantity } from '../report/counted.ts'
import { isReport } from '../report/local-item.ts'
import type { AuthorizedStage } from '../report/wire.ts'
import { Loading } from '../ui/page.tsx'
import { BeginWithCode } from './begin-with-code.tsx'
import { ChooseStage } from './choose-stage.tsx'

type OpenedReport = { report: LocalReport; isNew: boolean } | 'gone' | null

/** A new report with the codes that were scanned before its stage was chosen. */
function withInitialCodes(content: ReportContent, initialCodes: InitialCodes | null): ReportContent {
  if (!initialCodes || content.rows) return content
  const codes = initialCodes.codes.map((code): ScannedCode => ({ code, at: Date.now(), check: { state: 'unchecked' } }))
  return { ...content, codes, proposed: initialCodes.proposed }
}

/** /h5/operationLink: `?code=` starts from a scanned code, `?stage=` starts a report (with `&again=1` filled in from the last one of its stage), `?report=` continues one; without them it offers the stages. */
export default function OperationLink() {
  const { profile, outbox, cache } = useApp()
  const [params, setParams] = useSearchParams()
  const stage = params.get('stage')
  const key = params.get('report')
  const fillsFromLast = params.has('again')
  const code = params.get('code')
  const initialCodes = useLocation().state as InitialCodes | null
  const authorized = useCachedAnswer<AuthorizedStage[]>(authorizedPath)
  const [openedReport, setOpenedReport] = useState<OpenedReport>(null)

  useEffect(() => {
    let isCancelled = false
    if (key) {
      // The form that just stored its draft under this key stays open.
      setOpenedReport(old => (old && old !== 'gone' && old.report.key === key ? old : null))
      // A form that was left a moment ago may still be writing this draft.
      const readStored = () => outboxStore.get(key)
      finishPendingWork()
        .then(readStored)
        .then(
          report => {
            if (isCancelled) return
            const myReport = report?.owner === outbox.owner && isReport(report) ? report : undefined
            setOpenedReport(old => {
              if (old && old !== 'gone' && old.report.key === key) return old
              return myReport ? { report: myReport, isNew: false } : 'gone'
            })
          },
          () => !isCancelled && setOpenedReport('gone'),
        )
    } else if (isStageKey(stage)) {
      const operator = profile.nickName || profile.userName
      const report = newReport({ id: newId(), owner: outbox.owner, stage, operator, now: timeNow() })
      const open = (last?: LastReport) => {
        if (isCancelled) return
        const content = last
          ? fillFromLastReport(report.content, last, { key: newId(), now: Date.now() })
          : report.content
        const begun = fillQuantity(stage, withInitialCodes(content, initialCodes))
        setOpenedReport({ report: { ...report, content: begun }, isNew: true })
      }
      if (fillsFromLast) void readLastReport(cache, stage).then(open)
      else open()
    } else setOpenedReport(null)
    return () => {
      isCancelled = true
    }
  }, [key, stage, fillsFromLast, initialCodes, profile, outbox, cache])

  if (!key && !isStageKey(stage)) {
    if (code) return <BeginWithCode text={code} authorized={authorized} />
    return <ChooseStage authorized={authorized} codes={initialCodes?.codes} />
  }
  if (openedReport === 'gone') return <Navigate to="/operationLink" replace />
  if (!openedReport) return <Loading />
  const { report, isNew } = openedReport
  // A report that is already submitted is shown, not edited.
  if (report.state !== 'draft') return <Navigate to={`/operationLog?report=${report.key}`} replace />
  const myStage = authorized.data?.find(one => one.stage === report.stage)
  const unsure = !myStage && !authorized.fresh && authorized.error === undefined
  return (
    <ReportForm
      key={report.key}
      stage={stageByKey(report.stage)}
      report={report}
      authorized={myStage}
      unsure={unsure}
      notAuthorized={!unsure && authorized.data !== undefined && !myStage}
      isNew={isNew}
      onFirstSave={() => {
        if (key !== report.key) setParams({ report: report.key }, { replace: true })
      }}
    />
  )
}
