import { can } from '@timbermark/client'
import { useApp } from '../app/context.ts'
import type { Problem } from '../report/check.ts'
import {
  checkLabelAct,
  type LabelReason,
  type LabelVerb,
  labelVerbs,
  type LocalLabelAct,
  reasonsOf,
} from '../report/label-act.ts'
import { countCodes } from '../report/scanned-codes.ts'
import { applyCheckResult } from '../scan/scan-list.ts'
import { Choices } from '../ui/choices.tsx'
import { Field, FieldSet } from '../ui/field.tsx'
import { Notice } from '../ui/page.tsx'
import { CodeCollector } from '../codes/code-collector.tsx'
import { askAboutCode } from '../codes/code-checks.ts'
import { labelCheckOf } from '../codes/label-check.ts'
import { useCodeChecks } from '../codes/use-code-checks.ts'
import { SendPage, useSending } from './send-page.tsx'
import { useWorkingCopy } from './use-working-copy.ts'

/** Collects labels and puts them in use, or reports them as spoiled or lost; without a network it is sent later. */
export function LabelActForm(props: { act: LocalLabelAct; isNew: boolean; onFirstSave: () => void }) {
  const { act, isNew, onFirstSave } = props
  const { t, client } = useApp()
  const { content, change, submit, isElsewhere } = useWorkingCopy(act, isNew, onFirstSave)
  const { verb, reason, codes } = content
  const sending = useSending(
    act,
    () => checkLabelAct(content),
    () => submit({ ...content, reason: verb === 'activate' ? '' : reason }),
  )
  const problemAt = (at: string) => problemText(sending.problems.find(one => one.at === at))
  const problemText = (problem: Problem | undefined) => problem?.phrase && t(problem.phrase, problem.params)

  const checks = useCodeChecks({
    codes,
    target: verb,
    check: entry => askAboutCode(t, client, entry, { checkOf: answer => labelCheckOf(t, verb, answer, entry.code) }),
    onResult: (code, result) => change(old => ({ codes: applyCheckResult(old.codes, code, result) }), true),
  })

  return (
    <SendPage
      title={t('h5.tile.labels')}
      back="/"
      label={t(sendTexts[verb])}
      item={act}
      sending={sending}
      isElsewhere={isElsewhere}
      refusal={act.refusal && <Notice tone="bad">{act.refusal.message}</Notice>}
    >
      <section className="card">
        <VerbChoice verb={verb} onChange={next => change(() => ({ verb: next, reason: '' }))} />
        <p className="field-hint">{t(`code.label.${verb}Hint`)}</p>
        {verb !== 'activate' && (
          <Field frame={{ at: 'reason', label: t('code.label.reason'), required: true, problem: problemAt('reason') }}>
            {input => (
              <select
                {...input}
                value={reason}
                onChange={event => change(() => ({ reason: event.target.value as LabelReason | '' }))}
              >
                <option value="">{t('common.choose')}</option>
                {reasonsOf(verb).map(one => (
                  <option key={one} value={one}>
                    {t(`code.label.reason.${one}`)}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
      </section>
      <section className="card" data-at="codes">
        <h2>
          {t('h5.labels')} <span className="card-note">{t('h5.labels.count', { n: countCodes(codes) })}</span>
        </h2>
        {problemAt('codes') && <p className="field-problem">{problemAt('codes')}</p>}
        <CodeCollector
          codes={codes}
          change={next => change(old => ({ codes: next(old.codes) }))}
          takesRanges
          texts={{ empty: t('h5.labels.none'), good: t('h5.labels.good'), already: t('h5.labels.already') }}
          onRecheck={checks.recheck}
        />
      </section>
    </SendPage>
  )
}

const sendTexts = { activate: 'h5.labels.attach', spoil: 'action.spoil', lose: 'action.lose' } as const

/** What happened to the labels: of the acts, those that the person may take. */
function VerbChoice({ verb, onChange }: { verb: LabelVerb; onChange: (verb: LabelVerb) => void }) {
  const { t, profile } = useApp()
  const offered = labelVerbs.filter(one => can(profile.permissions ?? [], [`code:label:${one}`]))
  if (offered.length === 0) return <Notice tone="bad">{t('error.forbidden')}</Notice>
  return (
    <FieldSet frame={{ at: 'verb', label: t('h5.labels.verb') }}>
      <Choices values={offered} chosen={verb} label={one => t(`h5.labels.verb.${one}`)} onChoose={onChange} />
    </FieldSet>
  )
}
