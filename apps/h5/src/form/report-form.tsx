import { issueText } from '@timbermark/client'
import type { Stage } from '@timbermark/contract'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { useApp } from '../app/context.ts'
import { checkReport, type Problem } from '../report/check.ts'
import { askedValues, type FormField, filled, formFields, formGroups, type FormGroup } from '../report/form-model.ts'
import type { LocalReport } from '../report/report.ts'
import type { AuthorizedStage } from '../report/wire.ts'
import { Icon } from '../ui/icons.tsx'
import { Notice, Page } from '../ui/page.tsx'
import { Refused } from '../views/refused.tsx'
import { CodesSection } from './codes-section.tsx'
import { CoordinatesInput } from './coordinates-input.tsx'
import { FieldInput } from './field-input.tsx'
import { type Form, FormContext, useForm } from './form-context.ts'
import { PapersSection } from './papers-section.tsx'
import { LeaveDialog, leadTo, SaveLine, Summary } from './report-parts.tsx'
import { useDraft } from './use-draft.ts'

/** The form of one report, drawn from its stage and the chosen template. */
export function ReportForm(props: {
  stage: Stage
  report: LocalReport
  /** Undefined while the stages of this person are not known on this phone. */
  authorized: AuthorizedStage | undefined
  notAuthorized: boolean
  isNew: boolean
  onFirstSave: () => void
}) {
  const { stage, report, authorized, notAuthorized, isNew, onFirstSave } = props
  const { t, say, online } = useApp()
  const navigate = useNavigate()
  const draft = useDraft(report, onFirstSave)
  const { content, change } = draft
  const [checking, setChecking] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const [sending, setSending] = useState(false)
  const [missingDocument, setMissingDocument] = useState<string>()

  const template = authorized?.templates.find(one => String(one.id) === String(content.templateId))
  const attributes = useMemo(() => template?.attributes ?? [], [template])
  const fields = useMemo(() => formFields(stage, attributes), [stage, attributes])
  const groups = useMemo(() => formGroups(fields), [fields])

  const labelOf = (field: FormField) => field.label ?? t.from(`stage.field.${field.key}`)
  const labelOfKey = (key: string) => {
    const field = fields.find(one => one.key === key)
    return field ? labelOf(field) : key
  }
  const words = (problem: Problem) =>
    problem.issue ? issueText(t, problem.issue, labelOfKey(problem.issue.field)) : t(problem.phrase, problem.params)
  // Problems are shown from the first attempt to submit on, and vanish as they are corrected.
  const check = () => checkReport(content, { language: t.language, stage, attributes, fields, missingDocument })
  const problems = checking ? check() : []

  const form: Form = {
    report,
    content,
    change,
    labelOf,
    setValue: (key, value) =>
      change(old => {
        const { [key]: _, ...others } = old.values
        return { values: value === undefined || value === '' ? others : { ...others, [key]: value } }
      }),
    problem: at => {
      const found = problems.find(one => one.at === at)
      return found && words(found)
    },
    attachments: draft.attachments,
    attach: draft.attach,
    detach: draft.detach,
  }

  async function submit() {
    setChecking(true)
    const found = check()
    if (found.length > 0) {
      say(words(found[0]!), 'bad')
      // The summary and the opened groups must be there before one of them can be led to.
      setTimeout(() => leadTo(found[0]!.at))
      return
    }
    setSending(true)
    try {
      await draft.submit({
        ...content,
        documentCode: content.documentCode.trim(),
        operator: content.operator.trim(),
        values: askedValues(fields, content.values, t.language),
      })
      navigate(`/operationLog?report=${report.key}`, { replace: true })
    } catch {
      setSending(false)
      say(t('h5.draft.failed'), 'bad')
    }
  }

  return (
    <FormContext value={form}>
      <Page
        title={`${stage.order}. ${t(`stage.${stage.key}`)}`}
        back="/operationLink"
        onBack={() => {
          if (draft.saveState === 'clean') return true
          setLeaving(true)
          return false
        }}
        footer={
          <>
            <SaveLine state={draft.saveState} />
            <button
              type="button"
              className="button button-main button-wide"
              disabled={sending}
              onClick={() => void submit()}
            >
              <Icon name="send" size={20} /> {t(online ? 'h5.submit' : 'h5.submit.offline')}
            </button>
          </>
        }
      >
        <p className="intro">{t(`stage.${stage.key}.hint`)}</p>
        {!online && <Notice>{t('h5.offlineHint')}</Notice>}
        {notAuthorized && <Notice tone="bad">{t('h5.choose.notAuthorized')}</Notice>}
        {report.refusal && <Refused refusal={report.refusal} />}
        {problems.length > 0 && <Summary problems={problems} words={words} />}
        <CodesSection stage={stage} />
        <PapersSection authorized={authorized} fields={fields} onMissing={setMissingDocument} />
        <section className="card">
          <h2>{t('h5.position')}</h2>
          <CoordinatesInput
            frame={{ at: 'position', label: t('stage.field.coordinates'), problem: form.problem('position') }}
            value={content.position}
            onChange={(position, quiet) => change({ position: position ?? null }, quiet)}
            searchFirst={isNew}
          />
        </section>
        {groups.map(group => (
          <Group key={group.key} group={group} />
        ))}
      </Page>
      {leaving && (
        <LeaveDialog
          onStay={() => setLeaving(false)}
          onKeep={() => void draft.flush().then(() => navigate('/operationLink'))}
          onDiscard={() => void draft.discard().then(() => navigate('/operationLink'))}
        />
      )}
    </FormContext>
  )
}

/** One group of fields; open when something in it is required or wrong. */
function Group({ group }: { group: FormGroup }) {
  const { t } = useApp()
  const form = useForm()
  const wrong = group.fields.some(field => form.problem(`values.${field.key}`) !== undefined)
  const [open, setOpen] = useState(group.required > 0)
  const shown = open || wrong
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
      {shown && group.fields.map(field => <FieldInput key={field.key} field={field} />)}
    </section>
  )
}
