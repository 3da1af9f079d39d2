import sharp from 'sharp'

/** Scenes that the demonstration draws itself: no photographs, plainly drawings. */
export type Scene =
  | 'forest'
  | 'stump'
  | 'logs'
  | 'truck'
  | 'sawmill'
  | 'planks'
  | 'warehouse'
  | 'container'
  | 'port'
  | 'ship'
  | 'customs'
  | 'workshop'
  | 'product'
  | 'shop'

const width = 960
const height = 640

type Rgb = readonly [number, number, number]

/** Small repeatable random numbers (mulberry32), so that the same seed draws the same picture. */
export function random(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

class Canvas {
  readonly data = new Uint8Array(width * height * 3)

  set(x: number, y: number, [r, g, b]: Rgb, alpha = 1): void {
    this.tint(x, y, r, g, b, alpha)
  }

  /** The same with separate colour channels: most of a picture is painted so, some million times. */
  tint(x: number, y: number, r: number, g: number, b: number, alpha = 1): void {
    if (x < 0 || y < 0 || x >= width || y >= height) return
    const { data } = this
    const at = (Math.floor(y) * width + Math.floor(x)) * 3
    const rest = 1 - alpha
    data[at] = rest === 0 ? r : data[at]! * rest + r * alpha
    data[at + 1] = rest === 0 ? g : data[at + 1]! * rest + g * alpha
    data[at + 2] = rest === 0 ? b : data[at + 2]! * rest + b * alpha
  }

  gradient(top: Rgb, bottom: Rgb, from = 0, to = height): void {
    for (let y = from; y < to; y++) {
      const t = (y - from) / (to - from)
      const row = y * width * 3
      for (const part of [0, 1, 2] as const) this.data[row + part] = top[part] + (bottom[part] - top[part]) * t
      // Each pixel copies the one before, and each copy is twice as long as the last.
      for (let done = 3; done < width * 3; done *= 2)
        this.data.copyWithin(row + done, row, row + Math.min(done, width * 3 - done))
    }
  }

  box(x: number, y: number, w: number, h: number, color: Rgb, alpha = 1): void {
    for (let j = Math.max(0, Math.floor(y)); j < Math.min(height, y + h); j++)
      for (let i = Math.max(0, Math.floor(x)); i < Math.min(width, x + w); i++) this.set(i, j, color, alpha)
  }

  disc(cx: number, cy: number, radius: number, paint: (distance: number, angle: number) => Rgb, alpha = 1): void {
    for (let y = Math.floor(cy - radius); y <= cy + radius; y++) {
      for (let x = Math.floor(cx - radius); x <= cx + radius; x++) {
        const distance = Math.hypot(x - cx, y - cy)
        if (distance <= radius) this.set(x, y, paint(distance / radius, Math.atan2(y - cy, x - cx)), alpha)
      }
    }
  }

  /** Filled triangle on its base. */
  tree(x: number, base: number, w: number, h: number, color: Rgb): void {
    for (let y = 0; y < h; y++) {
      const half = (w / 2) * (y / h) * (0.85 + 0.15 * Math.sin(y / 5))
      for (let i = -half; i < half; i++) this.set(x + i, base - h + y, color)
    }
  }
}

/** Cut face of a log: bark, sapwood, and growth rings around an off-centre heart. */
function endGrain(canvas: Canvas, x: number, y: number, radius: number, wood: Rgb, rand: () => number): void {
  const wobble = rand() * 6
  const rings = 9 + rand() * 8
  canvas.disc(x, y, radius, (d, angle) => {
    if (d > 0.93) return [62, 44, 32]
    const shape = d + 0.025 * Math.sin(angle * 3 + wobble)
    const ring = 0.5 + 0.5 * Math.sin(shape * rings * 6.28)
    const light = 0.82 + 0.18 * ring + (d > 0.8 ? 0.12 : 0)
    return [Math.min(255, wood[0] * light), Math.min(255, wood[1] * light), Math.min(255, wood[2] * light)]
  })
}

function grain(canvas: Canvas, x: number, y: number, w: number, h: number, wood: Rgb, rand: () => number): void {
  const phase = rand() * 100
  for (let i = 0; i < w; i++) {
    const bend = 7 * Math.sin((i + phase) / 90) + 3 * Math.sin((i + phase * 3) / 23)
    for (let j = 0; j < h; j++) {
      const light = 0.88 + 0.1 * Math.sin((j + bend) / 3.2) + 0.03 * Math.sin(i / 11 + j)
      canvas.tint(
        x + i,
        y + j,
        Math.min(255, wood[0] * light),
        Math.min(255, wood[1] * light),
        Math.min(255, wood[2] * light),
      )
    }
  }
  canvas.box(x, y, w, 2, [60, 40, 28], 0.5)
}

function ground(canvas: Canvas, from: number, color: Rgb, rand: () => number): void {
  for (let y = from; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const n = 0.86 + 0.14 * rand()
      canvas.tint(x, y, color[0] * n, color[1] * n, color[2] * n)
    }
  }
}

