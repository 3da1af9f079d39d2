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
  values: readonly number[]
  dashed: boolean
}

interface LineChartProps {
  /** Labels of the axis, one for each value. */
  labels: readonly string[]
  series: readonly Series[]
}

/**
 * Series of counts over the same days. The picture is hidden from screen readers; the caller also gives the numbers as
 * text.
 */
export default function LineChart({ labels, series }: LineChartProps) {
  const look = useChartLook()
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (!canvas.current) return
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
          // Points that would hide the line appear on hover only.
          pointRadius: labels.length > 31 ? 0 : 2.5,
          pointHoverRadius: 5,
        })),
      },
      options: {
        maintainAspectRatio: false,
        animation: look.animation,
        interaction: { mode: 'index', intersect: false },
        scales: {
          x: { ticks: { ...look.ticks, maxRotation: 0, autoSkipPadding: 16 }, grid: { display: false } },
          y: look.numbers(),
        },
        plugins: { tooltip: look.tooltip<{ y: number | null }>(({ y }) => y) },
      },
    }
    const chart = new Chart(canvas.current, config)
    return () => chart.destroy()
  }, [labels, series, look])
  return <canvas ref={canvas} aria-hidden />
}
