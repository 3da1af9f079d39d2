import { formatNumber } from '@timbermark/client'
import type { StageKey } from '@timbermark/contract'
import { stageByKey } from '@timbermark/contract/stages'
import { useEffect, useState } from 'react'
import { useApp } from '../app/context.ts'
import { dayText, momentText } from '../app/words.ts'
import { readKept } from '../platform/kept.ts'
import { dictPath } from '../platform/prepare.ts'
import type { FormField } from '../report/form-model.ts'
import { formFields } from '../report/form-model.ts'
import type { DictEntry, TemplateAttribute } from '../report/wire.ts'

/** Facts by name; those without a value are left out. */
export function Facts({ facts }: { facts: readonly (readonly [label: string, value: string | null | undefined])[] }) {
  return (
    <dl className="facts">
      {facts.map(
        ([label, value]) =>
          value && (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

/** The answers of a report in words. Pictures and files are shown elsewhere. */
export function Values(props: {
  stage: StageKey
  values: Record<string, unknown>
  attributes?: readonly TemplateAttribute[]
}) {
  const { t } = useApp()
  const { stage, values, attributes = [] } = props
  const fields = formFields(stageByKey(stage), attributes)
  const dicts = useDicts(fields)
  const known = new Map(fields.map(field => [field.key, field]))
  const facts = Object.entries(values).flatMap(([key, value]) => {
    const field = known.get(key)
    if (field?.type === 'images' || field?.type === 'files') return []
    const label = field?.label ?? (t.has(`stage.field.${key}`) ? t.from(`stage.field.${key}`) : key)
    return [[label, valueText(t, field, value, dicts)] as const]
  })
  // In the order of the form, whatever order the server keeps.
  const order = new Map(fields.map((field, index) => [field.label ?? t.from(`stage.field.${field.key}`), index]))
  facts.sort(([a], [b]) => (order.get(a) ?? 999) - (order.get(b) ?? 999))
  return <Facts facts={facts} />
}

type Labels = ReadonlyMap<string, ReadonlyMap<string, string>>

function valueText(
  t: ReturnType<typeof useApp>['t'],
  field: FormField | undefined,
  value: unknown,
  dicts: Labels,
): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no')
  const text = Array.isArray(value) ? value.join(', ') : String(value)
  switch (field?.type) {
    case 'choice':
      return t.from(`stage.option.${text}`) === `stage.option.${text}` ? text : t.from(`stage.option.${text}`)
    case 'dict':
      return dicts.get(field.dict ?? '')?.get(text) ?? text
    case 'country':
      return countryName(t.locale, text)
    case 'coordinates':
      return Array.isArray(value) ? `${value[1]}, ${value[0]}` : text
    case 'datetime':
      return momentText(t, text)
    case 'date':
      return dayText(t, text)
    case 'number':
    case 'integer':
      return `${formatNumber(text, t.language)}${field.unit ? ` ${t.from(`unit.${field.unit}`)}` : ''}`
    default:
      return text
  }
}

function countryName(locale: string, code: string): string {
  try {
    return new Intl.DisplayNames([locale], { type: 'region' }).of(code) ?? code
  } catch {
    return code
  }
}

/** Labels of the dictionaries that the fields choose from, as far as this phone knows them. */
function useDicts(fields: readonly FormField[]): Labels {
  const { keeper } = useApp()
  const names = [...new Set(fields.flatMap(field => field.dict ?? []))].sort().join(' ')
  const [labels, setLabels] = useState<Labels>(new Map())
  useEffect(() => {
    let left = false
    void Promise.all(
      names.split(' ').map(async name => {
        const kept = await readKept<DictEntry[]>(keeper, dictPath(name)).catch(() => undefined)
        return [name, new Map(kept?.data.map(entry => [entry.dictValue, entry.dictLabel]))] as const
      }),
    ).then(read => !left && setLabels(new Map(read)))
    return () => {
      left = true
    }
  }, [keeper, names])
  return labels
}
