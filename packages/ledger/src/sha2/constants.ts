/**
 * The constants of SHA-512 (FIPS 180-4, 4.2.3 and 5.3.5) as big-endian 64-bit words. The upper halves of the first 64
 * round constants and of the initial state are those of SHA-256 (4.2.2 and 5.3.3), so one table serves both.
 */

const ROUNDS =
  '428a2f98d728ae227137449123ef65cdb5c0fbcfec4d3b2fe9b5dba58189dbbc3956c25bf348b53859f111f1b605d019' +
  '923f82a4af194f9bab1c5ed5da6d8118d807aa98a303024212835b0145706fbe243185be4ee4b28c550c7dc3d5ffb4e2' +
  '72be5d74f27b896f80deb1fe3b1696b19bdc06a725c71235c19bf174cf692694e49b69c19ef14ad2efbe4786384f25e3' +
  '0fc19dc68b8cd5b5240ca1cc77ac9c652de92c6f592b02754a7484aa6ea6e4835cb0a9dcbd41fbd476f988da831153b5' +
  '983e5152ee66dfaba831c66d2db43210b00327c898fb213fbf597fc7beef0ee4c6e00bf33da88fc2d5a79147930aa725' +
  '06ca6351e003826f142929670a0e6e7027b70a8546d22ffc2e1b21385c26c9264d2c6dfc5ac42aed53380d139d95b3df' +
  '650a73548baf63de766a0abb3c77b2a881c2c92e47edaee692722c851482353ba2bfe8a14cf10364a81a664bbc423001' +
  'c24b8b70d0f89791c76c51a30654be30d192e819d6ef5218d69906245565a910f40e35855771202a106aa07032bbd1b8' +
  '19a4c116b8d2d0c81e376c085141ab532748774cdf8eeb9934b0bcb5e19b48a8391c0cb3c5c95a634ed8aa4ae3418acb' +
  '5b9cca4f7763e373682e6ff3d6b2b8a3748f82ee5defb2fc78a5636f43172f6084c87814a1f0ab728cc702081a6439ec' +
  '90befffa23631e28a4506cebde82bde9bef9a3f7b2c67915c67178f2e372532bca273eceea26619cd186b8c721c0c207' +
  'eada7dd6cde0eb1ef57d4f7fee6ed17806f067aa72176fba0a637dc5a2c898a6113f9804bef90dae1b710b35131c471b' +
  '28db77f523047d8432caab7b40c724933c9ebe0a15c9bebc431d67c49c100d4c4cc5d4becb3e42b6597f299cfc657e2a' +
  '5fcb6fab3ad6faec6c44198c4a475817'

const STATE =
  '6a09e667f3bcc908bb67ae8584caa73b3c6ef372fe94f82ba54ff53a5f1d36f1510e527fade682d19b05688c2b3e6c1f' +
  '1f83d9abfb41bd6b5be0cd19137e2179'

function words(hex: string): Int32Array {
  return Int32Array.from({ length: hex.length / 8 }, (_, i) => Number.parseInt(hex.slice(i * 8, i * 8 + 8), 16) | 0)
}

/** Round constants: upper half of constant i at 2i, lower half at 2i + 1; 80 pairs. */
export const K = /* @__PURE__ */ words(ROUNDS)

/** Initial state: eight pairs in the same layout. */
export const IV = /* @__PURE__ */ words(STATE)
