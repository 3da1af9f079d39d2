import { dateOf, type Format, moment, serverFormat } from '../format.ts'

/**
 * A moment for people and machines, or its day alone. The server writes UTC, which the script rewrites for the reader's clock
 * (`data-moment`).
 */
export function Moment({ at, format, dayOnly = false }: { at: string; format: Format; dayOnly?: boolean }) {
  const text = dayOnly ? dateOf(at, format) : moment(at, format)
  if (text === at) return <span>{at}</span>
  const own = format.timeZone !== 'UTC'
  return (
    <time
      dateTime={at}
      data-moment={own ? undefined : dayOnly ? 'day' : ''}
      title={own || dayOnly ? moment(at, serverFormat(format.language)) : undefined}
    >
      {text}
    </time>
  )
}
