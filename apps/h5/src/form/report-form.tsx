import { issueText } from '@timbermark/client'
import type { Stage } from '@timbermark/contract'
import { heldByRows, needsPosition, tableOf } from '@timbermark/contract/stages'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useApp } from '../app/context.ts'
import { keepLast } from '../app/last-report.ts'
import { useStep } from '../app/use-step.ts'
import { issueLine } from '../app/words.ts'
import { handingOver, timeNow } from '../platform/clock.ts'
import { lastOf } from '../report/again.ts'
import { begunWith, formsFor } from '../report/begun-form.ts'
import { checkReport, type Problem } from '../report/check.ts'
import { answersTo, isAnswered, questionsOf } from '../report/questions.ts'
import { askedValues, type FormField, filled, formFields, formGroups, type FormGroup } from '../report/form-model.ts'
import { type Answer, isEmpty, type LocalReport, type ReportContent } from '../report/report.ts'
import { cleanRows } from '../report/rows.ts'
import { formSteps, stepOf } from '../report/steps.ts'
import type { AuthorizedStage } from '../report/wire.ts'
import { Icon } from '../ui/icons.tsx'
import { Notice, Page } from '../ui/page.tsx'
import { ClockWarning } from '../views/clock-warning.tsx'
import { StorageWarning } from '../views/storage-warning.tsx'
import { Refused } from '../views/refused.tsx'
import { AgainOffer } from './again-offer.tsx'
import { CodesSection } from './codes-section.tsx'
import { CoordinatesInput } from './coordinates-input.tsx'
import { FieldInput } from './field-input.tsx'
import { type Form, FormContext, useForm } from './form-context.ts'
import type { Begun } from './other-stage.tsx'
import { PapersSection } from './papers-section.tsx'
import { QuestionsDialog } from './questions-dialog.tsx'
import { ElsewhereDialog, LeaveDialog, leadTo, SaveLine, Summary } from './report-parts.tsx'
import { RowsSection } from './rows-section.tsx'
import { StepBar } from './step-bar.tsx'
import { TableSwitch } from './table-switch.tsx'
import { useDraft } from './use-draft.ts'

