/** What a scan sounds and feels like, for whoever looks at the log and not at the phone. */

type Tone = 'good' | 'bad'

/** Pitch in hertz and milliseconds of each tone: one high for a code that was taken, two low for one that was not. */
const tones: Record<Tone, readonly { pitch: number; from: number; to: number }[]> = {
  good: [{ pitch: 1760, from: 0, to: 90 }],
  bad: [
    { pitch: 330, from: 0, to: 130 },
    { pitch: 330, from: 190, to: 320 },
  ],
}

/** Milliseconds of shaking and rest. */
const shakes: Record<Tone, number | number[]> = { good: 60, bad: [60, 60, 60] }

let context: AudioContext | undefined

/** Browsers let a page sound only after a touch: called when the scanner opens, which a touch did. */
export function readySound(): void {
  if (typeof AudioContext !== 'function') return
  context ??= new AudioContext()
  void context.resume().catch(() => {})
}

export function signal(tone: Tone): void {
  navigator.vibrate?.(shakes[tone])
  if (context?.state !== 'running') return
  for (const { pitch, from, to } of tones[tone]) {
    const oscillator = context.createOscillator()
    const volume = context.createGain()
    oscillator.frequency.value = pitch
    volume.gain.value = 0.25
    oscillator.connect(volume).connect(context.destination)
    oscillator.start(context.currentTime + from / 1000)
    oscillator.stop(context.currentTime + to / 1000)
  }
}
