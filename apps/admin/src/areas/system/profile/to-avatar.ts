/** Side in px: sharp at the largest place where it is shown, on high-density screens. */
const side = 384

/** The cropped part of a photo as a small picture, far below the server's limit of 1 MB whatever the camera made. */
export async function toAvatar(cropped: Blob): Promise<File> {
  const bitmap = await createImageBitmap(cropped)
  try {
    const canvas = document.createElement('canvas')
    canvas.width = side
    canvas.height = side
    const context = canvas.getContext('2d')
    if (!context) throw new Error('No canvas')
    // Otherwise transparent parts of a drawing turn black.
    context.fillStyle = '#fff'
    context.fillRect(0, 0, side, side)
    context.imageSmoothingQuality = 'high'
    context.drawImage(bitmap, 0, 0, side, side)
    const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/jpeg', 0.9))
    if (!blob) throw new Error('The picture could not be written')
    return new File([blob], 'avatar.jpg', { type: 'image/jpeg' })
  } finally {
    bitmap.close()
  }
}
