/** Colours and contrast by WCAG 2.2. */
export type Rgb = readonly [number, number, number]

/** Parses `#rgb` or `#rrggbb`; null for anything else. */
export function parseHex(hex: string): Rgb | null {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(hex)
  const long = short ?? /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex)
  if (!long) return null
  const part = (text: string) => Number.parseInt(short ? text + text : text, 16)
  return [part(long[1]!), part(long[2]!), part(long[3]!)]
}

export function toHex(rgb: Rgb): string {
  return `#${rgb.map(part => Math.round(part).toString(16).padStart(2, '0')).join('')}`
}

/** Relative luminance, 0 to 1. */
export function luminance(rgb: Rgb): number {
  const [r, g, b] = rgb.map(part => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Contrast ratio of two colours, 1 to 21. */
export function contrast(a: Rgb, b: Rgb): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** Mixes two colours: `share` 0 is the first, 1 the second. */
export function mix(from: Rgb, to: Rgb, share: number): Rgb {
  return from.map((part, i) => part + (to[i]! - part) * share) as unknown as Rgb
}

const black: Rgb = [0, 0, 0]
const white: Rgb = [255, 255, 255]

/** The colour itself when it is readable on `ground`, else the nearest darker or lighter tone that is. */
export function readableOn(color: string, ground: string, ratio = 4.5): string {
  const from = parseHex(color)
  const on = parseHex(ground)
  if (!from || !on) return color
  const to = luminance(on) > 0.18 ? black : white
  for (let share = 0; share <= 1; share += 0.02) {
    const tone = mix(from, to, share)
    // Rounded to displayable values, so that the ratio holds on the screen.
    const displayed = parseHex(toHex(tone))!
    if (contrast(displayed, on) >= ratio) return toHex(displayed)
  }
  return toHex(to)
}

/** Text colour for a surface of this colour: white when it is readable, else the dark ink, else black. */
export function inkOn(ground: string, ink = '#1d1712'): string {
  const on = parseHex(ground)
  if (!on) return '#ffffff'
  // White or black always reaches 4.58 to 1; the ink is softer where it is enough.
  return ['#ffffff', ink].find(color => contrast(parseHex(color)!, on) >= 4.5) ?? '#000000'
}

/** The colour with an alpha, as `rgba()`. */
export function fade(color: string, alpha: number): string {
  const rgb = parseHex(color) ?? black
  return `rgba(${rgb.join(', ')}, ${alpha})`
}