/** The form of one report, drawn from its stage and the chosen template. */
export function ReportForm(props: {
  stage: Stage
  report: LocalReport
  /** Undefined while the stages of this person are not known on this phone. */
  authorized: AuthorizedStage | undefined
  /** The server is being asked whether this person may report it, and how: nothing that is known here says so. */
  unsure: boolean
  notAuthorized: boolean
  isNew: boolean
  onFirstSave: () => void
}) {
  const { stage, report, unsure, notAuthorized, isNew, onFirstSave } = props
  // A stage that is taken away while its form is open leaves what was entered as it stands.
  const known = useRef(props.authorized)
  if (props.authorized) known.current = props.authorized
  const authorized = known.current
  const { t, say, unsay, online, keeper } = useApp()
  const navigate = useStep()
  const draft = useDraft(report, isNew, onFirstSave)
  const { content, change } = draft
  const preparing = draft.underWay.length > 0
  const elsewhere = draft.saveState === 'elsewhere'
  const [elsewhereRead, setElsewhereRead] = useState(false)
  const [checking, setChecking] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const [sending, setSending] = useState(false)
  const [asking, setAsking] = useState(false)
  const busy = useRef(false)
  const [missingDocument, setMissingDocument] = useState<string>()

  const forms = authorized && formsFor(authorized.templates, content.form)
  const template = forms?.find(one => String(one.id) === String(content.templateId))
  useEffect(() => {
    const offered = authorized?.templates.find(one => String(one.id) === String(content.templateId))
    if (offered && String(content.form?.id) !== String(offered.id)) change({ form: begunWith(offered) }, true)
  }, [authorized, content.templateId, content.form, change])
  const attributes = useMemo(() => template?.attributes ?? [], [template])
  const fields = useMemo(() => formFields(stage, attributes, t.language), [stage, attributes, t.language])
  const table = tableOf(stage.key)
  const asTable = content.rows !== undefined
  // What each row has for itself is not asked of the whole.
  const asked = useMemo(() => {
    const held = table && asTable ? heldByRows(table) : new Set<string>()
    return fields.filter(field => !held.has(field.key))
  }, [fields, table, asTable])
  const groups = useMemo(() => formGroups(asked), [asked])
  const steps = useMemo(() => formSteps(groups), [groups])
  const at = steps ? Math.min(content.step ?? 0, steps.length - 1) : 0
  const step = steps?.[at]
  const goTo = (place: number) => change({ step: place })
  /** Brings a part of the form into view, in whatever step it stands. */
  const lead = (part: string) => {
    if (steps) goTo(stepOf(steps, part))
    // What is led to must be there first.
    setTimeout(() => leadTo(part))
  }

  const labelOf = (field: FormField) => field.label ?? t.from(`stage.field.${field.key}`)
  const labelOfKey = (key: string) => {
    const field = fields.find(one => one.key === key)
    return field ? labelOf(field) : key
  }
  const sentence = (problem: Problem) =>
    problem.issue ? issueText(t, problem.issue, labelOfKey(problem.issue.field)) : t(problem.phrase, problem.params)
  const words = (problem: Problem) =>
    problem.row === undefined
      ? sentence(problem)
      : t('h5.rows.problem', { row: t('h5.rows.row', { n: problem.row }), text: sentence(problem) })
  const told = (at: string) => {
    const found = content.told?.find(one => one.at === at)
    if (!found) return undefined
    const key = /values\.([^.]+)$/.exec(found.issue.field)?.[1]
    return key === undefined ? issueLine(t, found.issue) : issueText(t, found.issue, labelOfKey(key))
  }
  // Problems are shown from the first attempt to submit on, and vanish as they are corrected.
  const check = () =>
    checkReport(content, { language: t.language, stage, attributes, fields, missingDocument }, timeNow())
  const problems = checking ? check() : []
  // The line that named the first one goes with it: it must not stand over a field that was mended meanwhile.
  const named = useRef<string>(undefined)
  useEffect(() => {
    const text = named.current
    if (text === undefined || problems.some(problem => words(problem) === text)) return
    named.current = undefined
    unsay(text)
  })
  const questions = asking ? questionsOf(content, { stage, fields, language: t.language }) : []

  const form: Form = {
    report,
    content,
    change,
    labelOf,
    changeValue: (key, next, quiet) =>
      change(old => {
        const { [key]: was, ...others } = old.values
        const value = next(was)
        return { values: value === undefined || value === '' ? others : { ...others, [key]: value } }
      }, quiet),
    problem: at => {
      const found = problems.find(one => one.at === at)
      return found ? sentence(found) : told(at)
    },
    fromLast: at => (content.fromLast?.includes(at) ? t('h5.again.mark') : undefined),
    attachments: draft.attachments,
    underWay: draft.underWay,
    attach: draft.attach,
    detach: draft.detach,
  }

  async function submit(answers: readonly Answer[] = content.confirmed ?? []) {
    // Three taps in one moment are one.
    if (busy.current) return
    // The server would refuse it, and what only the missing template asks for would be left out.
    if (notAuthorized) return say(t('h5.choose.notAuthorized'), 'bad')
    if (elsewhere) return setElsewhereRead(false)
    // What is still being made would be left out.
    if (draft.isBusy()) return say(t('h5.file.busy'))
    setChecking(true)
    const found = check()
    if (found.length > 0) {
      named.current = words(found[0]!)
      say(named.current, 'bad')
      lead(found[0]!.at)
      return
    }
    const all = questionsOf(content, { stage, fields, language: t.language })
    const confirmed = answersTo(all, answers)
    if (all.some(question => !isAnswered(question, confirmed))) {
      setAsking(true)
      return
    }
    setAsking(false)
    setSending(true)
    busy.current = true
    try {
      const cleaned: ReportContent = {
        ...content,
        confirmed,
        documentCode: content.documentCode.trim(),
        operator: content.operator.trim(),
        values: askedValues(asked, content.values, t.language),
        ...(content.rows && table && { rows: cleanRows(table, fields, content.rows, t.language) }),
        told: undefined,
        step: undefined,
        fromLast: undefined,
        proposed: undefined,
        clock: handingOver(),
      }
      if (!(await draft.submit(cleaned))) {
        busy.current = false
        return setSending(false)
      }
      await keepLast(keeper, stage.key, lastOf(cleaned, stage, table))
      navigate(`/operationLog?report=${report.key}`, { replace: true })
    } catch {
      busy.current = false
      setSending(false)
      say(t('h5.draft.failed'), 'bad')
    }
  }

  /** Back to the stages with the codes; a report in which nothing else was entered is not kept as a draft. */
  async function chooseAnother() {
    if (elsewhere) return setElsewhereRead(false)
    // A picture that is being made is kept when it is there.
    const begun = draft.isBusy() || Object.keys(content.values).length > 0 || content.documentCode.trim() !== ''
    if (!begun) await draft.discard()
    else if (!(await draft.flush())) return
    const codes = content.codes.filter(entry => entry.last === undefined).map(entry => entry.code)
    navigate('/operationLink', { state: { codes } satisfies Begun })
  }

  return (
    <FormContext value={form}>
      <Page
        title={`${stage.order}. ${t(`stage.${stage.key}`)}`}
        back="/operationLink"
        onBack={() => {
          if (draft.saveState === 'clean' && !preparing) return true
          if (elsewhere) setElsewhereRead(false)
          else setLeaving(true)
          return false
        }}
        footer={
          <>
            <SaveLine state={draft.saveState} />
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
                  disabled={sending || unsure || preparing}
                  onClick={() => void submit()}
                >
                  <Icon name="send" size={20} />{' '}
                  {t(
                    unsure ? 'common.loading' : preparing ? 'h5.file.busy' : online ? 'h5.submit' : 'h5.submit.offline',
                  )}
                </button>
              )}
            </div>
          </>
        }
      >
        {steps && (
          <StepBar
            steps={steps}
            at={at}
            open={place => check().some(problem => stepOf(steps, problem.at) === place)}
            onStep={goTo}
          />
        )}
        {at === 0 && <p className="intro">{t(`stage.${stage.key}.hint`)}</p>}
        {!online && <Notice>{t('h5.offlineHint')}</Notice>}
        {notAuthorized && <Notice tone="bad">{t('h5.choose.notAuthorized')}</Notice>}
        {content.proposed && (
          <Notice>
            <p>{t('h5.proposed.why', { stage: t(`stage.${stage.key}`) })}</p>
            <button type="button" className="link" onClick={() => void chooseAnother()}>
              {t('h5.proposed.another')}
            </button>
          </Notice>
        )}
        {report.refusal && <Refused refusal={report.refusal} />}
        {problems.length > 0 && <Summary problems={problems} words={words} lead={lead} />}
        <ClockWarning />
        <StorageWarning />
        {isNew && <AgainOffer stage={stage} />}
        {(!step || step.key === 'codes') && (
          <>
            {table && <TableSwitch table={table} fields={fields} />}
            {table && asTable ? (
              <RowsSection stage={stage} table={table} fields={fields} />
            ) : (
              <CodesSection stage={stage} />
            )}
          </>
        )}
        {(!step || step.key === 'papers') && (
          <>
            <PapersSection authorized={authorized} forms={forms} fields={asked} onMissing={setMissingDocument} />
            <section className="card">
              <h2>{t('h5.position')}</h2>
              <CoordinatesInput
                frame={{
                  at: 'position',
                  label: t('stage.field.coordinates'),
                  required: needsPosition(attributes),
                  problem: form.problem('position'),
                }}
                value={content.position}
                change={(next, quiet) => change(old => ({ position: next(old.position ?? undefined) ?? null }), quiet)}
                searchFirst={isNew}
              />
            </section>
          </>
        )}
        {(step ? step.groups : groups).map(group => (
          <Group key={group.key} group={group} folded={step !== undefined && step.key !== 'more'} />
        ))}
      </Page>
      {asking && (
        <QuestionsDialog
          questions={questions.filter(question => !isAnswered(question, content.confirmed))}
          labelOf={path => labelOfKey(path.replace(/^(rows\.\d+\.)?values\./, ''))}
          onBack={() => setAsking(false)}
          onConfirm={given => {
            const confirmed = [...answersTo(questions, content.confirmed), ...given]
            change({ confirmed })
            void submit(confirmed)
          }}
        />
      )}
      {elsewhere && !elsewhereRead && (
        <ElsewhereDialog
          onClose={() => setElsewhereRead(true)}
          onOpen={() => navigate(`/operationLog?report=${report.key}`, { replace: true })}
          onNew={() =>
            void draft.keepAsNew().then(
              key => navigate(`/operationLink?report=${key}`, { replace: true }),
              () => say(t('h5.draft.failed'), 'bad'),
            )
          }
        />
      )}
      {leaving && (
        <LeaveDialog
          busy={preparing}
          onStay={() => setLeaving(false)}
          onKeep={() => void draft.flush().then(kept => (kept ? navigate('/operationLink') : setLeaving(false)))}
          onDiscard={() => void draft.discard().then(() => navigate('/operationLink'))}
        />
      )}
    </FormContext>
  )
}

