/** Names that are only resolved in private networks (RFC 6761, RFC 6762, RFC 8375 and common local names). */
const privateNames = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|private|home\.arpa)$/

/** IPv4 blocks that no public site has (RFC 6890), as first address and length of the prefix. */
const privateBlocks: readonly (readonly [first: string, prefix: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]

const asNumber = (address: string) => address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)

const isPublicV4 = (address: string) =>
  !privateBlocks.some(([first, prefix]) => {
    const size = 2 ** (32 - prefix)
    return Math.floor(asNumber(address) / size) === Math.floor(asNumber(first) / size)
  })

/** Global unicast (2000::/3, RFC 4291) without the blocks for documentation, tunnels and mapped IPv4. */
const isPublicV6 = (address: string) => /^[23]/.test(address) && !/^(2001:db8:|2001:0:|2002:|3fff:)/.test(address)

/**
 * Whether a web address leads to a public site. Checked by its text, as a browser parses it (`0x7f.1` is an address too); names are not resolved.
 */
export function isPublicAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { hostname, username, password } = new URL(text)
  if (username !== '' || password !== '') return false
  if (hostname.startsWith('[')) return isPublicV6(hostname.slice(1, -1))
  if (/^\d+(\.\d+){3}$/.test(hostname)) return isPublicV4(hostname)
  const name = hostname.replace(/\.$/, '')
  return name.includes('.') && !privateNames.test(name)
}
