import { type RefObject, useEffect, useRef, useState } from 'react'
import { type Camera, type CameraFailure, openCamera } from './camera.ts'
import { createDecoder } from './decoder.ts'
import { createRepeatFilter } from './scan-list.ts'

/** Milliseconds between two looks at the camera: quick to the hand, easy on an old phone's battery. */
const pause = 120

/** Shows the camera in `video` while `wanted`, and gives every code that comes into view to `onText`. */
export function useCamera(video: RefObject<HTMLVideoElement | null>, wanted: boolean, onText: (text: string) => void) {
  const [camera, setCamera] = useState<Camera | null>(null)
  const [failure, setFailure] = useState<CameraFailure | null>(null)
  const read = useRef(onText)
  read.current = onText

  useEffect(() => {
    if (!wanted) return
    let opened: Camera | null = null
    let left = false
    void openCamera().then(result => {
      if (typeof result === 'string') return setFailure(result)
      opened = result
      if (left) return result.stop()
      setCamera(result)
    })
    return () => {
      left = true
      opened?.stop()
      setCamera(null)
    }
  }, [wanted])

  useEffect(() => {
    const element = video.current
    if (!camera || !element) return
    let left = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const isFresh = createRepeatFilter()
    element.srcObject = camera.stream
    element.play().catch(() => !left && setFailure('busy'))
    void createDecoder().then(decode => {
      async function look() {
        if (left || !element) return
        const text = element.readyState >= element.HAVE_CURRENT_DATA ? await decode(element) : null
        if (left) return
        if (text && isFresh(text, Date.now())) read.current(text)
        timer = setTimeout(() => void look(), pause)
      }
      void look()
    })
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [camera, video])

  return { camera, failure }
}
