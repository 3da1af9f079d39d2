/** Feedback to a scan: in words, and by sound and vibration for a person who looks at the log and not at the phone. */

type Tone = 'good' | 'bad'

/** The result of a scan, in words for the person. */
export interface Feedback {
  tone: Tone
  text: string
}

/** Pitch in hertz, start and end in milliseconds of each sound: one high for an accepted code, two low for a rejected one. */
const sounds: Record<Tone, readonly { pitch: number; from: number; to: number }[]> = {
  good: [{ pitch: 1760, from: 0, to: 90 }],
  bad: [
    { pitch: 330, from: 0, to: 130 },
    { pitch: 330, from: 190, to: 320 },
  ],
}

/** Milliseconds of vibration and pause. */
const vibrations: Record<Tone, number | number[]> = { good: 60, bad: [60, 60, 60] }

let context: AudioContext | undefined

/** Browsers allow sound only after a touch. Called when the scanner opens, which a touch causes. */
export function prepareSound(): void {
  if (typeof AudioContext !== 'function') return
  context ??= new AudioContext()
  void context.resume().catch(() => {})
}

export function playFeedback(tone: Tone): void {
  navigator.vibrate?.(vibrations[tone])
  if (context?.state !== 'running') return
  for (const { pitch, from, to } of sounds[tone]) {
    const oscillator = context.createOscillator()
    const volume = context.createGain()
    oscillator.frequency.value = pitch
    volume.gain.value = 0.25
    oscillator.connect(volume).connect(context.destination)
    oscillator.start(context.currentTime + from / 1000)
    oscillator.stop(context.currentTime + to / 1000)
  }
}
