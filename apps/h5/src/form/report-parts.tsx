import { useApp } from '../app/context.ts'
import type { Problem } from '../report/check.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icons.tsx'
import type { SaveState } from './use-draft.ts'

/** Brings a part of the form into view and puts the cursor there. */
export function leadTo(at: string): void {
  const part = partNamed(at)
  const row = /^rows\.[^.]+/.exec(at)?.[0]
  if (!part && row && row !== at) {
    // A log that is folded away opens first.
    partNamed(row)?.querySelector<HTMLElement>('[aria-expanded="false"]')?.click()
    setTimeout(() => leadTo(partNamed(at) ? at : row))
    return
  }
  if (!part) return
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  part.scrollIntoView({ block: 'center', behavior: calm ? 'auto' : 'smooth' })
  const input = part.matches('fieldset') ? part : part.querySelector<HTMLElement>('input, select, textarea, button')
  ;(input ?? part).focus({ preventScroll: true })
}

const partNamed = (at: string) => document.querySelector<HTMLElement>(`[data-at="${CSS.escape(at)}"]`)

/** What must be corrected, each line leading to its place. */
export function Summary(props: {
  problems: readonly Problem[]
  words: (problem: Problem) => string
  /** Brings a part of the form into view. */
  lead: (at: string) => void
}) {
  const { t } = useApp()
  const { problems, words, lead } = props
  return (
    <section className="summary" role="alert">
      <h2>
        <Icon name="bad" size={20} /> {t('h5.check.summary', { n: problems.length })}
      </h2>
      <ul>
        {problems.map(problem => (
          <li key={problem.at}>
            <button type="button" className="link" onClick={() => lead(problem.at)}>
              {words(problem)}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function SaveLine({ state }: { state: SaveState }) {
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

/** Leaving a report that is not submitted: the draft is kept unless the person says otherwise. */
export function LeaveDialog(props: {
  /** Files that belong to the draft are being made. */
  busy: boolean
  onStay: () => void
  onKeep: () => void
  onDiscard: () => void
}) {
  const { t } = useApp()
  return (
    <Dialog
      title={t('h5.leave.title')}
      onClose={props.onStay}
      actions={
        <>
          <button type="button" className="button button-main" disabled={props.busy} onClick={props.onKeep}>
            {t(props.busy ? 'h5.file.busy' : 'h5.leave.keep')}
          </button>
          <button type="button" className="button" onClick={props.onStay}>
            {t('h5.leave.stay')}
          </button>
          <button type="button" className="button button-bad" onClick={props.onDiscard}>
            {t('h5.leave.discard')}
          </button>
        </>
      }
    >
      <p>{t('h5.leave.text')}</p>
    </Dialog>
  )
}

/** Another tab has the report by now: what is entered here goes on as a report of its own, or is given up. */
export function ElsewhereDialog(props: { onClose: () => void; onOpen: () => void; onNew: () => void }) {
  const { t } = useApp()
  return (
    <Dialog
      title={t('h5.elsewhere.title')}
      onClose={props.onClose}
      actions={
        <>
          <button type="button" className="button button-main" onClick={props.onOpen}>
            {t('h5.elsewhere.open')}
          </button>
          <button type="button" className="button" onClick={props.onNew}>
            {t('h5.elsewhere.new')}
          </button>
        </>
      }
    >
      <p>{t('h5.elsewhere.text')}</p>
    </Dialog>
  )
}
