/** Most photos of one receipt. */
export const maxReceiptPhotos = 10
/** Largest photo or signature of a receipt, in megabytes (specification section 9). */
export const receiptFileMegabytes = 1
/** Types of the photos of a receipt. */
export const receiptPhotoTypes = ['png', 'jpeg', 'jpg'] as const
/** A signature on glass is drawn by the page itself. */
export const signatureTypes = ['png'] as const
/** Longest name of who signs, in characters. */
export const signedByLength = 50
