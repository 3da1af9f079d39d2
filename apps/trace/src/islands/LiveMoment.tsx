import { formatMoment } from '../format.ts'
import type { IslandProps } from '../live.ts'
import { useLive } from '../live.ts'

/**
 * A moment inside an island. The server writes UTC; the reader's browser writes the reader's own time. The two engines
 * may spell a date differently, hence no warning about the first text.
 */
export function LiveMoment({ at, format, store }: { at: string } & Pick<IslandProps, 'format' | 'store'>) {
  const readerFormat = useLive(store).format
  return (
    <time dateTime={at} suppressHydrationWarning>
      {formatMoment(at, readerFormat ?? format)}
    </time>
  )
}
