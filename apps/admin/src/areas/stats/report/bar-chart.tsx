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
import { useChartLook } from '../../../entity/values/chart-look.ts'
import { textWidth } from '../../../entity/list/text-width.ts'

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

/** Largest share of the picture's width for the names next to the bars, and the least room for them in px. */
const share = 0.38
const leastRoom = 120

/** A name, cut to the room next to the bars; letters there are 12 px high. */
function shortened(label: string, width: number): string {
  const room = (Math.max(leastRoom, width * share) * 14) / 12
  if (textWidth(label) <= room) return label
  let short = label
  while (textWidth(short) > room) short = short.slice(0, -1)
  return `${short.trimEnd()}…`
}

/** Horizontal bars, one group for each label. It is only a picture: callers must also show the numbers as text. */
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
            ticks: {
              ...look.ticks,
              autoSkip: false,
              callback: (_value, place) => shortened(labels[place] ?? '', canvas.current?.clientWidth ?? 0),
            },
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