/**
 * One group of fields; open when something in it is required or wrong.
 * @param folded what is not required, not filled in and not wrong waits behind “more”
 */
function Group({ group, folded }: { group: FormGroup; folded: boolean }) {
  const { t } = useApp()
  const form = useForm()
  const isWrong = (field: FormField) => form.problem(`values.${field.key}`) !== undefined
  const wrong = group.fields.some(isWrong)
  const [open, setOpen] = useState(group.required > 0)
  // What was filled in when the step was opened stays in sight; a field does not vanish while it is typed in.
  const [first] = useState(
    () => new Set(group.fields.filter(field => field.required || !isEmpty(form.content.values[field.key]))),
  )
  const [more, setMore] = useState(!folded)
  const shown = open || wrong
  const fields = more ? group.fields : group.fields.filter(field => first.has(field) || isWrong(field))
  return (
    <section className={wrong ? 'card group group-wrong' : 'card group'}>
      <h2>
        <button type="button" className="group-button" aria-expanded={shown} onClick={() => setOpen(!shown)}>
          <span>{t(`stage.group.${group.key}`)}</span>
          <span className="card-note">
            {t('h5.group.filled', { n: filled(group, form.content.values), total: group.fields.length })}
          </span>
          <Icon name="down" />
        </button>
      </h2>
      {shown && fields.map(field => <FieldInput key={field.key} field={field} />)}
      {shown && fields.length < group.fields.length && (
        <button type="button" className="button" aria-expanded={false} onClick={() => setMore(true)}>
          {t('h5.steps.moreFields', { n: group.fields.length - fields.length })}
        </button>
      )}
    </section>
  )
}
