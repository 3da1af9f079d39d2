/** Draws captcha letters as pixels, distorted differently each time, so that a script cannot recognize them by their outlines. */
import sharp from 'sharp'

/**
 * Letters and digits that do not look alike even when they are rotated, as pen strokes in a box of side 1 (x to the right,
 * y down). A `~` before a stroke marks it as a curve. Drawing text would need fonts of the machine, and font outlines are public.
 */
const letterStrokes: Record<string, string> = {
  A: '0,1 .5,0 1,1|.2,.65 .8,.65',
  C: '~1,.16 .58,0 .14,.18 0,.5 .14,.82 .58,1 1,.84',
  D: '0,1 0,0|~0,0 .62,.07 1,.5 .62,.93 0,1',
  E: '1,0 0,0 0,1 1,1|0,.5 .8,.5',
  F: '1,0 0,0 0,1|0,.48 .8,.48',
  H: '0,0 0,1|1,0 1,1|0,.5 1,.5',
  J: '.3,0 1,0|.75,0 .75,.66|~.75,.6 .68,.92 .38,1 .08,.9 0,.68',
  K: '0,0 0,1|1,0 0,.6|.32,.42 1,1',
  M: '0,1 .08,0 .5,.7 .92,0 1,1',
  N: '0,1 0,0 1,1 1,0',
  P: '0,1 0,0|~0,0 .72,.03 1,.28 .72,.53 0,.56',
  R: '0,1 0,0|~0,0 .72,.03 1,.28 .72,.51 0,.54|.42,.54 1,1',
  T: '0,0 1,0|.5,0 .5,1',
  W: '0,0 .2,1 .5,.25 .8,1 1,0',
  X: '0,0 1,1|1,0 0,1',
  Y: '0,0 .5,.5 1,0|.5,.5 .5,1',
  3: '~.02,.14 .45,0 .88,.2 .7,.42 .35,.47|~.35,.47 .8,.52 1,.75 .5,1 0,.86',
  4: '.75,1 .75,0 0,.7 1,.7',
  7: '0,0 1,0 .35,1',
}
const white = 255
const wide = 'MW'
const narrow = 'J7'

export const captchaLetters = Object.keys(letterStrokes).join('')

/** In pixels: twice the size at which pages show the picture, so that it is sharp on every screen. */
export const captchaSize = { width: 264, height: 88 }

type Point = readonly [x: number, y: number]

const randomBetween = (least: number, most: number) => least + Math.random() * (most - least)
const randomSign = () => (Math.random() < 0.5 ? -1 : 1)

/** Draws a text of a few of these letters as a PNG. */
export async function drawCaptcha(text: string): Promise<Buffer> {
  const { width, height } = captchaSize
  const canvas = new Uint8Array(width * height).fill(white)
  const warp = makeWarp()
  const ink = randomBetween(20, 90)
  const shade = () => Math.round(ink + randomBetween(-7, 7))
  for (const strokes of placeLetters(text)) {
    const [grey, thickness] = [shade(), randomBetween(5, 7)]
    for (const stroke of strokes) drawLine(canvas, stroke.map(warp), thickness, grey)
  }
  // Two lines are as dark as the letters, so that a threshold does not remove them. One is as light as the background and cuts letters.
  for (let n = 0; n < 2; n++) drawLine(canvas, makeCrossingLine(), randomBetween(2, 3.2), shade())
  drawLine(canvas, makeCrossingLine(), randomBetween(1.2, 2), white)
  for (let n = 0; n < 60; n++) {
    const speck: Point = [randomBetween(0, width), randomBetween(0, height)]
    drawLine(canvas, [speck, speck], randomBetween(1.2, 3.6), Math.random() < 0.5 ? white : shade())
  }
  return sharp(canvas, { raw: { width, height, channels: 1 } })
    .png({ palette: true, colours: 16 })
    .toBuffer()
}

/** Draws a line of a thickness in pixels with round ends and soft edges. */
function drawLine(canvas: Uint8Array, line: readonly Point[], thickness: number, grey: number): void {
  const { width, height } = captchaSize
  const radius = thickness / 2
  const cover = new Map<number, number>()
  for (const [n, [x1, y1]] of line.slice(1).entries()) {
    const [x0, y0] = line[n]!
    const [dx, dy] = [x1 - x0, y1 - y0]
    const square = dx * dx + dy * dy
    const margin = radius + 1
    for (
      let y = Math.max(0, Math.floor(Math.min(y0, y1) - margin));
      y < Math.min(height, Math.max(y0, y1) + margin);
      y++
    )
      for (
        let x = Math.max(0, Math.floor(Math.min(x0, x1) - margin));
        x < Math.min(width, Math.max(x0, x1) + margin);
        x++
      ) {
        const part = square === 0 ? 0 : Math.min(1, Math.max(0, ((x - x0) * dx + (y - y0) * dy) / square))
        const distance = Math.hypot(x - x0 - part * dx, y - y0 - part * dy)
        const covered = Math.min(1, radius + 0.5 - distance)
        const at = y * width + x
        if (covered > (cover.get(at) ?? 0)) cover.set(at, covered)
      }
  }
  for (const [at, covered] of cover) canvas[at] = Math.round(canvas[at]! + (grey - canvas[at]!) * covered)
}

