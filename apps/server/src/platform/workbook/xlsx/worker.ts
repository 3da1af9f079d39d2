/** The worker thread of `readWorkbook`: reading may run out of time or memory here without harm to the server. */
import { parentPort, workerData } from 'node:worker_threads'
import type { XlsxLimits } from './read.ts'
import { readSheets } from './sheet.ts'

const { data, limits } = workerData as { data: Uint8Array; limits: XlsxLimits }
parentPort?.postMessage(await readSheets(data, limits))
