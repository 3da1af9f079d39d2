import { BlockList, isIP } from 'node:net'

/** The network that counts as one client: an IPv4 address, or the /64 of an IPv6 address, which belongs to one subscriber. */
export const networkOf = (ip: string): string => networkOfGroups(ip, 4)

/**
 * The site that password guesses come from: an IPv4 address, or the /48 of an IPv6 address. A site may have 65,536
 * networks, which must not each have a counter of their own.
 */
export const siteOf = (ip: string): string => networkOfGroups(ip, 3)

/** The neighbours of an address: 256 addresses of IPv4, a site (/48) of IPv6. */
export function neighbourhoodOf(ip: string): string {
  const address = networkOf(ip)
  return isIP(address) === 4 ? `${address.slice(0, address.lastIndexOf('.'))}.0/24` : siteOf(ip)
}

function networkOfGroups(ip: string, groupCount: 3 | 4): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (mapped) return mapped[1]!
  if (isIP(ip) !== 6) return ip
  const [head = '', tail] = ip.split('%')[0]!.toLowerCase().split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length
  const groups = [...left, ...Array.from({ length: Math.max(0, zeros) }, () => '0'), ...right]
  return `${groups
    .slice(0, groupCount)
    .map(group => Number.parseInt(group, 16).toString(16))
    .join(':')}::/${16 * groupCount}`
}

const nearby = new BlockList()
for (const [net, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const)
  nearby.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  nearby.addSubnet(net, bits, 'ipv6')

/**
 * Is it an address of this machine or of a private network (RFC 1918, 3927, 4193, 4291), where one's own proxies and
 * offices are?
 */
export function isNearby(ip: string): boolean {
  const plain = networkOf(ip).endsWith('::/64') ? ip.split('%')[0]! : networkOf(ip)
  return nearby.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4')
}
