import { type Format, moment, serverFormat } from '../format.ts'

/** A moment for people and machines. The server writes UTC, which the script rewrites for the reader's clock (`data-moment`). */
export function Moment({ at, format }: { at: string; format: Format }) {
  const text = moment(at, format)
  if (text === at) return <span>{at}</span>
  const own = format.timeZone !== 'UTC'
  return (
    <time
      dateTime={at}
      data-moment={own ? undefined : ''}
      title={own ? moment(at, serverFormat(format.language)) : undefined}
    >
      {text}
    </time>
  )
}
