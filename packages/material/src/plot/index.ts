export { areaHectares } from './area.ts'
export { findCrossing, isInside, type Position } from './crossing.ts'
export * from './faults.ts'
export * from './shape.ts'
