import { GlobalOutlined } from '@ant-design/icons'
import { issueText } from '@timbermark/client'
import { checkText, type Language, languages, type TextField, textsKeyOf, textsOf, wordIn } from '@timbermark/contract'
import { Button, Form } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { useT } from '../../shell/index.ts'
import { TextControl } from '../controls/control.tsx'
import { checkValue, type ExtraRule } from './form-model.ts'

interface NameItemProps {
  name: string
  field: TextField
  label: string
  hint?: ReactNode
  wide?: boolean
  disabled?: boolean
  rule?: ExtraRule
  dependencies?: string[]
  /** Path of the value in the form, when it is one of a list. */
  at?: readonly (string | number)[]
  /** The same path from the root of the form. */
  fullPath?: readonly (string | number)[]
}

/** A text in the user's language. The other languages unfold below it, and missing ones are listed. */
export function NameItem({
  name,
  field,
  label,
  hint,
  wide,
  disabled,
  rule,
  dependencies = [],
  at,
  fullPath,
}: NameItemProps) {
  const t = useT()
  const form = Form.useFormInstance()
  const [wanted, setWanted] = useState(false)
  const key = textsKeyOf(name)
  const place = at ?? []
  const top = fullPath ?? place
  const texts = textsOf(Form.useWatch([...top, key], form))
  const text = String(Form.useWatch([...top, name], form) ?? '').trim()
  const others = languages.filter(language => language !== t.language)
  const isFilled = (language: Language) => (language === t.language ? text !== '' : texts[language] !== undefined)
  // A text that is empty in every language lacks no language in particular.
  const missing = languages.some(isFilled) ? languages.filter(language => !isFilled(language)) : []
  const inOther = (language: Language) => [...place, key, language]
  const { [t.language]: _own, ...elsewhere } = texts
  // An empty field shows the text of another language as its placeholder.
  const instead = wordIn(elsewhere, t.language).text
  return (
    <div className={wide ? 'tm-form-wide' : undefined}>
      <Form.Item
        name={at ? [...place, name] : name}
        label={label}
        required={field.required}
        extra={hint}
        dependencies={[...dependencies, ...others.map(language => [...top, key, language])] as never}
        className="tm-name-item"
        rules={[
          ({ getFieldsValue }) => ({
            validator: async (_, value) => {
              const all = getFieldsValue(true)
              const siblings = top.reduce((part, step) => part?.[step], all) ?? {}
              const issue = checkValue(name, field, value, at ? siblings : all, rule)
              if (issue) throw new Error(issueText(t, issue, label))
            },
          }),
        ]}
      >
        <TextControl max={field.max} lines={field.lines} disabled={disabled === true} placeholder={instead} />
      </Form.Item>
      <Form.Item noStyle shouldUpdate>
        {({ getFieldError }) => {
          // A refused field must be visible.
          const open = wanted || others.some(language => getFieldError([...top, key, language]).length > 0)
          return (
            <Others label={label} missing={missing} open={open} onToggle={() => setWanted(!open)}>
              {others.map(language => (
                <OtherLanguage
                  key={language}
                  at={inOther(language)}
                  // Folded away the field has no label: one label finds one field.
                  label={t('field.inLanguage', { label, language: t(`field.language.${language}`) })}
                  labelled={open}
                  name={name}
                  field={field}
                  language={language}
                  disabled={disabled}
                />
              ))}
            </Others>
          )
        }}
      </Form.Item>
    </div>
  )
}

interface OtherLanguageProps {
  at: readonly (string | number)[]
  label: string
  labelled: boolean
  name: string
  field: TextField
  language: Language
  disabled: boolean | undefined
}

/** The same text in another language; it is optional. */
function OtherLanguage({ at, label, labelled, name, field, language, disabled }: OtherLanguageProps) {
  const t = useT()
  const check = async (_: unknown, value: unknown) => {
    const blank = typeof value === 'string' && value !== '' && value.trim() === ''
    const issue = blank ? { error: 'required' as const } : value ? checkText(field, value) : undefined
    if (issue) throw new Error(issueText(t, { field: name, ...issue }, label))
  }
  return (
    <Form.Item name={[...at]} label={labelled ? label : undefined} rules={[{ validator: check }]}>
      <TextControl max={field.max} lines={field.lines} disabled={disabled === true} lang={language} />
    </Form.Item>
  )
}

interface OthersProps {
  label: string
  missing: readonly Language[]
  open: boolean
  onToggle: () => void
  children: ReactNode
}

/** The other languages, folded away, with the list of the missing ones. */
function Others({ label, missing, open, onToggle, children }: OthersProps) {
  const t = useT()
  const inner = useId()
  const list = missing.map(language => t(`field.language.${language}`)).join(t('sheetName.separator'))
  return (
    <div className="tm-other-languages">
      <Button
        type="link"
        size="small"
        icon={<GlobalOutlined />}
        aria-expanded={open}
        aria-controls={inner}
        aria-label={`${t('entity.otherLanguages')}: ${label}`}
        onClick={onToggle}
      >
        {t('entity.otherLanguages')}
      </Button>
      {missing.length > 0 && <span className="tm-muted">{t('entity.missingLanguages', { list })}</span>}
      <div id={inner} hidden={!open} className="tm-other-languages-fields">
        {children}
      </div>
    </div>
  )
}
