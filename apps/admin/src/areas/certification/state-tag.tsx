import type { CertificationState } from '@timbermark/contract'
import { ToneTag } from '../../entity/values/tone-tag.tsx'
import type { Tone } from '../../entity/values/tone.ts'
import { useT } from '../../shell/index.ts'

const tones: Record<CertificationState, Tone> = {
  notAuthorized: 'default',
  notYetCertified: 'processing',
  authorizedNotCertified: 'processing',
  failed: 'error',
  authorizedFailed: 'error',
  certified: 'success',
}

/** The certification state of codes. */
export function StateTag({ state }: { state: CertificationState }) {
  const t = useT()
  return <ToneTag tone={tones[state]}>{t(`certification.authorization.state.${state}`)}</ToneTag>
}