const sky = (canvas: Canvas, warm = false) =>
  canvas.gradient(warm ? [236, 202, 150] : [176, 206, 214], warm ? [250, 236, 206] : [228, 236, 228])

/** What a scene is drawn with. */
interface Brush {
  canvas: Canvas
  rand: () => number
  wood: Rgb
}

function pile({ canvas, rand, wood }: Brush, cx: number, base: number, rows: number, r: number): void {
  for (let row = 0; row < rows; row++)
    for (let i = 0; i < rows - row; i++)
      endGrain(
        canvas,
        cx + (i - (rows - row - 1) / 2) * r * 2.04,
        base - r - row * r * 1.76,
        r * (0.92 + 0.08 * rand()),
        wood,
        rand,
      )
}

function container({ canvas }: Brush, x: number, y: number, w: number, h: number, color: Rgb): void {
  canvas.box(x, y, w, h, color)
  for (let i = 8; i < w; i += 14)
    canvas.box(x + i, y + 4, 5, h - 8, [color[0] * 0.82, color[1] * 0.82, color[2] * 0.82])
  canvas.box(x, y, w, 4, [40, 40, 40], 0.5)
}

function drawForest(brush: Brush, scene: Scene): void {
  const { canvas, rand, wood } = brush
  sky(canvas, rand() > 0.5)
  for (let layer = 0; layer < 4; layer++) {
    const green: Rgb = [110 - layer * 24, 140 - layer * 24, 108 - layer * 22]
    for (let i = 0; i < 26; i++)
      canvas.tree(rand() * width, 340 + layer * 60, 60 + rand() * 50, 170 + rand() * 120, green)
  }
  ground(canvas, 510, [74, 78, 46], rand)
  if (scene === 'stump') {
    canvas.box(380, 470, 200, 110, [70, 50, 36])
    endGrain(canvas, 480, 470, 100, wood, rand)
  } else {
    for (const x of [240, 640]) {
      canvas.box(x, 120, 54, 430, [78, 60, 46])
      canvas.box(x, 330, 54, 26, [208, 74, 48])
    }
  }
}

function drawLogs(brush: Brush): void {
  const { canvas, rand } = brush
  sky(canvas, true)
  ground(canvas, 520, [150, 112, 78], rand)
  pile(brush, 480, 560, 6, 58)
}

function drawTruck(brush: Brush): void {
  const { canvas, rand, wood } = brush
  sky(canvas)
  ground(canvas, 500, [128, 108, 86], rand)
  canvas.box(620, 330, 150, 150, [196, 92, 52])
  canvas.box(650, 350, 90, 60, [206, 226, 232])
  canvas.box(130, 440, 520, 26, [66, 62, 58])
  for (let i = 0; i < 4; i++)
    for (let j = 0; j < 3 - (i % 2 ? 1 : 0); j++)
      grain(
        canvas,
        150,
        300 + i * 36,
        450,
        34,
        [wood[0] * (0.8 + 0.05 * j), wood[1] * (0.8 + 0.05 * j), wood[2] * (0.8 + 0.05 * j)],
        rand,
      )
  for (const x of [200, 300, 520, 700]) canvas.disc(x, 490, 36, d => (d > 0.55 ? [38, 36, 34] : [150, 146, 140]))
}

function drawSawmill(brush: Brush, scene: Scene): void {
  const { canvas, rand, wood } = brush
  canvas.gradient([84, 76, 68], [140, 126, 110])
  for (let i = 0; i < 5; i++) canvas.box(60 + i * 190, 40, 120, 90, [226, 224, 202])
  ground(canvas, 470, [112, 94, 76], rand)
  grain(canvas, 120, 300, 700, 110, wood, rand)
  canvas.disc(
    scene === 'sawmill' ? 560 : 300,
    300,
    120,
    (d, a) => (d > 0.92 && Math.sin(a * 40) > 0 ? [90, 90, 92] : [186, 190, 192]),
    0.95,
  )
  canvas.box(100, 410, 740, 30, [70, 66, 62])
}

