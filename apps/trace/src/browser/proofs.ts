import type { ProofAnswer } from '@timbermark/contract/trace'
import type { Facts } from '../types.ts'

/** So many records are asked for at once. */
const atOnce = 100

/** Fetches one answer of `/api/trace/{code}/proof`; `query` begins with `?` or is empty. */
export type FetchProof = (query: string) => Promise<ProofAnswer>

/** Fetches what is needed to prove these records; of a history that is shown whole, of all there are. */
export async function proofsOfShown(facts: Facts, ids: readonly string[], fetchProof: FetchProof) {
  if (facts.windows.length === 0) return [await fetchProof('')]
  const proofs: ProofAnswer[] = []
  for (let from = 0; from < ids.length; from += atOnce)
    proofs.push(await fetchProof(`?records=${ids.slice(from, from + atOnce).join(',')}`))
  return proofs
}

/** Fetches the proofs of every record of the stages that are not shown whole. @param progress told after each answer */
export async function proofsOfWindows(facts: Facts, fetchProof: FetchProof, progress: (records: number) => void) {
  const proofs: ProofAnswer[] = []
  for (const stage of facts.windows) {
    let after: string | null = ''
    while (after !== null) {
      const proof: ProofAnswer = await fetchProof(`?stage=${stage}&limit=${atOnce}${after && `&after=${after}`}`)
      proofs.push(proof)
      progress(proofs.reduce((sum, { records }) => sum + records.length, 0))
      after = proof.next
    }
  }
  return proofs
}