/** The strokes of each letter: rotated, stretched, slanted and placed close to the previous letter. */
function placeLetters(text: string): Point[][][] {
  const outlines = Array.from(text, letter => {
    const turn = randomBetween(0.05, 0.3) * randomSign()
    const slant = randomBetween(-0.18, 0.18)
    const width = (wide.includes(letter) ? 58 : narrow.includes(letter) ? 36 : 42) * randomBetween(0.85, 1.15)
    const height = randomBetween(44, 56)
    const [sin, cos] = [Math.sin(turn), Math.cos(turn)]
    return strokesOf(letter).map(stroke =>
      stroke.map(([x, y]): Point => {
        const [left, top] = [(x - 0.5 + slant * (y - 0.5)) * width, (y - 0.5) * height]
        return [left * cos - top * sin, left * sin + top * cos]
      }),
    )
  })
  const spans = outlines.map(strokes => extentOf(strokes, 0))
  // The gaps are between the boxes of the letters; rotated letters overlap all the same.
  const gaps = spans.slice(1).map(() => randomBetween(2, 10))
  const total = spans.reduce((sum, [from, to]) => sum + to - from, 0) + gaps.reduce((sum, gap) => sum + gap, 0)
  const { width, height } = captchaSize
  const shrink = Math.min(1, (width - 36) / total)
  let left = 16 + Math.random() * Math.max(0, width - 32 - total * shrink)
  return outlines.map((strokes, index) => {
    const [from, to] = spans[index]!
    const [top, bottom] = extentOf(strokes, 1)
    const room = Math.max(0, height - 14 - (bottom - top) * shrink) / 2
    const [x0, y0] = [left - from * shrink, height / 2 - ((top + bottom) / 2) * shrink + randomBetween(-room, room)]
    left += (to - from + (gaps[index] ?? 0)) * shrink
    return strokes.map(stroke => stroke.map(([x, y]): Point => [x0 + x * shrink, y0 + y * shrink]))
  })
}

/** Makes a function that bends the whole picture by waves. */
function makeWarp(): (point: Point) => Point {
  const wave = (most: number) => {
    const [height, length, shift] = [randomBetween(1.5, most), randomBetween(50, 110), randomBetween(0, 2 * Math.PI)]
    return (at: number) => height * Math.sin((at / length) * 2 * Math.PI + shift)
  }
  const [across, down, fine] = [wave(3), wave(4), wave(1.5)]
  return ([x, y]) => [x + across(y), y + down(x) + fine(x * 2.3)]
}

/** A line over the whole width that crosses the middle, so that it cannot be removed as a line parallel to the letters. */
function makeCrossingLine(): Point[] {
  const { width, height } = captchaSize
  const direction = randomSign()
  return curvePoints(
    [0.02, 0.3, 0.7, 0.98].map(
      (part): Point => [
        part * width + randomBetween(-20, 20),
        height * (0.5 + direction * (part - 0.5) * 0.8) + randomBetween(-16, 16),
      ],
    ),
    true,
  )
}

/** The strokes of a letter as many short straight pieces, so that they can be bent. */
function strokesOf(letter: string): Point[][] {
  return letterStrokes[letter]!.split('|').map(stroke => {
    const points = stroke
      .replace('~', '')
      .split(' ')
      .map(point => point.split(',').map(Number) as unknown as Point)
    return curvePoints(points, stroke.startsWith('~'))
  })
}

/** Points close together on a line through these points, curved or with corners. */
function curvePoints(points: readonly Point[], round: boolean): Point[] {
  const pieces = 8
  return points.flatMap((end, n): Point[] => {
    const start = points[n - 1]
    if (!start) return [end]
    return Array.from({ length: pieces }, (_, piece) => {
      const part = (piece + 1) / pieces
      return round
        ? pointOnCurve([points[n - 2] ?? start, start, end, points[n + 1] ?? end], part)
        : [start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part]
    })
  })
}

/** A point between the second and the third of four points on the Catmull-Rom curve through them. */
function pointOnCurve(points: readonly [Point, Point, Point, Point], part: number): Point {
  const on = (axis: 0 | 1) => {
    const [a, b, c, d] = points.map(point => point[axis]) as [number, number, number, number]
    return b + 0.5 * part * (c - a + part * (2 * a - 5 * b + 4 * c - d + part * (3 * (b - c) + d - a)))
  }
  return [on(0), on(1)]
}

function extentOf(strokes: readonly (readonly Point[])[], axis: 0 | 1): [number, number] {
  const values = strokes.flatMap(stroke => stroke.map(point => point[axis]))
  return [Math.min(...values), Math.max(...values)]
}
