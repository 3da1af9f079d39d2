import { type RefObject, useEffect, useRef, useState } from 'react'
import { type Camera, type CameraFailure, openCamera } from './camera.ts'
import { createDecoder } from './decoder.ts'
import { createRepeatFilter } from './scan-list.ts'

/** Milliseconds between two decoded frames: quick enough for the hand, and saves an old phone's battery. */
const frameInterval = 120

/** Shows the camera in `video` while `isEnabled`, and calls `onText` with every code that comes into view. */
export function useCamera(
  video: RefObject<HTMLVideoElement | null>,
  isEnabled: boolean,
  onText: (text: string) => void,
) {
  const [camera, setCamera] = useState<Camera | null>(null)
  const [failure, setFailure] = useState<CameraFailure | null>(null)
  const onTextRef = useRef(onText)
  onTextRef.current = onText

  useEffect(() => {
    if (!isEnabled) return
    let opened: Camera | null = null
    let isCancelled = false
    void openCamera().then(result => {
      if (typeof result === 'string') return setFailure(result)
      opened = result
      if (isCancelled) return result.stop()
      setCamera(result)
    })
    return () => {
      isCancelled = true
      opened?.stop()
      setCamera(null)
    }
  }, [isEnabled])

  useEffect(() => {
    const element = video.current
    if (!camera || !element) return
    let isCancelled = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const isFresh = createRepeatFilter()
    element.srcObject = camera.stream
    element.play().catch(() => !isCancelled && setFailure('busy'))
    void createDecoder().then(decode => {
      async function decodeFrame() {
        if (isCancelled || !element) return
        const text = element.readyState >= element.HAVE_CURRENT_DATA ? await decode(element) : null
        if (isCancelled) return
        if (text && isFresh(text, Date.now())) onTextRef.current(text)
        timer = setTimeout(() => void decodeFrame(), frameInterval)
      }
      void decodeFrame()
    })
    return () => {
      isCancelled = true
      clearTimeout(timer)
    }
  }, [camera, video])

  return { camera, failure }
}