function drawPlanks(brush: Brush, scene: Scene): void {
  const { canvas, rand, wood } = brush
  canvas.gradient([120, 110, 98], [170, 158, 140])
  ground(canvas, 560, [132, 124, 114], rand)
  for (let column = 0; column < 3; column++)
    for (let row = 0; row < (scene === 'warehouse' ? 11 : 8); row++)
      grain(
        canvas,
        40 + column * 300,
        520 - row * 34,
        270,
        30,
        [wood[0] * (0.9 + 0.15 * rand()), wood[1] * (0.9 + 0.15 * rand()), wood[2] * (0.9 + 0.15 * rand())],
        rand,
      )
}

function drawContainer(brush: Brush, scene: Scene): void {
  const { canvas, rand } = brush
  sky(canvas, scene === 'customs')
  ground(canvas, 540, [120, 120, 118], rand)
  for (let row = 0; row < 3; row++)
    for (let column = 0; column < 3; column++)
      container(
        brush,
        60 + column * 290,
        420 - row * 122,
        276,
        116,
        [
          [62, 96, 112],
          [168, 84, 52],
          [86, 110, 84],
          [180, 150, 84],
        ][Math.floor(rand() * 4)] as unknown as Rgb,
      )
}

function drawPort(brush: Brush, scene: Scene): void {
  const { canvas, rand } = brush
  sky(canvas, scene === 'port')
  canvas.gradient([88, 128, 142], [46, 84, 102], 430)
  for (let i = 0; i < 160; i++)
    canvas.box(rand() * width, 440 + rand() * 190, 20 + rand() * 60, 1.5, [210, 226, 230], 0.35)
  for (let y = 0; y < 90; y++) canvas.box(120 + y * 0.9, 400 + y, 720 - y * 1.5, 1, [58, 52, 60])
  for (let row = 0; row < 3; row++)
    for (let column = 0; column < 8 - row; column++)
      container(
        brush,
        210 + column * 68 + row * 20,
        366 - row * 38,
        64,
        36,
        [
          [62, 96, 112],
          [168, 84, 52],
          [86, 110, 84],
          [180, 150, 84],
        ][Math.floor(rand() * 4)] as unknown as Rgb,
      )
  canvas.box(760, 270, 60, 130, [232, 230, 222])
  if (scene === 'port') for (const x of [150, 380]) canvas.box(x, 120, 14, 300, [206, 156, 58])
  if (scene === 'port') canvas.box(100, 120, 420, 14, [206, 156, 58])
}

function drawProduct(brush: Brush): void {
  const { canvas, rand, wood } = brush
  canvas.gradient([240, 234, 224], [222, 212, 198])
  for (let row = 0; row < 6; row++)
    grain(
      canvas,
      130 + (row % 2) * 24,
      120 + row * 68,
      680,
      62,
      [wood[0] * (0.95 + 0.1 * rand()), wood[1] * (0.95 + 0.1 * rand()), wood[2] * (0.95 + 0.1 * rand())],
      rand,
    )
}

function drawShop(brush: Brush): void {
  const { canvas, rand, wood } = brush
  canvas.gradient([238, 230, 216], [216, 204, 186])
  ground(canvas, 540, [176, 150, 120], rand)
  canvas.box(120, 110, 720, 60, [62, 92, 74])
  for (let column = 0; column < 3; column++)
    grain(
      canvas,
      150 + column * 230,
      220,
      200,
      300,
      [wood[0] * (0.85 + 0.2 * rand()), wood[1] * (0.85 + 0.2 * rand()), wood[2] * (0.85 + 0.2 * rand())],
      rand,
    )
}

const scenes: Record<Scene, (brush: Brush, scene: Scene) => void> = {
  forest: drawForest,
  stump: drawForest,
  logs: drawLogs,
  truck: drawTruck,
  sawmill: drawSawmill,
  workshop: drawSawmill,
  planks: drawPlanks,
  warehouse: drawPlanks,
  container: drawContainer,
  customs: drawContainer,
  port: drawPort,
  ship: drawPort,
  product: drawProduct,
  shop: drawShop,
}

/**
 * Draws a scene in the colour of its wood.
 * @returns JPEG
 */
export async function draw(scene: Scene, wood: Rgb, seed: number): Promise<Buffer> {
  const canvas = new Canvas()
  scenes[scene]({ canvas, rand: random(seed), wood }, scene)
  return sharp(Buffer.from(canvas.data.buffer), { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 78 })
    .toBuffer()
}
