import { formatDate, type Format, formatMoment, serverFormat } from '../format.ts'

/**
 * A moment for people and machines, or only its day. The server writes UTC, which the script rewrites in the reader's time zone
 * (`data-moment`).
 */
export function Moment({ at, format, dayOnly = false }: { at: string; format: Format; dayOnly?: boolean }) {
  const text = dayOnly ? formatDate(at, format) : formatMoment(at, format)
  if (text === at) return <span>{at}</span>
  const isReaderTime = format.timeZone !== 'UTC'
  return (
    <time
      dateTime={at}
      data-moment={isReaderTime ? undefined : dayOnly ? 'day' : ''}
      title={isReaderTime || dayOnly ? formatMoment(at, serverFormat(format.language)) : undefined}
    >
      {text}
    </time>
  )
}
