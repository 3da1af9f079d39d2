import { formatNumber } from '@timbermark/client'
import { theme } from 'antd'
import { useMemo } from 'react'
import { useT } from '../../shell/index.ts'

/** The look of every chart: font and colours of the theme, numbers in the user's language. It changes only with those. */
export function useChartLook() {
  const t = useT()
  const { colorTextSecondary, colorBorderSecondary, fontFamily, motion } = theme.useToken().token
  return useMemo(() => {
    const font = { family: fontFamily, size: 12 }
    const ticks = { color: colorTextSecondary, font }
    return {
      ticks,
      animation: motion ? ({ duration: 250 } as const) : (false as const),
      /** An axis from zero; for counts (`digits` 0) with integers only. */
      numbers: (digits = 0) => ({
        beginAtZero: true,
        border: { display: false },
        grid: { color: colorBorderSecondary },
        ticks: {
          ...ticks,
          maxTicksLimit: 6,
          ...(digits === 0 && { precision: 0 }),
          callback: (value: number | string) =>
            formatNumber(Number(value), t.language, {
              notation: Number(value) >= 100_000 ? 'compact' : 'standard',
            }),
        },
      }),
      /** The tooltip; `pick` picks the number that it shows. */
      tooltip: <Parsed>(pick: (parsed: Parsed) => number | null, digits = 0) => ({
        titleFont: font,
        bodyFont: font,
        callbacks: {
          label: ({ dataset, parsed }: { dataset: { label?: string }; parsed: Parsed }) =>
            ` ${dataset.label}: ${formatNumber(pick(parsed) ?? 0, t.language, { maximumFractionDigits: digits })}`,
        },
      }),
    }
  }, [t, colorTextSecondary, colorBorderSecondary, fontFamily, motion])
}
