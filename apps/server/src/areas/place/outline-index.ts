import type { Outlines } from './geodata-worker.ts'

/** Finds areas by point, with a grid of one degree that lists the candidate outlines per cell. */
export class OutlineIndex {
  readonly #outlines: Outlines
  readonly #cells = new Map<number, number[]>()

  constructor(outlines: Outlines) {
    this.#outlines = outlines
    const { boxes } = outlines
    for (let area = 0; area < boxes.length / 4; area++) {
      const [west, south, east, north] = boxes.subarray(area * 4, area * 4 + 4) as unknown as [
        number,
        number,
        number,
        number,
      ]
      for (let x = Math.floor(west); x <= Math.floor(east); x++) {
        for (let y = Math.floor(south); y <= Math.floor(north); y++) {
          const cell = this.#cells.get(cellOf(x, y))
          if (cell) cell.push(area)
          else this.#cells.set(cellOf(x, y), [area])
        }
      }
    }
  }

  /** The middle of the bounding box of an area. */
  middle(area: number): readonly [x: number, y: number] {
    const { boxes } = this.#outlines
    return [(boxes[area * 4]! + boxes[area * 4 + 2]!) / 2, (boxes[area * 4 + 1]! + boxes[area * 4 + 3]!) / 2]
  }

  /** Index of the area that contains the point; -1 when none does. Of several, the one with the smallest bounding box. */
  containing(x: number, y: number): number {
    let smallest = -1
    for (const area of this.#cells.get(cellOf(Math.floor(x), Math.floor(y))) ?? []) {
      if (this.#holds(area, x, y) && (smallest < 0 || this.#extent(area) < this.#extent(smallest))) smallest = area
    }
    return smallest
  }

  /** Index of the area with the nearest outline within `degrees`; -1 otherwise. For points just off a coast. */
  nearest(x: number, y: number, degrees: number): number {
    let closest = -1
    let best = degrees * degrees
    const seen = new Set<number>()
    for (let column = Math.floor(x - degrees); column <= Math.floor(x + degrees); column++) {
      for (let row = Math.floor(y - degrees); row <= Math.floor(y + degrees); row++) {
        for (const area of this.#cells.get(cellOf(column, row)) ?? []) {
          if (seen.has(area)) continue
          seen.add(area)
          const distance = this.#distance(area, x, y)
          if (distance < best) {
            best = distance
            closest = area
          }
        }
      }
    }
    return closest
  }

  /** Indexes of the areas with an outline within `degrees` of the point. */
  findWithin(x: number, y: number, degrees: number): number[] {
    const areas = new Set<number>()
    for (let column = Math.floor(x - degrees); column <= Math.floor(x + degrees); column++)
      for (let row = Math.floor(y - degrees); row <= Math.floor(y + degrees); row++)
        for (const area of this.#cells.get(cellOf(column, row)) ?? [])
          if (!areas.has(area) && this.#distance(area, x, y) < degrees * degrees) areas.add(area)
    return [...areas]
  }

  #extent(area: number): number {
    const { boxes } = this.#outlines
    return (boxes[area * 4 + 2]! - boxes[area * 4]!) * (boxes[area * 4 + 3]! - boxes[area * 4 + 1]!)
  }

  /** Even-odd rule over all rings of the area, which handles holes and islands. */
  #holds(area: number, x: number, y: number): boolean {
    const { points, rings, areas, boxes } = this.#outlines
    if (x < boxes[area * 4]! || y < boxes[area * 4 + 1]! || x > boxes[area * 4 + 2]! || y > boxes[area * 4 + 3]!)
      return false
    let inside = false
    for (let ring = areas[area]!; ring < areas[area + 1]!; ring++) {
      const end = rings[ring + 1]!
      for (let point = rings[ring]!, before = end - 1; point < end; before = point++) {
        const y1 = points[point * 2 + 1]!
        const y2 = points[before * 2 + 1]!
        if (
          y1 > y !== y2 > y &&
          x < ((points[before * 2]! - points[point * 2]!) * (y - y1)) / (y2 - y1) + points[point * 2]!
        )
          inside = !inside
      }
    }
    return inside
  }

  /** Square of the distance to the outline in degrees of latitude. */
  #distance(area: number, x: number, y: number): number {
    const { points, rings, areas } = this.#outlines
    const narrowing = Math.cos((y * Math.PI) / 180)
    let best = Number.POSITIVE_INFINITY
    for (let ring = areas[area]!; ring < areas[area + 1]!; ring++) {
      const end = rings[ring + 1]!
      for (let point = rings[ring]!, before = end - 1; point < end; before = point++) {
        const x1 = (points[before * 2]! - x) * narrowing
        const y1 = points[before * 2 + 1]! - y
        const dx = (points[point * 2]! - x) * narrowing - x1
        const dy = points[point * 2 + 1]! - y - y1
        const length = dx * dx + dy * dy
        const t = length === 0 ? 0 : Math.max(0, Math.min(1, -(x1 * dx + y1 * dy) / length))
        best = Math.min(best, (x1 + t * dx) ** 2 + (y1 + t * dy) ** 2)
      }
    }
    return best
  }
}

function cellOf(x: number, y: number): number {
  return (y + 100) * 1000 + x + 200
}
