import { ApiError, issueText } from '@timbermark/client'
import {
  type FormContent,
  formAttributes,
  type StageKey,
  stageKeys,
  stageTemplates,
  wordIn,
} from '@timbermark/contract'
import { pathLabel } from '@timbermark/phrases'
import { Alert, Input, Modal, Select } from 'antd'
import { useState } from 'react'
import { useRefresh } from '../../../entity/use-entity.ts'
import { useFeedback } from '../../../entity/use-feedback.ts'
import { useClient, useT } from '../../../shell/index.ts'
import { Labelled } from '../parts/labelled.tsx'

/** Makes a stage template from a form, and says before what of the form it does not take over. */
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
  const [saving, setSaving] = useState(false)
  const [problem, setProblem] = useState<string>()
  const { attributes, left } = formAttributes(form.content)
  const make = async () => {
    setSaving(true)
    setProblem(undefined)
    try {
      await client.call('POST /stage/template', {
        body: { name, displayName: name, stage, orderNum: 1, visible: '0', status: '0', attributes },
      })
      feedback.done(t('tool.build.templateDone'))
      await refresh()
      onClose()
    } catch (failure) {
      const issue = failure instanceof ApiError ? failure.issues[0] : undefined
      if (issue) setProblem(issueText(t, issue, pathLabel(t, issue.field, 'stage.template')))
      else feedback.fail(failure)
    } finally {
      setSaving(false)
    }
  }
  return (
    <Modal
      open
      title={t('tool.build.templateTitle', { name: form.name })}
      okText={t('action.add')}
      cancelText={t('action.cancel')}
      okButtonProps={{ disabled: attributes.length === 0 || name.trim() === '' }}
      confirmLoading={saving}
      onOk={make}
      onCancel={onClose}
    >
      <div className="tm-build-template">
        {problem && <Alert type="error" showIcon title={problem} />}
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
    </Modal>
  )
}
