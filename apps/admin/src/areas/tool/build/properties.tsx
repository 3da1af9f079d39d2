import { type FormContent, type FormField, formWidths } from '@timbermark/contract'
import { Checkbox, Input, Segmented } from 'antd'
import { useT } from '../../../shell/index.ts'
import { EachLanguage } from '../parts/each-language.tsx'
import { Labelled } from '../parts/labelled.tsx'
import { DictionaryChoice, Options, WholeNumber } from '../parts/rules.tsx'
import { changeField, linesOf } from './form-lines.ts'

interface PropertiesProps {
  content: FormContent
  chosen: string | undefined
  problem: (path: string) => string | undefined
  onChoose: (id: string) => void
  onChange: (content: FormContent, about?: string) => void
}

/** The properties of the selected line. */
export function Properties({ content, chosen, problem, onChoose, onChange }: PropertiesProps) {
  const t = useT()
  const line = linesOf(content).find(one => one.id === chosen)
  return (
    <section className="tm-build-properties" aria-label={t('tool.build.properties')}>
      <h3>{t('tool.build.properties')}</h3>
      {!line ? (
        <p className="tm-muted">{t('tool.build.pickOne')}</p>
      ) : line.kind === 'group' ? (
        <>
          <p className="tm-muted">{t('tool.build.titlesHint')}</p>
          <EachLanguage
            label={t('tool.build.titles')}
            value={line.of.titles}
            max={100}
            problem={language => problem(`content.groups.${line.group}.titles.${language}`)}
            onChange={titles =>
              onChange(
                { groups: content.groups.map((one, at) => (at === line.group ? { ...one, titles } : one)) },
                `titles ${line.group}`,
              )
            }
          />
        </>
      ) : (
        <FieldProperties
          field={line.of}
          problem={path => problem(`content.groups.${line.group}.fields.${line.at}.${path}`)}
          onChange={(change, about) => {
            onChange(changeField(content, line.of.key, change), `${line.of.key} ${about}`)
            if (change.key !== undefined) onChoose(`field-${change.key}`)
          }}
          isFree={key => !content.groups.some(group => group.fields.some(one => one.key === key))}
        />
      )}
    </section>
  )
}

interface FieldProps {
  field: FormField
  problem: (path: string) => string | undefined
  onChange: (change: Partial<FormField>, about: string) => void
  isFree: (key: string) => boolean
}

type NumberRule = 'min' | 'max' | 'scale' | 'lines' | 'maxItems'

function FieldProperties({ field, problem, onChange, isFree }: FieldProps) {
  const t = useT()
  const isText = field.kind === 'text'
  const number = (name: NumberRule, label: string) => (
    <WholeNumber
      label={label}
      value={field[name]}
      problem={problem(name)}
      onChange={value => onChange({ [name]: value }, name)}
    />
  )
  const hasRange = field.kind === 'integer' || field.kind === 'decimal'
  const isFile = field.kind === 'images' || field.kind === 'files' || field.kind === 'video'
  return (
    <>
      <EachLanguage
        label={t('tool.build.labels')}
        value={field.labels}
        max={100}
        problem={language => problem(`labels.${language}`)}
        onChange={labels => onChange({ labels }, 'labels')}
      />
      <Labelled label={t('tool.build.key')} problem={problem('key')}>
        {props => (
          <Input
            {...props}
            // A key that another field has would merge the two fields.
            key={field.key}
            defaultValue={field.key}
            maxLength={40}
            spellCheck={false}
            onBlur={event => {
              const key = event.target.value.trim()
              if (key !== field.key && key !== '' && isFree(key)) onChange({ key }, 'key')
              else event.target.value = field.key
            }}
          />
        )}
      </Labelled>
      <div className="tm-labelled">
        <span>{t('tool.build.width')}</span>
        <Segmented<FormField['width']>
          size="small"
          value={field.width}
          options={formWidths.map(value => ({ value, label: t(`tool.build.width.${value}`) }))}
          onChange={width => onChange({ width }, 'width')}
        />
      </div>
      {field.kind !== 'flag' && (
        <Checkbox
          checked={field.required === true}
          onChange={({ target }) => onChange({ required: target.checked || undefined }, 'required')}
        >
          {t('tool.build.required')}
        </Checkbox>
      )}
      {isText && (
        <>
          {number('min', t('tool.build.min'))}
          {number('max', t('tool.gen.maxLength'))}
          {number('lines', t('tool.build.lines'))}
          <Labelled label={t('tool.build.pattern')} hint={t('tool.build.patternHint')} problem={problem('pattern')}>
            {props => (
              <Input
                {...props}
                value={field.pattern ?? ''}
                maxLength={200}
                spellCheck={false}
                onChange={event => onChange({ pattern: event.target.value || undefined }, 'pattern')}
              />
            )}
          </Labelled>
        </>
      )}
      {hasRange && (
        <>
          {number('min', t('tool.gen.min'))}
          {number('max', t('tool.gen.max'))}
        </>
      )}
      {field.kind === 'decimal' && number('scale', t('tool.gen.scale'))}
      {isFile && number('maxItems', t('tool.build.maxItems'))}
      {field.kind === 'dict' && (
        <DictionaryChoice value={field.dict} problem={problem('dict')} onChange={dict => onChange({ dict }, 'dict')} />
      )}
      {field.kind === 'choice' && (
        <Options
          options={field.options ?? []}
          problem={problem}
          onChange={options => onChange({ options }, 'options')}
        />
      )}
    </>
  )
}
