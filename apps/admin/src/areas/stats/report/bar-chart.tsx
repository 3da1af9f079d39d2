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
import { useChartLook } from '../../../entity/chart-look.ts'

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
  const look = useChartLook()
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (!canvas.current) return
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
        animation: look.animation,
        scales: {
          x: look.numbers(digits),
          y: {
            grid: { display: false },
            ticks: { ...look.ticks, autoSkip: false, callback: (_value, place) => shortened(labels[place] ?? '') },
          },
        },
        plugins: { tooltip: look.tooltip<{ x: number | null }>(({ x }) => x, digits) },
      },
    }
    const chart = new Chart(canvas.current, config)
    return () => chart.destroy()
  }, [labels, series, digits, look])
  return <canvas ref={canvas} aria-hidden />
}
