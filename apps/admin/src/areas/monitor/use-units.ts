import { formatBytes, formatNumber } from '@timbermark/client'
import { useT } from '../../shell/index.ts'

/** Formats the monitor's figures in the reader's language. */
export function useUnits() {
  const t = useT()
  const number = (value: number, digits = 0) => formatNumber(value, t.language, { maximumFractionDigits: digits })
  return {
    number,
    bytes: (value: number) => formatBytes(value, t.language),
    percent: (share: number) => formatNumber(share, t.language, { style: 'percent', maximumFractionDigits: 1 }),
    milliseconds: (value: number) => t('monitor.server.milliseconds', { n: number(value, 1) }),
    /** A duration in the largest suitable unit. */
    span(seconds: number): string {
      if (seconds < 90) return t('monitor.server.seconds', { n: number(seconds) })
      if (seconds < 5400) return t('monitor.server.minutes', { n: number(seconds / 60) })
      if (seconds < 172_800) return t('monitor.server.hours', { n: number(seconds / 3600, 1) })
      return t('monitor.server.days', { n: number(seconds / 86_400, 1) })
    },
  }
}
