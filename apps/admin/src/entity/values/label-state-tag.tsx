import type { LabelState } from '@timbermark/contract'
import { ToneTag } from './tone-tag.tsx'
import type { Tone } from './tone.ts'
import { useT } from '../../shell/index.ts'

const tones: Record<LabelState, Tone> = {
  made: 'default',
  delivered: 'processing',
  inUse: 'success',
  spoiled: 'error',
  lost: 'error',
}

/** The state of labels, or of the one label of a code. */
export function LabelStateTag({ state, single = false }: { state: LabelState; single?: boolean }) {
  const t = useT()
  return (
    <ToneTag tone={tones[state]}>{t(single ? `code.by-state.state.${state}` : `code.label.state.${state}`)}</ToneTag>
  )
}
