/**
 * Numbers modulo p = 2^255 - 19. The arithmetic of large numbers is the browser's own: written out in small ones it took
 * several times as long, above all for whoever checks for the first time, when none of it is compiled. Nothing here is
 * secret, so nothing takes care to run in constant time.
 *
 * A number stands for its rest by p: it may be negative or exceed p, and only `fieldToBytes` brings it into range.
 */
export type Field = bigint

const P = /* @__PURE__ */ (() => (1n << 255n) - 19n)()

/** Reads 32 little-endian bytes; the highest bit is ignored. */
export function fieldFromBytes(bytes: Uint8Array): Field {
  let n = BigInt(bytes[31]! & 0x7f)
  for (let at = 30; at >= 0; at--) n = (n << 8n) | BigInt(bytes[at]!)
  return n
}

export function multiply(a: Field, b: Field): Field {
  return (a * b) % P
}

/** n^(2^times) */
function squares(n: Field, times: number): Field {
  let result = n
  for (let done = 0; done < times; done++) result = multiply(result, result)
  return result
}

/** n^(2^250 - 1) and n^11, which both powers below begin with: exponents of ones, each made of the one before. */
function longPowers(n: Field): [ones: Field, eleventh: Field] {
  const second = squares(n, 1)
  const ninth = multiply(squares(second, 2), n)
  const eleventh = multiply(ninth, second)
  const append = (ones: Field, count: number, more = ones) => multiply(squares(ones, count), more)
  const ones5 = append(eleventh, 1, ninth)
  const ones10 = append(ones5, 5)
  const ones20 = append(ones10, 10)
  const ones50 = append(append(ones20, 20), 10, ones10)
  const ones100 = append(ones50, 50)
  return [append(append(ones100, 100), 50, ones50), eleventh]
}

/** n^(p - 2), which is 1 / n. */
export function invert(n: Field): Field {
  const [ones, eleventh] = longPowers(n)
  return multiply(squares(ones, 5), eleventh)
}

/** n^((p - 5) / 8), from which square roots come (RFC 8032, 5.1.3). */
export function rootPower(n: Field): Field {
  return multiply(squares(longPowers(n)[0], 2), n)
}

/** The number between 0 and p - 1. */
function inRange(n: Field): bigint {
  const rest = n % P
  return rest < 0n ? rest + P : rest
}

/** The 32 little-endian bytes of the number between 0 and p - 1. */
export function fieldToBytes(n: Field): Uint8Array {
  let rest = inRange(n)
  return Uint8Array.from({ length: 32 }, () => {
    const byte = Number(rest & 0xffn)
    rest >>= 8n
    return byte
  })
}

export function isEqual(a: Field, b: Field): boolean {
  return inRange(a - b) === 0n
}
