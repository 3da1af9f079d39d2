import { formatNumber } from '@timbermark/client'
import { theme } from 'antd'
import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  type ChartConfiguration,
  LinearScale,
  Tooltip,
} from 'chart.js'
import { useEffect, useRef } from 'react'
import { useT } from '../../../shell/index.ts'

Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip)

export interface Bars {
  label: string
  /** As CSS writes it, resolved: a canvas knows no variables. */
  color: string
  values: readonly (number | null)[]
}

interface BarChartProps {
  labels: readonly string[]
  series: readonly Bars[]
  /** Digits after the point. */
  digits?: number
}

const shortened = (label: string) => (label.length > 18 ? `${label.slice(0, 17)}…` : label)

/** Lying bars, one group for each label. It is a picture alone: whoever draws it says the numbers in words too. */
export default function BarChart({ labels, series, digits = 0 }: BarChartProps) {
  const t = useT()
  const { token } = theme.useToken()
  const canvas = useRef<HTMLCanvasElement>(null)
  const { colorTextSecondary, colorBorderSecondary, fontFamily, motion } = token
  useEffect(() => {
    if (!canvas.current) return
    const font = { family: fontFamily, size: 12 }
    const config: ChartConfiguration<'bar', (number | null)[]> = {
      type: 'bar',
      data: {
        labels: [...labels],
        datasets: series.map(({ label, color, values }) => ({
          label,
          data: [...values],
          backgroundColor: color,
          borderRadius: 3,
          maxBarThickness: 16,
        })),
      },
      options: {
        indexAxis: 'y',
        maintainAspectRatio: false,
        animation: motion ? { duration: 250 } : false,
        scales: {
          x: {
            beginAtZero: true,
            border: { display: false },
            grid: { color: colorBorderSecondary },
            ticks: {
              color: colorTextSecondary,
              font,
              maxTicksLimit: 6,
              ...(digits === 0 && { precision: 0 }),
              callback: value =>
                formatNumber(Number(value), t.language, {
                  notation: Number(value) >= 100_000 ? 'compact' : 'standard',
                }),
            },
          },
          y: {
            grid: { display: false },
            ticks: {
              color: colorTextSecondary,
              font,
              autoSkip: false,
              callback: (_value, place) => shortened(labels[place] ?? ''),
            },
          },
        },
        plugins: {
          tooltip: {
            titleFont: font,
            bodyFont: font,
            callbacks: {
              label: ({ dataset, parsed }) =>
                ` ${dataset.label}: ${formatNumber(parsed.x ?? 0, t.language, { maximumFractionDigits: digits })}`,
            },
          },
        },
      },
    }
    const chart = new Chart(canvas.current, config)
    return () => chart.destroy()
  }, [labels, series, digits, t, colorTextSecondary, colorBorderSecondary, fontFamily, motion])
  return <canvas ref={canvas} aria-hidden />
}
