/**
 * A cross-section of a trunk drawn from the code: every code has its own rings. Decoration, not proof.
 */
export function Rings({ code, label }: { code: string; label?: string }) {
  const next = randomNumbers(code)
  const rings = 11
  const paths: string[] = []
  let radius = 9
  const [cx, cy] = [100 + (next() - 0.5) * 16, 100 + (next() - 0.5) * 16]
  const waves = [1, 2, 3, 5].map(k => ({
    k,
    phase: next() * Math.PI * 2,
    size: (0.035 + next() * 0.05) / Math.sqrt(k),
  }))
  for (let ring = 0; ring < rings; ring++) {
    paths.push(outline(cx, cy, radius, waves, 0.35 + (0.65 * ring) / rings))
    radius += 4 + next() * 7
  }
  return (
    <svg
      className="rings"
      viewBox="0 0 200 200"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      preserveAspectRatio="xMidYMid slice"
    >
      <circle className="rings-heart" cx={cx.toFixed(1)} cy={cy.toFixed(1)} r="3" />
      {paths.map((d, ring) => (
        <path key={d} className={ring % 3 === 2 ? 'ring ring-late' : 'ring'} d={d} />
      ))}
    </svg>
  )
}

type Wave = { k: number; phase: number; size: number }

/** A closed smooth line around the heart; outer rings follow the irregularities of the wood more closely. */
function outline(cx: number, cy: number, radius: number, waves: Wave[], strength: number): string {
  const steps = 18
  const points = Array.from({ length: steps }, (_, i) => {
    const angle = (i / steps) * Math.PI * 2
    const swell = waves.reduce((sum, { k, phase, size }) => sum + size * Math.sin(k * angle + phase), 0)
    const r = radius * (1 + swell * strength)
    return [cx + r * Math.cos(angle), cy + r * Math.sin(angle)] as const
  })
  const middle = (i: number) => {
    const [a, b] = [points[i % steps]!, points[(i + 1) % steps]!]
    return `${((a[0] + b[0]) / 2).toFixed(1)} ${((a[1] + b[1]) / 2).toFixed(1)}`
  }
  let d = `M${middle(0)}`
  for (let i = 1; i <= steps; i++) {
    const [x, y] = points[i % steps]!
    d += `Q${x.toFixed(1)} ${y.toFixed(1)} ${middle(i)}`
  }
  return `${d}Z`
}

/** Repeatable pseudo-random numbers in [0, 1) from a text (FNV-1a into a linear congruential generator), so that a code always looks the same. */
function randomNumbers(text: string): () => number {
  let seed = 0x811c9dc5
  for (const character of text) seed = Math.imul(seed ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
    return seed / 0x1_0000_0000
  }
}
