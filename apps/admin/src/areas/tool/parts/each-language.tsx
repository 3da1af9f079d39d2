import { type TextInEachLanguage, languages } from '@timbermark/contract'
import { Input } from 'antd'
import { useT } from '../../../shell/index.ts'
import { Labelled } from './labelled.tsx'

/** A required text in each of the three languages. */
export function EachLanguage({
  label,
  value,
  max,
  problem,
  onChange,
}: {
  label: string
  value: TextInEachLanguage
  max: number
  /** The problem of the text in a language. */
  problem: (language: string) => string | undefined
  onChange: (value: TextInEachLanguage) => void
}) {
  const t = useT()
  return (
    <>
      {languages.map(language => (
        <Labelled
          key={language}
          label={t('field.inLanguage', { label, language: t(`field.language.${language}`) })}
          problem={problem(language)}
        >
          {props => (
            <Input
              {...props}
              lang={language}
              value={value[language]}
              maxLength={max * 2}
              onChange={event => onChange({ ...value, [language]: event.target.value })}
            />
          )}
        </Labelled>
      ))}
    </>
  )
}
