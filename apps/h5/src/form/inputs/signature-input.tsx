import { type PointerEvent, useCallback, useRef, useState } from 'react'
import { useApp } from '../../app/context.ts'
import { type FieldFrame, FieldSet } from '../../ui/field.tsx'
import { Picture } from '../../ui/picture.tsx'
import { useFormFiles } from '../form-context.ts'

/** Size of the stored picture, in pixels, whatever the size of the screen. */
const size = { width: 900, height: 300 }
const lineWidth = 5

/** A signature, drawn with a finger, a pen or a mouse and stored as a picture after each stroke. */
export function SignatureInput(props: {
  frame: FieldFrame
  /** Key of the stored picture. */
  value: string | undefined
  onChange: (key: string | undefined) => void
}) {
  const { frame, value, onChange } = props
  const { t, showToast } = useApp()
  const files = useFormFiles()
  const [isDrawn, setDrawn] = useState(false)
  const canvas = useRef<HTMLCanvasElement | null>(null)
  const pointer = useRef<number | null>(null)
  const stored = useRef(value)
  /** Counts strokes and clearings: what was drawn before the newest of them is not stored. */
  const version = useRef(0)
  const lastStore = useRef<Promise<unknown>>(Promise.resolve())

  const prepare = useCallback((element: HTMLCanvasElement | null) => {
    canvas.current = element
    const pen = element?.getContext('2d')
    if (!pen) return
    // On paper the signature is black on white, also when the page is dark.
    pen.fillStyle = '#fff'
    pen.fillRect(0, 0, size.width, size.height)
    pen.strokeStyle = '#111'
    pen.lineWidth = lineWidth
    pen.lineCap = 'round'
    pen.lineJoin = 'round'
  }, [])

  function placeOf(event: PointerEvent<HTMLCanvasElement>): [number, number] {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
    return [((event.clientX - left) / width) * size.width, ((event.clientY - top) / height) * size.height]
  }

  function begin(event: PointerEvent<HTMLCanvasElement>) {
    const pen = canvas.current?.getContext('2d')
    // A second finger or the palm draws nothing.
    if (!pen || pointer.current !== null || event.button !== 0) return
    event.preventDefault()
    pointer.current = event.pointerId
    event.currentTarget.setPointerCapture(event.pointerId)
    const [x, y] = placeOf(event)
    pen.beginPath()
    pen.moveTo(x, y)
    pen.lineTo(x + 0.1, y)
    pen.stroke()
    setDrawn(true)
    version.current++
  }

  function draw(event: PointerEvent<HTMLCanvasElement>) {
    const pen = canvas.current?.getContext('2d')
    if (!pen || pointer.current !== event.pointerId) return
    pen.lineTo(...placeOf(event))
    pen.stroke()
  }

  function end(event: PointerEvent<HTMLCanvasElement>) {
    if (pointer.current !== event.pointerId) return
    pointer.current = null
    void store(version.current)
  }

  /** Replaces the stored picture, one write after another. */
  function store(drawn: number) {
    lastStore.current = lastStore.current.then(async () => {
      const element = canvas.current
      if (!element || drawn !== version.current) return
      try {
        await files.attach(
          frame.at,
          async () => [{ name: 'signature.png', blob: await pngOf(element) }],
          ([key]) => replace(drawn, key!),
        )
      } catch {
        showToast(t('h5.draft.failed'), 'bad')
      }
    })
  }

  function replace(drawn: number, key: string) {
    // Cleared meanwhile, or another stroke follows, which is stored with this one.
    if (drawn !== version.current) return void files.detach(key)
    const before = stored.current
    stored.current = key
    onChange(key)
    if (before) void files.detach(before)
  }

  function clear() {
    version.current++
    const before = stored.current
    stored.current = undefined
    setDrawn(false)
    prepare(canvas.current)
    onChange(undefined)
    if (before) void files.detach(before)
  }

  return (
    <FieldSet frame={frame}>
      {value && !isDrawn ? (
        <div className="signature">
          <Picture blob={files.attachments.get(value)?.blob} alt={frame.label} />
        </div>
      ) : (
        <canvas
          ref={prepare}
          className="signature"
          width={size.width}
          height={size.height}
          role="img"
          aria-label={frame.label}
          onPointerDown={begin}
          onPointerMove={draw}
          onPointerUp={end}
          onPointerCancel={end}
        />
      )}
      {(value || isDrawn) && (
        <button type="button" className="button" onClick={clear}>
          {t('h5.receive.signature.clear')}
        </button>
      )}
    </FieldSet>
  )
}

const pngOf = (canvas: HTMLCanvasElement) =>
  new Promise<Blob>((resolve, reject) =>
    canvas.toBlob(blob => (blob ? resolve(blob) : reject(new Error('The signature cannot be drawn'))), 'image/png'),
  )
