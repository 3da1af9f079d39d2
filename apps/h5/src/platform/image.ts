/** Shrinks camera pictures for a weak network. */

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

/** Types that the server accepts (specification section 9). */
const accepted = ['image/jpeg', 'image/png']

/** The file is not a picture that this browser can read. */
export class NotAPicture extends Error {
  override readonly name = 'NotAPicture'
}

/** Width and height that fit into `edge`, never enlarged. */
export function fitInto(width: number, height: number, edge: number): { width: number; height: number } {
  const scale = Math.min(1, edge / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** The picture unchanged when it is small and of an accepted type, else as a JPEG of at most `most` bytes. */
export async function smallPicture(file: Blob, maxBytes: number = imageBytes): Promise<Blob> {
  if (file.size <= maxBytes && accepted.includes(file.type)) return file
  const bitmap = await readBitmap(file)
  try {
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

async function readBitmap(file: Blob): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' })
  } catch {
    throw new NotAPicture()
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
