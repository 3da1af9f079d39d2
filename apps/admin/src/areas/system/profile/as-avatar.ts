/** Side in px: sharp at the largest place where it is shown, on the finest screens. */
const side = 384

/** The cut part of a photo as a small picture, whatever the camera made: far below the server's limit of 1 MB. */
export async function asAvatar(cut: Blob): Promise<File> {
  const bitmap = await createImageBitmap(cut)
  try {
    const canvas = document.createElement('canvas')
    canvas.width = side
    canvas.height = side
    const context = canvas.getContext('2d')
    if (!context) throw new Error('No canvas')
    // Transparent parts of a drawing would turn black.
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
