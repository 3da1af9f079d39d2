/**
 * Ports that ship African timber: [longitude, latitude] of their quays to two digits, and their names. The Latin spelling is
 * the same in English and French.
 */
export const ports: readonly (readonly [at: readonly [number, number], country: string, latin: string, zh: string])[] =
  [
    [[9.5, 0.29], 'GA', 'Owendo', '奥文多'],
    [[8.79, -0.71], 'GA', 'Port-Gentil', '让蒂尔港'],
    [[9.69, 4.05], 'CM', 'Douala', '杜阿拉'],
    [[11.83, -4.79], 'CG', 'Pointe-Noire', '黑角'],
    [[-4.02, 5.29], 'CI', 'Abidjan', '阿比让'],
    [[-6.62, 4.74], 'CI', 'San-Pédro', '圣佩德罗'],
    [[0.01, 5.64], 'GH', 'Tema', '特马'],
  ]

/** Degrees within which a point belongs to a port: some six kilometres. */
const near = 0.055

export function portNear(longitude: number, latitude: number): (typeof ports)[number] | undefined {
  return ports.find(([[x, y]]) => Math.hypot(longitude - x, latitude - y) <= near)
}
