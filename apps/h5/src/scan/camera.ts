/** The phone's rear camera. */

export type CameraFailure = 'unsupported' | 'denied' | 'busy'

export interface Camera {
  stream: MediaStream
  /** Switches the torch; null when there is none. */
  torch: ((on: boolean) => Promise<void>) | null
  stop: () => void
}

export async function openCamera(): Promise<Camera | CameraFailure> {
  // Missing in old browsers, in some in-app browsers, and on pages without https.
  if (!navigator.mediaDevices?.getUserMedia) return 'unsupported'
  try {
    const stream = await navigator.mediaDevices.getUserMedia({
      audio: false,
      video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
    })
    const stop = () => {
      for (const track of stream.getTracks()) track.stop()
    }
    return { stream, torch: torchOf(stream), stop }
  } catch (error) {
    return failureOf((error as { name?: string }).name)
  }
}

export function failureOf(name: string | undefined): CameraFailure {
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  if (name === 'NotFoundError' || name === 'OverconstrainedError' || name === 'TypeError') return 'unsupported'
  return 'busy'
}

// The DOM types do not list the torch constraint.
type WithTorch<T> = T & { torch?: boolean }

function torchOf(stream: MediaStream): Camera['torch'] {
  const [track] = stream.getVideoTracks()
  const capabilities = track?.getCapabilities?.() as WithTorch<MediaTrackCapabilities> | undefined
  if (!track || !capabilities?.torch) return null
  return on => track.applyConstraints({ advanced: [{ torch: on } as WithTorch<MediaTrackConstraintSet>] })
}
