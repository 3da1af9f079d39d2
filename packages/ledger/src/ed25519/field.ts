/**
 * Numbers modulo p = 2^255 - 19. They are BigInts: arithmetic on arrays of small numbers took several times as long, above all
 * at the first check of a page, before the code is compiled. Nothing here is secret, so nothing runs in constant time.
 *
 * A number represents its residue class: it may be negative or exceed p, and only `fieldToBytes` reduces it.
 */
export type Field = bigint

const P = /* @__PURE__ */ (() => (1n << 255n) - 19n)()

/** Decodes 32 little-endian bytes; ignores the highest bit. */
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

/** n^(2^250 - 1) and n^11, with which both powers below begin. `onesK` is n^(2^K - 1): its exponent is K one bits. */
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

/** n^((p - 5) / 8), from which square roots are computed (RFC 8032, 5.1.3). */
export function rootPower(n: Field): Field {
  return multiply(squares(longPowers(n)[0], 2), n)
}

/** Reduces to 0 .. p - 1. */
function inRange(n: Field): bigint {
  const rest = n % P
  return rest < 0n ? rest + P : rest
}

/** Encodes the reduced number as 32 little-endian bytes. */
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
