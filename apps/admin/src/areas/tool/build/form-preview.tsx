import { issueText } from '@timbermark/client'
import {
  checkField,
  type FormContent,
  type FormField,
  formKindOf,
  type Language,
  languages,
} from '@timbermark/contract'
import type { Kind } from '@timbermark/contract'
import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { KindControl } from '../../../entity/controls/control.tsx'
import { useFeedback } from '../../../entity/actions/use-feedback.ts'
import { useT } from '../../../shell/index.ts'
import { Labelled } from '../parts/labelled.tsx'

type Plain = Exclude<Kind, { kind: 'images' | 'files' | 'video' }>

const isFile = (kind: Kind): boolean => kind.kind === 'images' || kind.kind === 'files' || kind.kind === 'video'

/** The form as it looks and behaves, on a desktop and on a phone, in each language. Nothing is sent. */
export function FormPreview({ name, content }: { name: string; content: FormContent }) {
  const t = useT()
  const feedback = useFeedback()
  const [device, setDevice] = useState<'desktop' | 'phone'>('desktop')
  const [language, setLanguage] = useState<Language>(t.language)
  const [values, setValues] = useState<Readonly<Record<string, unknown>>>({})
  const [checking, setChecking] = useState(false)

  const fields = content.groups.flatMap(group => group.fields)
  const problemOf = (field: FormField): string | undefined => {
    const kind = formKindOf(field)
    // Files cannot be chosen in the preview.
    if (isFile(kind)) return undefined
    const issue = checkField(field.key, { ...kind, required: field.required === true } as never, values[field.key])
    return issue && issueText(t, issue, field.labels[language])
  }
  const check = () => {
    setChecking(true)
    if (!fields.some(problemOf)) feedback.done(t('tool.build.checked'))
  }
  return (
    <section className="tm-build-preview" aria-label={t('tool.build.preview')}>
      <div className="tm-build-bar">
        <Segmented<'desktop' | 'phone'>
          value={device}
          options={(['desktop', 'phone'] as const).map(value => ({ value, label: t(`tool.build.${value}`) }))}
          onChange={setDevice}
        />
        <Segmented<Language>
          value={language}
          options={languages.map(value => ({ value, label: <span lang={value}>{t(`language.${value}`)}</span> }))}
          onChange={setLanguage}
        />
      </div>
      <div className={`tm-build-device tm-build-${device}`} lang={language}>
        {name && <h3>{name}</h3>}
        {content.groups.map((group, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: groups have no name of their own
          <div key={index} className="tm-build-preview-group">
            {group.titles[language] && <h4>{group.titles[language]}</h4>}
            {group.fields.map(field => {
              const kind = formKindOf(field)
              return (
                <div key={field.key} className={`tm-build-w${field.width}`}>
                  <Labelled
                    label={`${field.labels[language]}${field.required ? ' *' : ''}`}
                    problem={checking ? problemOf(field) : undefined}
                  >
                    {({ status: _status, ...props }) =>
                      isFile(kind) ? (
                        <span id={props.id} className="tm-build-file">
                          {t('tool.build.fileHint')}
                        </span>
                      ) : (
                        <KindControl
                          {...props}
                          kind={kind as Plain}
                          required={field.required === true}
                          value={values[field.key]}
                          onChange={value => setValues(before => ({ ...before, [field.key]: value }))}
                          labelOf={option =>
                            field.kind === 'flag'
                              ? t(option === 'true' ? 'common.yes' : 'common.no')
                              : (field.options?.find(one => one.value === option)?.labels[language] ?? option)
                          }
                        />
                      )
                    }
                  </Labelled>
                </div>
              )
            })}
          </div>
        ))}
        {fields.length === 0 ? (
          <p className="tm-muted">{t('tool.build.noFields')}</p>
        ) : (
          <Button onClick={check}>{t('tool.build.check')}</Button>
        )}
      </div>
    </section>
  )
}
