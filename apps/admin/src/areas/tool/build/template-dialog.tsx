import { issueText } from '@timbermark/client'
import {
  type FormContent,
  formAttributes,
  type StageKey,
  stageKeys,
  stageTemplates,
  wordIn,
} from '@timbermark/contract'
import { pathLabel } from '@timbermark/phrases'
import { Alert, Input, Select } from 'antd'
import { useState } from 'react'
import { SendDialog } from '../../../entity/dialogs/dialog-form.tsx'
import { useRefresh } from '../../../entity/use-entity.ts'
import { useFeedback } from '../../../entity/actions/use-feedback.ts'
import { useClient, useT } from '../../../shell/index.ts'
import { Labelled } from '../parts/labelled.tsx'

/** Makes a stage template from a form, and first shows which parts of the form it cannot take over. */
export function TemplateDialog({
  form,
  onClose,
}: {
  form: { name: string; content: FormContent }
  onClose: () => void
}) {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const refresh = useRefresh(stageTemplates)
  const [name, setName] = useState([...form.name].slice(0, 50).join(''))
  const [stage, setStage] = useState<StageKey>('felling')
  const { attributes, omitted: left } = formAttributes(form.content)
  return (
    <SendDialog
      title={t('tool.build.templateTitle', { name: form.name })}
      ok={t('action.add')}
      disabled={attributes.length === 0 || name.trim() === ''}
      describeIssue={issue => issueText(t, issue, pathLabel(t, issue.field, 'stage.template'))}
      onClose={onClose}
      send={async headersFor => {
        const body = {
          name,
          displayName: name,
          stage,
          orderNum: 1,
          visible: '0' as const,
          status: '0' as const,
          attributes,
        }
        await client.call('POST /stage/template', { body, headers: headersFor(body) })
        feedback.done(t('tool.build.templateDone'))
        await refresh()
      }}
    >
      <div className="tm-build-template">
        <Labelled label={t('tool.build.templateName')}>
          {props => <Input {...props} value={name} maxLength={50} onChange={event => setName(event.target.value)} />}
        </Labelled>
        <Labelled label={t('stage.template.stage')}>
          {props => (
            <Select<StageKey>
              {...props}
              value={stage}
              options={stageKeys.map(value => ({ value, label: t(`stage.${value}`) }))}
              onChange={setStage}
            />
          )}
        </Labelled>
        {attributes.length === 0 ? (
          <Alert type="warning" showIcon title={t('tool.build.nothingCarried')} />
        ) : (
          <p>{t('tool.build.carried', { n: attributes.length })}</p>
        )}
        {left.length > 0 && (
          <section>
            <h4>{t('tool.build.left')}</h4>
            <ul>
              {left.map(({ field, why }) => (
                <li key={`${field?.key} ${why}`}>
                  {t(`tool.build.left.${why}`, { label: field ? wordIn(field.labels, t.language).text : '' })}
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </SendDialog>
  )
}
