import type { Stage } from '@timbermark/contract'
import { useApp } from '../app/context.ts'
import type { Problem } from '../report/check.ts'
import type { LocalReport } from '../report/report.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icons.tsx'
import { Notice } from '../ui/page.tsx'
import type { Draft, SaveState } from './use-draft.ts'
import type { FormLayout } from './use-form-layout.ts'

/** What must be corrected; each line leads to its form part. */
export function ProblemSummary(props: {
  problems: readonly Problem[]
  sentenceOf: (problem: Problem) => string
  /** Brings a form part into view. */
  showPart: (at: string) => void
}) {
  const { t } = useApp()
  const { problems, sentenceOf, showPart } = props
  return (
    <section className="summary" role="alert">
      <h2>
        <Icon name="bad" size={20} /> {t('h5.check.summary', { n: problems.length })}
      </h2>
      <ul>
        {problems.map(problem => (
          <li key={problem.at}>
            <button type="button" className="link" onClick={() => showPart(problem.at)}>
              {sentenceOf(problem)}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function SaveStateLine({ state }: { state: SaveState }) {
  const { t } = useApp()
  const key = {
    clean: null,
    pending: 'h5.draft.saving',
    saved: 'h5.draft.saved',
    failed: 'h5.draft.failed',
    elsewhere: 'h5.draft.failed',
  } as const
  const phrase = key[state]
  return (
    <p className={phrase === 'h5.draft.failed' ? 'save-line bad' : 'save-line'} role="status">
      {phrase && t(phrase)}
    </p>
  )
}

/** The save state, and the button that goes on to the next step or submits. */
export function FormFooter(props: {
  saveState: SaveState
  layout: FormLayout
  isUnsure: boolean
  /** A file is still being prepared. */
  isPreparing: boolean
  isSending: boolean
  onSubmit: () => void
}) {
  const { saveState, layout, isUnsure, isPreparing, isSending, onSubmit } = props
  const { t } = useApp()
  const { steps, at, goTo } = layout
  return (
    <div className="footer-line">
      <SaveStateLine state={saveState} />
      <div className="footer-buttons">
        {at > 0 && (
          <button type="button" className="button" onClick={() => goTo(at - 1)}>
            {t('h5.steps.back')}
          </button>
        )}
        {steps && at < steps.length - 1 ? (
          <button type="button" className="button button-main" onClick={() => goTo(at + 1)}>
            {t('h5.steps.next')} <Icon name="next" size={20} />
          </button>
        ) : (
          <button
            type="button"
            className="button button-main"
            disabled={isSending || isUnsure || isPreparing}
            onClick={onSubmit}
          >
            <Icon name="send" size={20} /> {t(isUnsure ? 'common.loading' : isPreparing ? 'h5.file.busy' : 'h5.submit')}
          </button>
        )}
      </div>
    </div>
  )
}

/** Says why this stage was chosen, and offers the other stages. */
export function ProposedNotice({ stage, onChooseAnother }: { stage: Stage; onChooseAnother: () => void }) {
  const { t } = useApp()
  return (
    <Notice>
      <p>{t('h5.proposed.why', { stage: t(`stage.${stage.key}`) })}</p>
      <button type="button" className="link" onClick={onChooseAnother}>
        {t('h5.proposed.another')}
      </button>
    </Notice>
  )
}

/** Asks what to do with a draft when the person leaves: save or discard it. */
export function LeaveDialog(props: { draft: Draft; onStay: () => void; onLeave: () => void }) {
  const { draft, onStay, onLeave } = props
  const { t } = useApp()
  // Files that belong to the draft are still being prepared.
  const isBusy = draft.pendingFields.length > 0
  const saveAndLeave = () => void draft.flush().then(isSaved => (isSaved ? onLeave() : onStay()))
  return (
    <Dialog
      title={t('h5.leave.title')}
      onClose={onStay}
      actions={
        <>
          <button type="button" className="button button-main" disabled={isBusy} onClick={saveAndLeave}>
            {t(isBusy ? 'h5.file.busy' : 'h5.leave.keep')}
          </button>
          <button type="button" className="button" onClick={onStay}>
            {t('h5.leave.stay')}
          </button>
          <button type="button" className="button button-bad" onClick={() => void draft.discard().then(onLeave)}>
            {t('h5.leave.discard')}
          </button>
        </>
      }
    >
      <p>{t('h5.leave.text')}</p>
    </Dialog>
  )
}

/** Another tab has changed the report: the entries of this tab become a new report, or are dropped. */
export function ElsewhereDialog(props: {
  report: LocalReport
  draft: Draft
  onClose: () => void
  onGo: (to: string) => void
}) {
  const { report, draft, onClose, onGo } = props
  const { t, showToast } = useApp()
  const saveAsNew = () =>
    void draft.saveAsNew().then(
      key => onGo(`/operationLink?report=${key}`),
      () => showToast(t('h5.draft.failed'), 'bad'),
    )
  return (
    <Dialog
      title={t('h5.elsewhere.title')}
      onClose={onClose}
      actions={
        <>
          <button
            type="button"
            className="button button-main"
            onClick={() => onGo(`/operationLog?report=${report.key}`)}
          >
            {t('h5.elsewhere.open')}
          </button>
          <button type="button" className="button" onClick={saveAsNew}>
            {t('h5.elsewhere.new')}
          </button>
        </>
      }
    >
      <p>{t('h5.elsewhere.text')}</p>
    </Dialog>
  )
}
