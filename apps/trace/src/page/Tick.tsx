import type { StepState } from '../proof/steps.ts'

const marks: Record<StepState, string> = {
  ok: 'M5 12.5l4.5 4.5L19 7',
  failed: 'M6 6l12 12M18 6L6 18',
  waiting: 'M12 6v6l4 2',
  skipped: 'M6 12h12',
  none: 'M6 12h12',
  first: 'M6 12h12',
  old: 'M12 6v6l4 2',
  stated: 'M6 12h12',
}

/** The result of a step, shown by shape as well as by colour. */
export function Tick({ state }: { state: StepState }) {
  return (
    <svg className="tick" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={marks[state]} />
    </svg>
  )
}
