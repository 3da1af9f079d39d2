import { formatCoordinates, formatNumber, type Translate } from '@timbermark/client'
import type { FileInfo, StageFieldType } from '@timbermark/contract'
import { unitKey } from '@timbermark/phrases'
import { useEffect, useState } from 'react'
import { useApp } from '../app/context.ts'
import { dayText, momentText } from '../app/texts.ts'
import { readCached } from '../platform/answer-cache.ts'
import { dictPath } from '../app/offline-calls.ts'
import type { DictEntry } from '../report/wire.ts'
import { Icon } from '../ui/icons.tsx'

/** Label and value pairs; those without a value are left out. */
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

/** One answer to show. */
export interface DisplayedAnswer {
  key: string
  type: StageFieldType
  label?: string | null
  unit?: string | null
  dict?: string | null
  value: unknown
}

export const isFileAnswer = (answer: DisplayedAnswer): boolean => answer.type === 'images' || answer.type === 'files'

/** The answers of a report as text, without pictures and files. */
export function AnswerList({ answers }: { answers: readonly DisplayedAnswer[] }) {
  const { t } = useApp()
  const textAnswers = answers.filter(answer => !isFileAnswer(answer))
  const dicts = useDicts(textAnswers)
  return <Facts facts={textAnswers.map(answer => [answerLabel(t, answer), answerText(t, answer, dicts)])} />
}

export function answerLabel(t: Translate, answer: DisplayedAnswer): string {
  const key = `stage.field.${answer.key}`
  return answer.label || (t.has(key) ? t(key) : answer.key)
}

type Labels = ReadonlyMap<string, ReadonlyMap<string, string>>

function answerText(t: Translate, answer: DisplayedAnswer, dicts: Labels): string {
  const { type, unit, dict, value } = answer
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no')
  const text = Array.isArray(value) ? value.join(', ') : String(value)
  switch (type) {
    case 'choice': {
      const key = `stage.option.${text}`
      return t.has(key) ? t(key) : text
    }
    case 'dict':
      return dicts.get(dict ?? '')?.get(text) ?? text
    case 'country':
      return countryName(t.locale, text)
    case 'coordinates':
      return Array.isArray(value) ? formatCoordinates(t, value.map(Number) as [number, number]) : text
    case 'datetime':
      return momentText(t, text)
    case 'date':
      return dayText(t, text)
    case 'number':
    case 'integer': {
      const number = formatNumber(text, t.language)
      return unit ? `${number} ${t.from(unitKey(unit, number, t.language))}` : number
    }
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

/** Labels of the dictionaries that the answers use, as far as this phone has them cached. */
function useDicts(answers: readonly DisplayedAnswer[]): Labels {
  const { cache } = useApp()
  const names = [...new Set(answers.flatMap(answer => answer.dict ?? []))].sort().join(' ')
  const [labels, setLabels] = useState<Labels>(new Map())
  useEffect(() => {
    if (!names) return
    let isCancelled = false
    const labelRequests = names.split(' ').map(async name => {
      const cached = await readCached<DictEntry[]>(cache, dictPath(name)).catch(() => undefined)
      return [name, new Map(cached?.data.map(entry => [entry.dictValue, entry.dictLabel]))] as const
    })
    void Promise.all(labelRequests).then(entries => !isCancelled && setLabels(new Map(entries)))
    return () => {
      isCancelled = true
    }
  }, [cache, names])
  return labels
}

/** Pictures and files on the server. */
export function ServerFiles({ files }: { files: readonly FileInfo[] }) {
  return (
    <ul className="pictures">
      {files.map(file => (
        <li key={file.id}>
          <a className="file-name" href={file.url} target="_blank" rel="noreferrer">
            {file.type.startsWith('image/') ? (
              <img src={file.url} alt={file.name} loading="lazy" />
            ) : (
              <>
                <Icon name="file" size={20} /> {file.name}
              </>
            )}
          </a>
        </li>
      ))}
    </ul>
  )
}
