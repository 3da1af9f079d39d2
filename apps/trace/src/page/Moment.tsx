import { type Format, moment } from '../format.ts'

/** A moment for people and machines; the script rewrites it for the reader's clock (`data-moment`). */
export function Moment({ at, format }: { at: string; format: Format }) {
  const text = moment(at, format)
  return text === at ? (
    <span>{at}</span>
  ) : (
    <time dateTime={at} data-moment="">
      {text}
    </time>
  )
}
