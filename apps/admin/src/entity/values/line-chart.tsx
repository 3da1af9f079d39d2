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
import { useChartLook } from './chart-look.ts'

Chart.register(CategoryScale, LinearScale, LineController, LineElement, PointElement, Tooltip)

export interface Series {
  label: string
  /** CSS colour without variables, which a canvas does not know. */
  color: string
  /** Null where there is none. */
  values: readonly (number | null)[]
  dashed: boolean
  /** Single marks instead of a line. */
  marks?: boolean
}

interface LineChartProps {
  /** Labels of the axis, one for each value. */
  labels: readonly string[]
  series: readonly Series[]
  /** Digits after the point. */
  digits?: number
}

/**
 * Series of numbers over the same days or months. The picture is hidden from screen readers; the caller also gives the numbers as
 * text.
 */
export default function LineChart({ labels, series, digits = 0 }: LineChartProps) {
  const look = useChartLook()
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (!canvas.current) return
    const config: ChartConfiguration<'line', (number | null)[]> = {
      type: 'line',
      data: {
        labels: [...labels],
        datasets: series.map(({ label, color, values, dashed, marks }) => ({
          label,
          data: [...values],
          borderColor: color,
          backgroundColor: color,
          borderWidth: 2.5,
          showLine: !marks,
          spanGaps: true,
          borderDash: dashed ? [6, 4] : [],
          // Points that would hide the line appear on hover only.
          pointRadius: marks ? 6 : labels.length > 31 ? 0 : 2.5,
          pointHoverRadius: marks ? 7 : 5,
        })),
      },
      options: {
        maintainAspectRatio: false,
        animation: look.animation,
        interaction: { mode: 'index', intersect: false },
        scales: {
          x: { ticks: { ...look.ticks, maxRotation: 0, autoSkipPadding: 16 }, grid: { display: false } },
          y: look.numbers(digits),
        },
        plugins: { tooltip: look.tooltip<{ y: number | null }>(({ y }) => y, digits) },
      },
    }
    const chart = new Chart(canvas.current, config)
    return () => chart.destroy()
  }, [labels, series, digits, look])
  return <canvas ref={canvas} aria-hidden />
}
