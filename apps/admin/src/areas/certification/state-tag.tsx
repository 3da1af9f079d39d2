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

/** The certification state of codes. @param short in a list, where a chip takes one line */
export function StateTag({ state, short = false }: { state: CertificationState; short?: boolean }) {
  const t = useT()
  const fullLabel = t(`certification.authorization.state.${state}`)
  const key = `certification.authorization.state.${state}.short`
  return short && t.has(key) ? (
    <ToneTag tone={tones[state]} title={fullLabel}>
      {t(key)}
    </ToneTag>
  ) : (
    <ToneTag tone={tones[state]}>{fullLabel}</ToneTag>
  )
}
