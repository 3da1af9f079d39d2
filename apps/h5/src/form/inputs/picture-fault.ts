import type { Translate } from '@timbermark/client'
import type { NotAPicture } from '../../platform/image.ts'

/** Why a chosen file is not taken as a picture, with its name and its real format. */
export function pictureFault(t: Translate, { name }: File, { format }: NotAPicture): string {
  if (format === 'HEIC') return t('h5.photo.heic', { name })
  if (format === 'JPEG' || format === 'PNG' || format === 'GIF' || format === 'WebP')
    return t('h5.photo.broken', { name, format })
  return format ? t('h5.photo.otherFormat', { name, format }) : t('h5.photo.noPicture', { name })
}
