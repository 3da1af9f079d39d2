export * from './envelope.ts'
export * from './trace.ts'
