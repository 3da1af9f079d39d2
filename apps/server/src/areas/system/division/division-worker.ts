import { parentPort } from 'node:worker_threads'
import { readShippedDivisions } from './division-source.ts'

parentPort?.postMessage(readShippedDivisions())
