import { parentPort } from 'node:worker_threads'
import type { PlotGeometry } from '@timbermark/contract/plot'
import { overlapHectares } from './overlap-area.ts'

parentPort?.on('message', ([a, b]: [PlotGeometry, PlotGeometry]) =>
  parentPort?.postMessage({ area: overlapHectares(a, b) }),
)
