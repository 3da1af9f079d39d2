import { useEffect, useState } from 'react'

const count = 26

/** Growth of one year: good and lean years alternate, and one side of the tree had more light. */
function ring(index: number): string {
  const radius = 6 + index * 15 + 5 * Math.sin(index * 1.7) + 3 * Math.sin(index * 0.6)
  const points = Array.from({ length: 48 }, (_, i) => {
    const angle = (i / 48) * 2 * Math.PI
    const grain =
      1 +
      0.05 * Math.sin(angle * 2 + 0.6) +
      0.018 * Math.sin(angle * 5 + index * 0.35) +
      0.012 * Math.sin(angle * 9 - index * 0.2)
    const light = 1 + 0.1 * Math.cos(angle - 0.8)
    return [radius * grain * light * Math.cos(angle), radius * grain * light * Math.sin(angle)] as const
  })
  // A closed curve through the midpoints, so that no corner is visible.
  const middle = (i: number) => {
    const [ax, ay] = points[i % 48]!
    const [bx, by] = points[(i + 1) % 48]!
    return `${((ax + bx) / 2).toFixed(1)} ${((ay + by) / 2).toFixed(1)}`
  }
  return `M${middle(0)}${points.map((_, i) => `Q${points[(i + 1) % 48]!.map(n => n.toFixed(1)).join(' ')} ${middle(i + 1)}`).join('')}Z`
}

let paths: readonly string[] | undefined

/** Runs when the browser is idle. */
const afterwards = (work: () => void): (() => void) => {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work)
    return () => clearTimeout(timer)
  }
  const idle = requestIdleCallback(work)
  return () => cancelIdleCallback(idle)
}

/**
 * The end grain of a log, as decoration of the pages outside of the layout. It is drawn after the page itself: on a
 * slow phone its curves take as long as a form.
 */
export function Rings() {
  const [drawn, setDrawn] = useState(paths)
  useEffect(() => {
    if (drawn) return
    return afterwards(() => {
      paths ??= Array.from({ length: count }, (_, index) => ring(index))
      setDrawn(paths)
    })
  }, [drawn])
  return (
    <svg className="rings" viewBox="-400 -400 800 800" fill="none" stroke="currentColor" aria-hidden="true">
      {drawn?.map((path, i) => (
        <path key={path} d={path} strokeWidth={i % 4 === 3 ? 2.4 : 1.2} opacity={i % 4 === 3 ? 0.9 : 0.55} />
      ))}
    </svg>
  )
}
