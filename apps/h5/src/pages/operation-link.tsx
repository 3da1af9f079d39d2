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
import { fillFromLastReport, type LastReport } from '../report/last-report.ts'
import { useCachedAnswer } from '../app/use-cached-answer.ts'
import { authorizedPath } from '../app/offline-calls.ts'
import { outboxStore } from '../outbox/store.ts'
import { type LocalReport, newReport, type ReportContent, type ScannedCode } from '../report/report.ts'
import type { AuthorizedStage } from '../report/wire.ts'
import { Loading } from '../ui/page.tsx'
import { BeginWithCode } from './begin-with-code.tsx'
import { ChooseStage } from './choose-stage.tsx'

type OpenedReport = { report: LocalReport; isNew: boolean } | 'gone' | null

/** A new report with the codes that were scanned before its stage was chosen. */
function withInitialCodes(content: ReportContent, begun: InitialCodes | null): ReportContent {
  if (!begun || content.rows) return content
  const codes = begun.codes.map((code): ScannedCode => ({ code, at: Date.now(), check: { state: 'unchecked' } }))
  return { ...content, codes, proposed: begun.proposed }
}

/** /h5/operationLink: `?code=` begins with a scanned code, `?stage=` begins a report (with `&again=1` as the last one of its stage), `?report=` goes on with one, neither offers the choice. */
export default function OperationLink() {
  const { profile, outbox, cache } = useApp()
  const [params, setParams] = useSearchParams()
  const stage = params.get('stage')
  const key = params.get('report')
  const again = params.has('again')
  const code = params.get('code')
  const begun = useLocation().state as InitialCodes | null
  const authorized = useCachedAnswer<AuthorizedStage[]>(authorizedPath)
  const [opened, setOpened] = useState<OpenedReport>(null)

  useEffect(() => {
    let left = false
    if (key) {
      // The form that just stored its draft under this key stays as it is.
      setOpened(old => (old && old !== 'gone' && old.report.key === key ? old : null))
      outboxStore.get(key).then(
        report => {
          if (left) return
          const own = report?.owner === outbox.owner ? report : undefined
          setOpened(old => {
            if (old && old !== 'gone' && old.report.key === key) return old
            return own ? { report: own, isNew: false } : 'gone'
          })
        },
        () => !left && setOpened('gone'),
      )
    } else if (isStageKey(stage)) {
      const operator = profile.nickName || profile.userName
      const report = newReport({ id: newId(), owner: outbox.owner, stage, operator, now: timeNow() })
      const open = (last?: LastReport) => {
        if (left) return
        const content = last
          ? fillFromLastReport(report.content, last, { key: newId(), now: Date.now() })
          : report.content
        setOpened({ report: { ...report, content: withInitialCodes(content, begun) }, isNew: true })
      }
      if (again) void readLastReport(cache, stage).then(open)
      else open()
    } else setOpened(null)
    return () => {
      left = true
    }
  }, [key, stage, again, begun, profile, outbox, cache])

  if (!key && !isStageKey(stage)) {
    if (code) return <BeginWithCode text={code} authorized={authorized} />
    return <ChooseStage authorized={authorized} codes={begun?.codes} />
  }
  if (opened === 'gone') return <Navigate to="/operationLink" replace />
  if (!opened) return <Loading />
  const { report, isNew } = opened
  // A report that is already on its way is looked at, not filled in.
  if (report.state !== 'draft') return <Navigate to={`/operationLog?report=${report.key}`} replace />
  const mine = authorized.data?.find(one => one.stage === report.stage)
  const unsure = !mine && !authorized.fresh && authorized.error === undefined
  return (
    <ReportForm
      key={report.key}
      stage={stageByKey(report.stage)}
      report={report}
      authorized={mine}
      unsure={unsure}
      notAuthorized={!unsure && authorized.data !== undefined && !mine}
      isNew={isNew}
      onFirstSave={() => {
        if (key !== report.key) setParams({ report: report.key }, { replace: true })
      }}
    />
  )
}
