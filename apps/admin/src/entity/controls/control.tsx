import { readTypedNumber } from '@timbermark/client'
import {
  type Field,
  type FileInfo,
  type FilesKind,
  isFilesKind,
  type Kind,
  type Language,
  type Listed,
} from '@timbermark/contract'
import { Input } from 'antd'
import { lazy, Suspense } from 'react'
import { useT } from '../../shell/index.ts'
import { optionLabel } from '../labels.ts'
import { ChoiceControl, CountryControl, DictControl, FlagControl } from './choice-control.tsx'
import type { ControlProps } from './control-props.ts'
import { CoordinatesControl } from './coordinates-control.tsx'
import { DayControl } from './day-control.tsx'
import { FilesControl } from './files-control.tsx'
import { NumberControl } from './number-control.tsx'
import { ReferenceControl } from './reference-control.tsx'
import { ZoneControl } from './zone-control.tsx'

const RichTextControl = lazy(() => import('./rich-text-control.tsx'))

/** The control of a field of an entity. */
export function Control({
  entity,
  name,
  field,
  ...props
}: ControlProps & { entity: Listed; name: string; field: Field }) {
  const t = useT()
  if (isFilesKind(field)) return <FilesControl {...(props as ControlProps<FileInfo[]>)} field={field} />
  return (
    <KindControl
      {...props}
      kind={field}
      required={field.required}
      labelOf={option => optionLabel(t, entity, name, option)}
    />
  )
}

interface KindControlProps extends ControlProps {
  kind: Exclude<Kind, FilesKind>
  required?: boolean
  /** Label of an option of a choice, of `true` and of `false`. */
  labelOf: (option: string) => string
  /** Integers are sent as text, too. */
  exact?: boolean
}

/** The control of a value by its kind, for entities and other forms. */
export function KindControl({ kind, required, labelOf, exact, ...props }: KindControlProps) {
  const t = useT()
  const choices = (options: readonly string[]) => options.map(value => ({ value, label: labelOf(value) }))
  switch (kind.kind) {
    case 'text':
      // Chosen by name, stored as a code.
      if (kind.codeOf)
        return (
          <ReferenceControl
            {...(props as ControlProps<string>)}
            entity={kind.codeOf.entity}
            path={`/${kind.codeOf.entity}/choices`}
          />
        )
      return <TextControl {...(props as ControlProps<string>)} max={kind.max} lines={kind.lines} />
    case 'richText':
      return (
        <Suspense fallback={<div className="tm-editor-loading">{t('common.loading')}</div>}>
          <RichTextControl {...(props as ControlProps<string>)} />
        </Suspense>
      )
    case 'integer':
    case 'decimal':
      return (
        <NumberControl
          {...(props as ControlProps<number | string>)}
          exact={exact || kind.kind === 'decimal'}
          unit={kind.unit}
          read={text => readTypedNumber(text, t.language, kind)}
        />
      )
    case 'date':
    case 'datetime':
      return <DayControl {...(props as ControlProps<string>)} time={kind.kind === 'datetime'} />
    case 'choice':
      return <ChoiceControl {...(props as ControlProps<string>)} required={required} options={choices(kind.options)} />
    case 'flag':
      return (
        <FlagControl {...(props as ControlProps<boolean>)} required={required} options={choices(['true', 'false'])} />
      )
    case 'dict':
      return <DictControl {...(props as ControlProps<string>)} type={kind.dict} required={required} />
    case 'country':
      return <CountryControl {...(props as ControlProps<string>)} required={required} />
    case 'timeZone':
      return <ZoneControl {...(props as ControlProps<string>)} />
    case 'coordinates':
      return <CoordinatesControl {...(props as ControlProps<[string, string]>)} />
    case 'ref':
      return <ReferenceControl {...(props as ControlProps<number>)} entity={kind.entity} tree={kind.tree} />
  }
}

/** Counts like the rules: one per visible character, including emoji and rare Chinese characters. */
const characters = (text: string) => [...text].length

/** A longer text is pasted, not written: nobody counts its characters, and the number would lie on the hint. */
const mostWritten = 10_000

export interface TextControlProps extends ControlProps<string> {
  max: number
  /** Height in lines; without it, a single-line input. */
  lines?: number | undefined
  /** Language of the text, when it differs from the form's. */
  lang?: Language
  /** Placeholder; "Please enter" by default. */
  placeholder?: string
}

/** Plain text, of one line or several. */
export function TextControl({ max, lines, onChange, placeholder, ...props }: TextControlProps) {
  const t = useT()
  // People can type past the limit; the excess is marked. Cutting off pasted text would lose it unseen.
  const common = {
    ...props,
    placeholder: placeholder || t('common.enter'),
    onChange: (event: { target: { value: string } }) => onChange?.(event.target.value),
  }
  return lines ? (
    <Input.TextArea {...common} rows={lines} count={{ max, show: max <= mostWritten, strategy: characters }} />
  ) : (
    <Input {...common} count={{ max, strategy: characters }} autoComplete="off" />
  )
}
