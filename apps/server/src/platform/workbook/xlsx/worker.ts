/** The worker thread of `readXlsx`: reading may run out of time or memory here without harm to the server. */
import { parentPort, workerData } from 'node:worker_threads'
import type { XlsxLimits } from './read.ts'
import { readSheet } from './sheet.ts'

const { data, limits } = workerData as { data: Uint8Array; limits: XlsxLimits }
parentPort?.postMessage(await readSheet(data, limits))
