import type { Stage } from '@timbermark/contract'
import { useRef, useState } from 'react'
import { useApp } from '../app/context.ts'
import { useNavigateWhileMounted } from '../app/use-navigate-while-mounted.ts'
import type { LocalReport } from '../report/report.ts'
import { stepOf } from '../report/steps.ts'
import type { AuthorizedStage } from '../report/wire.ts'
import { Notice, Page } from '../ui/page.tsx'
import { ClockWarning } from '../views/clock-warning.tsx'
import { RefusalNotice } from '../views/refusal-notice.tsx'
import { StorageWarning } from '../views/storage-warning.tsx'
import { LastReportOffer } from './last-report-offer.tsx'
import { FilesContext, type Form, FormContext } from './form-context.ts'
import { FormSections } from './form-sections.tsx'
import type { InitialCodes } from './other-stage.tsx'
import { QuestionsDialog } from './questions-dialog.tsx'
import { ElsewhereDialog, FormFooter, LeaveDialog, ProposedNotice, ProblemSummary } from './report-parts.tsx'
import { StepBar } from './step-bar.tsx'
import { type Draft, useDraft } from './use-draft.ts'
import { type FormLayout, useFormLayout } from './use-form-layout.ts'
import { type FormProblems, useProblems } from './use-problems.ts'
import { useSubmit } from './use-submit.ts'

/** The form of one report, built from its stage and the chosen template. */
export function ReportForm(props: {
  stage: Stage
  report: LocalReport
  /** Undefined while the stages of this person are not known on this phone. */
  authorized: AuthorizedStage | undefined
  /** Nothing on this phone says whether this person may report the stage, and how: the server is being asked. */
  unsure: boolean
  notAuthorized: boolean
  isNew: boolean
  onFirstSave: () => void
}) {
  const { stage, report, unsure, notAuthorized, isNew, onFirstSave } = props
  // When the permission for a stage is withdrawn while its form is open, what was entered stays.
  const lastAuthorized = useRef(props.authorized)
  if (props.authorized) lastAuthorized.current = props.authorized
  const authorized = lastAuthorized.current
  const { t, online } = useApp()
  const navigate = useNavigateWhileMounted()
  const draft = useDraft(report, isNew, onFirstSave)
  const { content } = draft
  const isPreparing = draft.pendingFields.length > 0
  const isElsewhere = draft.saveState === 'elsewhere'
  const [isElsewhereRead, setElsewhereRead] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const layout = useFormLayout(stage, authorized, draft)
  const { steps, at, goTo, showPart } = layout
  const problems = useProblems(content, layout)
  const onElsewhere = () => setElsewhereRead(false)
  const submission = useSubmit({
    report,
    draft,
    layout,
    problems,
    isNotAuthorized: notAuthorized,
    onElsewhere,
    navigate,
  })

  /** Returns to the stages with the codes. A report without other entries is not saved as a draft. */
  async function chooseAnother() {
    if (isElsewhere) return onElsewhere()
    // A picture that is still being prepared will belong to the draft.
    const hasEntries = draft.isBusy() || Object.keys(content.values).length > 0 || content.documentCode.trim() !== ''
    if (!hasEntries) await draft.discard()
    else if (!(await draft.flush())) return
    const codes = content.codes.filter(entry => entry.last === undefined).map(entry => entry.code)
    navigate('/operationLink', { state: { codes } satisfies InitialCodes })
  }

  function allowLeaving(): boolean {
    if (draft.saveState === 'clean' && !isPreparing) return true
    if (isElsewhere) onElsewhere()
    else setLeaving(true)
    return false
  }

  const form = createForm({
    report,
    draft,
    layout,
    problems,
    marks: { fromLast: t('h5.again.mark'), fromBatch: t('h5.batch.mark') },
  })
  return (
    <FormContext value={form}>
      <Page
        title={`${stage.order}. ${t(`stage.${stage.key}`)}`}
        back="/operationLink"
        onBack={allowLeaving}
        footer={
          <FormFooter
            saveState={draft.saveState}
            layout={layout}
            isUnsure={unsure}
            isPreparing={isPreparing}
            isSending={submission.isSending}
            onSubmit={() => void submission.submit()}
          />
        }
      >
        {steps && (
          <StepBar
            steps={steps}
            at={at}
            open={place => problems.check().some(problem => stepOf(steps, problem.at) === place)}
            onStep={goTo}
          />
        )}
        {at === 0 && <p className="intro">{t(`stage.${stage.key}.hint`)}</p>}
        {!online && <Notice>{t('h5.offlineHint')}</Notice>}
        {notAuthorized && <Notice tone="bad">{t('h5.choose.notAuthorized')}</Notice>}
        {content.proposed && <ProposedNotice stage={stage} onChooseAnother={() => void chooseAnother()} />}
        {report.refusal && <RefusalNotice refusal={report.refusal} />}
        {problems.problems.length > 0 && (
          <ProblemSummary problems={problems.problems} sentenceOf={problems.textOf} showPart={showPart} />
        )}
        <ClockWarning />
        <StorageWarning />
        {isNew && <LastReportOffer stage={stage} />}
        <FilesContext value={form}>
          <FormSections layout={layout} authorized={authorized} isNew={isNew} onMissing={problems.setMissingDocument} />
        </FilesContext>
      </Page>
      {submission.isAskingQuestions && (
        <QuestionsDialog
          questions={submission.openQuestions}
          labelOf={path => layout.labelOfKey(path.replace(/^(rows\.\d+\.)?values\./, ''))}
          onBack={submission.closeQuestions}
          onConfirm={submission.confirm}
        />
      )}
      {isElsewhere && !isElsewhereRead && (
        <ElsewhereDialog
          report={report}
          draft={draft}
          onClose={() => setElsewhereRead(true)}
          onGo={to => navigate(to, { replace: true })}
        />
      )}
      {isLeaving && (
        <LeaveDialog draft={draft} onStay={() => setLeaving(false)} onLeave={() => navigate('/operationLink')} />
      )}
    </FormContext>
  )
}

/** What the parts of the form share. */
function createForm(input: {
  report: LocalReport
  draft: Draft
  layout: FormLayout
  problems: FormProblems
  marks: { fromLast: string; fromBatch: string }
}): Form {
  const { report, draft, layout, problems, marks } = input
  const { content, change } = draft
  return {
    report,
    content,
    change,
    labelOf: layout.labelOf,
    changeValue: (key, next, quiet) =>
      change(old => {
        const { [key]: previous, ...others } = old.values
        const value = next(previous)
        return { values: value === undefined || value === '' ? others : { ...others, [key]: value } }
      }, quiet),
    problem: problems.problemAt,
    markOf: at =>
      content.fromBatch?.includes(at) ? marks.fromBatch : content.fromLast?.includes(at) ? marks.fromLast : undefined,
    attachments: draft.attachments,
    pendingFields: draft.pendingFields,
    attach: draft.attach,
    detach: draft.detach,
  }
}
