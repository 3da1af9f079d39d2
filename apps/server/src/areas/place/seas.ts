/** Seas and oceans that a shipment of timber crosses. */
export type Sea = 'gulfOfGuinea' | 'northAtlantic' | 'southAtlantic' | 'indianOcean' | 'southChinaSea' | 'eastChinaSea'

/**
 * West, south, east and north of boxes that lie wholly inside the limits of the sea (IHO S-23). Points near its edges get no
 * name, because a wrong name would be a false statement about the wood.
 */
const seaBoxes: readonly (readonly [Sea, west: number, south: number, east: number, north: number])[] = [
  ['gulfOfGuinea', 0, 2.5, 8, 5],
  ['gulfOfGuinea', 5, 1, 8.5, 2.5],
  ['northAtlantic', -50, 5, -18, 45],
  ['southAtlantic', -30, -50, 5, -3],
  ['indianOcean', 55, -35, 90, 0],
  ['southChinaSea', 111, 8, 117, 20],
  ['eastChinaSea', 123, 26, 126, 31],
]

/** The sea that contains a point; undefined near its edges and for other seas. */
export function seaOf(longitude: number, latitude: number): Sea | undefined {
  return seaBoxes.find(
    ([, west, south, east, north]) => longitude >= west && longitude <= east && latitude >= south && latitude <= north,
  )?.[0]
}
