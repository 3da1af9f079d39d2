import { formatNumber } from '@timbermark/client'
import { theme } from 'antd'
import {
  CategoryScale,
  Chart,
  type ChartConfiguration,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
} from 'chart.js'
import { useEffect, useRef } from 'react'
import { useT } from '../shell/index.ts'

Chart.register(CategoryScale, LinearScale, LineController, LineElement, PointElement, Tooltip)

export interface Series {
  label: string
  /** As CSS writes it, resolved: a canvas knows no variables. */
  color: string
  values: readonly number[]
  dashed: boolean
}

interface LineChartProps {
  /** What stands below the axis, one for each value. */
  labels: readonly string[]
  series: readonly Series[]
}

/** Series of counts over the same days. It is a picture alone: whoever draws it says the numbers in words too. */
export default function LineChart({ labels, series }: LineChartProps) {
  const t = useT()
  const { token } = theme.useToken()
  const canvas = useRef<HTMLCanvasElement>(null)
  const { colorTextSecondary, colorBorderSecondary, fontFamily, motion } = token
  useEffect(() => {
    if (!canvas.current) return
    const font = { family: fontFamily, size: 12 }
    const config: ChartConfiguration<'line', number[]> = {
      type: 'line',
      data: {
        labels: [...labels],
        datasets: series.map(({ label, color, values, dashed }) => ({
          label,
          data: [...values],
          borderColor: color,
          backgroundColor: color,
          borderWidth: 2.5,
          borderDash: dashed ? [6, 4] : [],
          // Points so close that they would hide the line come when they are pointed at.
          pointRadius: labels.length > 31 ? 0 : 2.5,
          pointHoverRadius: 5,
        })),
      },
      options: {
        maintainAspectRatio: false,
        animation: motion ? { duration: 250 } : false,
        interaction: { mode: 'index', intersect: false },
        scales: {
          x: {
            ticks: { color: colorTextSecondary, font, maxRotation: 0, autoSkipPadding: 16 },
            grid: { display: false },
          },
          y: {
            beginAtZero: true,
            border: { display: false },
            grid: { color: colorBorderSecondary },
            ticks: {
              color: colorTextSecondary,
              font,
              precision: 0,
              maxTicksLimit: 6,
              callback: value =>
                formatNumber(Number(value), t.language, {
                  notation: Number(value) >= 100_000 ? 'compact' : 'standard',
                }),
            },
          },
        },
        plugins: {
          tooltip: {
            titleFont: font,
            bodyFont: font,
            callbacks: {
              label: ({ dataset, parsed }) => ` ${dataset.label}: ${formatNumber(parsed.y ?? 0, t.language)}`,
            },
          },
        },
      },
    }
    const chart = new Chart(canvas.current, config)
    return () => chart.destroy()
  }, [labels, series, t, colorTextSecondary, colorBorderSecondary, fontFamily, motion])
  return <canvas ref={canvas} aria-hidden />
}
