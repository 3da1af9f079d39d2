import type { RunState } from '@timbermark/contract'
import { ToneTag } from '../../entity/values/tone-tag.tsx'
import type { Tone } from '../../entity/values/tone.ts'
import { useT } from '../../shell/index.ts'

const tones: Record<RunState, Tone> = {
  queued: 'processing',
  running: 'processing',
  done: 'success',
  failed: 'error',
  timedOut: 'error',
  lost: 'error',
  skipped: 'warning',
  missed: 'warning',
}

/** The state of a run; a dash for a task that never ran. */
export function RunStateTag({ state }: { state: RunState | null }) {
  const t = useT()
  return state ? <ToneTag tone={tones[state] ?? 'default'}>{t.from(`monitor.job-log.status.${state}`)}</ToneTag> : '–'
}
