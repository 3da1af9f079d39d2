/** Finds QR codes in camera frames: with the browser's own reader where it exists, else with the `qr` package. */
import { decodeQR } from 'qr/decode.js'

interface NativeDetector {
  detect(source: CanvasImageSource): Promise<{ rawValue: string }[]>
}
interface NativeDetectorClass {
  new (options: { formats: string[] }): NativeDetector
  getSupportedFormats(): Promise<string[]>
}

export type Decode = (video: HTMLVideoElement) => Promise<string | null>

/** Longest edge of the searched picture in pixels: more takes time on an old phone and finds little. */
const longestEdge = 800

export async function createDecoder(): Promise<Decode> {
  let native = await nativeDetector()
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })

  function search(video: HTMLVideoElement): string | null {
    const scale = Math.min(1, longestEdge / Math.max(video.videoWidth, video.videoHeight))
    const width = Math.round(video.videoWidth * scale)
    const height = Math.round(video.videoHeight * scale)
    if (!context || width === 0 || height === 0) return null
    if (canvas.width !== width) canvas.width = width
    if (canvas.height !== height) canvas.height = height
    context.drawImage(video, 0, 0, width, height)
    try {
      return decodeQR(context.getImageData(0, 0, width, height))
    } catch {
      // The package throws for a frame without a code, which most frames are.
      return null
    }
  }

  return async video => {
    if (native) {
      try {
        const [detected] = await native.detect(video)
        if (detected?.rawValue) return detected.rawValue
      } catch {
        // Some phones offer a reader that does not work.
        native = null
      }
    }
    return search(video)
  }
}

async function nativeDetector(): Promise<NativeDetector | null> {
  const Detector = (globalThis as { BarcodeDetector?: NativeDetectorClass }).BarcodeDetector
  try {
    const formats = (await Detector?.getSupportedFormats()) ?? []
    return Detector && formats.includes('qr_code') ? new Detector({ formats: ['qr_code'] }) : null
  } catch {
    return null
  }
}
