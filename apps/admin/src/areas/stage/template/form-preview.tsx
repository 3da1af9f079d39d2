import { useQuery } from '@tanstack/react-query'
import { createTranslator, type Translate } from '@timbermark/client'
import { type Language, languages, type StageField, type StageKey } from '@timbermark/contract'
import { Segmented } from 'antd'
import { useState } from 'react'
import { ScrollRegion } from '../../../entity/list/scroll-region.tsx'
import { useT } from '../../../shell/index.ts'
import { phrasesQuery } from '../../../entity/values/phrases-query.ts'
import type { AttributeDraft } from './attributes.ts'
import { groupsOf } from './attribute-order.ts'

/** The form as the phone will show it, in each language, while it is being edited. */
export function FormPreview({ stage, drafts }: { stage: StageKey; drafts: readonly AttributeDraft[] }) {
  const t = useT()
  const [language, setLanguage] = useState<Language>(t.language)
  const { data } = useQuery(phrasesQuery(language))
  const translate = data && createTranslator(data, language)
  return (
    <section className="tm-preview" aria-label={t('stage.template.preview')}>
      <h3>{t('stage.template.preview')}</h3>
      <Segmented<Language>
        block
        size="small"
        value={language}
        options={languages.map(value => ({ value, label: <span lang={value}>{t(`language.${value}`)}</span> }))}
        onChange={setLanguage}
      />
      {translate && (
        <ScrollRegion label={t('stage.template.preview')} className="tm-preview-phone">
          <div lang={language}>
            <p className="tm-preview-title">{translate(`stage.${stage}`)}</p>
            {groupsOf(stage, drafts).map(({ key, fields }) => (
              <div key={key} className="tm-preview-group">
                <h4>{translate(`stage.group.${key}`)}</h4>
                {fields.map(field => (
                  <PreviewField key={field.key} field={field} words={translate} drafts={drafts} />
                ))}
              </div>
            ))}
          </div>
        </ScrollRegion>
      )}
    </section>
  )
}

function PreviewField({
  field,
  words,
  drafts,
}: {
  field: StageField
  words: Translate
  drafts: readonly AttributeDraft[]
}) {
  const phrase = `stage.field.${field.key}`
  const at = /^attribute-(\d+)$/.exec(field.key)?.[1]
  const label =
    at === undefined
      ? words.from(phrase)
      : drafts[Number(at)]?.label || words('stage.template.attribute', { n: Number(at) + 1 })
  return (
    <div className="tm-preview-field">
      <span>
        {label}
        {field.required && ' *'}
      </span>
      <span className={field.type === 'longText' ? 'tm-preview-box tm-preview-tall' : 'tm-preview-box'}>
        {placeholderOf(field, words)}
      </span>
    </div>
  )
}

/** The placeholder of the empty field. */
function placeholderOf({ type, unit }: StageField, words: Translate): string {
  switch (type) {
    case 'images':
      return words('h5.photo.take')
    case 'files':
      return words('h5.file.choose')
    case 'code':
      return words('h5.codes.scan')
    case 'dict':
    case 'choice':
    case 'country':
    case 'yesNo':
      return words('common.choose')
    default:
      return unit ? words.from(`unit.${unit}`) : ''
  }
}
