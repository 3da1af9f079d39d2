import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { issueText } from '@timbermark/client'
import { checkField, type TextInEachLanguage } from '@timbermark/contract'
import { dictionaries } from '@timbermark/contract/stages'
import { Button, Input, Select } from 'antd'
import { NumberControl } from '../../../entity/controls/number-control.tsx'
import { useT } from '../../../shell/index.ts'
import { EachLanguage } from './each-language.tsx'
import { Labelled } from './labelled.tsx'
import { searchOptions } from '../../../entity/controls/search-options.ts'

type Problem = (path: string) => string | undefined

interface WholeNumberProps {
  label: string
  value: number | undefined
  problem: string | undefined
  onChange: (value: number | undefined) => void
}

/** A bound or a count: a whole number, or none. Input of any other form is left as typed and shown as an error. */
export function WholeNumber({ label, value, problem, onChange }: WholeNumberProps) {
  const t = useT()
  const issue = checkField('', { kind: 'integer' }, value)
  return (
    <Labelled label={label} problem={issue ? issueText(t, issue, label) : problem}>
      {props => (
        <NumberControl
          {...props}
          exact={false}
          value={value}
          onChange={next => onChange((next ?? undefined) as number | undefined)}
        />
      )}
    </Labelled>
  )
}

interface DictionaryProps {
  value: string | undefined
  problem: string | undefined
  onChange: (dict: string) => void
}

/** The dictionary that the values come from. */
export function DictionaryChoice({ value, problem, onChange }: DictionaryProps) {
  const t = useT()
  return (
    <Labelled label={t('tool.gen.dict')} problem={problem}>
      {props => (
        <Select
          {...props}
          value={value}
          showSearch={searchOptions}
          placeholder={t('common.choose')}
          options={dictionaries.map(one => ({ value: one.type, label: t.from(one.name) }))}
          onChange={onChange}
        />
      )}
    </Labelled>
  )
}

interface Option {
  value: string
  labels: TextInEachLanguage
}

interface OptionsProps {
  options: readonly Option[]
  problem: Problem
  onChange: (options: Option[]) => void
}

/** The fixed choices of a field, each with its value and its label in each language. */
export function Options({ options, problem, onChange }: OptionsProps) {
  const t = useT()
  const set = (at: number, change: Partial<Option>) =>
    onChange(options.map((one, index) => (index === at ? { ...one, ...change } : one)))
  return (
    <fieldset className="tm-gen-wide tm-gen-options">
      <legend>{t('tool.gen.options')}</legend>
      {problem('options') && <span className="tm-labelled-problem">{problem('options')}</span>}
      {options.map((option, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: options have no name until they are written
        <div key={at} className="tm-gen-option">
          <Labelled label={t('tool.gen.optionValue')} problem={problem(`options.${at}.value`)}>
            {props => (
              <Input
                {...props}
                value={option.value}
                maxLength={40}
                spellCheck={false}
                onChange={event => set(at, { value: event.target.value })}
              />
            )}
          </Labelled>
          <EachLanguage
            label={t('tool.gen.option', { n: at + 1 })}
            value={option.labels}
            max={100}
            problem={language => problem(`options.${at}.labels.${language}`)}
            onChange={labels => set(at, { labels })}
          />
          <Button
            type="text"
            danger
            icon={<DeleteOutlined />}
            aria-label={`${t('action.remove')}: ${t('tool.gen.option', { n: at + 1 })}`}
            onClick={() => onChange(options.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      <Button
        type="dashed"
        icon={<PlusOutlined />}
        disabled={options.length >= 50}
        onClick={() =>
          onChange([...options, { value: `option${options.length + 1}`, labels: { zh: '', en: '', fr: '' } }])
        }
      >
        {t('tool.gen.addOption')}
      </Button>
    </fieldset>
  )
}
