/** Checks camera pictures, and shrinks them for a weak network. */
import { formatOf, isComplete, type PictureFormat } from './picture-format.ts'

/** Largest size of a picture that is sent (specification section 9: 1 MB). */
export const imageBytes = 1024 * 1024
/** Edge lengths and JPEG qualities tried in turn until the picture is small enough. */
const steps = [
  { edge: 2560, quality: 0.85 },
  { edge: 2048, quality: 0.8 },
  { edge: 1600, quality: 0.75 },
  { edge: 1280, quality: 0.7 },
  { edge: 1024, quality: 0.6 },
  { edge: 800, quality: 0.5 },
] as const

/** What the server accepts (specification section 9). */
const accepted: readonly (PictureFormat | undefined)[] = ['JPEG', 'PNG']

/** The file is not a picture that this browser can read. */
export class NotAPicture extends Error {
  override readonly name = 'NotAPicture'
  /** What it is instead, or what it is a damaged one of; undefined for no picture at all. */
  readonly format: PictureFormat | undefined

  constructor(format?: PictureFormat) {
    super()
    this.format = format
  }
}

/** Width and height that fit into `edge`, never enlarged. */
export function fitInto(width: number, height: number, edge: number): { width: number; height: number } {
  const scale = Math.min(1, edge / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/**
 * Decodes a picture, so that a damaged one is noticed while it can be taken again, without a network too.
 * @throws NotAPicture
 */
export async function decodePicture(file: Blob): Promise<{ bitmap: ImageBitmap; format: PictureFormat | undefined }> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const format = formatOf(bytes)
  if (!isComplete(bytes, format)) throw new NotAPicture(format)
  try {
    return { bitmap: await createImageBitmap(file, { imageOrientation: 'from-image' }), format }
  } catch {
    throw new NotAPicture(format)
  }
}

/**
 * The picture unchanged when it is small and of an accepted format, else as a JPEG of at most `maxBytes`: also a HEIC, where
 * the browser can read it.
 * @throws NotAPicture
 */
export async function smallPicture(file: Blob, maxBytes: number = imageBytes): Promise<Blob> {
  const { bitmap, format } = await decodePicture(file)
  try {
    if (file.size <= maxBytes && accepted.includes(format)) return file
    let smallest: Blob | null = null
    for (const { edge, quality } of steps) {
      smallest = await draw(bitmap, fitInto(bitmap.width, bitmap.height, edge), quality)
      if (smallest.size <= maxBytes) break
    }
    return smallest!
  } finally {
    bitmap.close()
  }
}

function draw(bitmap: ImageBitmap, size: { width: number; height: number }, quality: number): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = size.width
  canvas.height = size.height
  const context = canvas.getContext('2d')
  if (!context) throw new NotAPicture()
  // A transparent picture would turn black as a JPEG.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, size.width, size.height)
  context.drawImage(bitmap, 0, 0, size.width, size.height)
  return new Promise((resolve, reject) =>
    canvas.toBlob(blob => (blob ? resolve(blob) : reject(new NotAPicture())), 'image/jpeg', quality),
  )
}
