import { formatMoment } from '../format.ts'
import type { IslandProps } from '../live.ts'
import { useLive } from '../live.ts'

/**
 * A moment inside an island. The server writes UTC; the browser writes the reader's time. The two engines may format a date
 * differently, so the hydration warning is suppressed.
 */
export function LiveMoment({ at, format, store }: { at: string } & Pick<IslandProps, 'format' | 'store'>) {
  const readerFormat = useLive(store).format
  return (
    <time dateTime={at} suppressHydrationWarning>
      {formatMoment(at, readerFormat ?? format)}
    </time>
  )
}
