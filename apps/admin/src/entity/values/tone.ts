/** Colours by meaning; a state always has its label, too. */
export type Tone = 'default' | 'processing' | 'success' | 'warning' | 'error'

const tones: Record<string, Tone> = {
  inProgress: 'processing',
  processing: 'processing',
  open: 'processing',
  active: 'success',
  completed: 'success',
  downloaded: 'success',
  certified: 'success',
  current: 'success',
  published: 'success',
  onShelf: 'success',
  applied: 'success',
  recorded: 'success',
  pending: 'warning',
  queued: 'warning',
  superseded: 'warning',
  mismatch: 'error',
  voided: 'error',
  standing: 'error',
  failed: 'error',
  rejected: 'error',
  authorizedFailed: 'error',
}

/** Tone of a state by its name. */
export function toneOf(state: string): Tone {
  return tones[state] ?? 'default'
}

const echoTones: Record<string, Tone> = {
  primary: 'processing',
  success: 'success',
  info: 'default',
  warning: 'warning',
  danger: 'error',
}

/** Tone of a dictionary value's echo style; undefined means plain text. */
export function echoTone(listClass: string | null | undefined): Tone | undefined {
  return listClass ? echoTones[listClass] : undefined
}
