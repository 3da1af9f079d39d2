import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ReportFilters } from './period.ts'

/** The period of an answer, and how current its figures are. */
export interface PeriodInfo {
  from: string
  to: string
  beforeFrom: string
  beforeTo: string
  /** Where days are cut; null: each enterprise's own zone. */
  timeZone: string | null
  countedAt?: string | null
  waiting?: number
}

export interface ReportPageProps<Data extends PeriodInfo> {
  title: string
  screen: 'trend' | 'product' | 'place' | 'stage'
  filters: ReportFilters
  onChange: (part: Partial<ReportFilters>) => void
  extraQuery?: Record<string, string>
  query: UseQueryResult<Data>
  /** What `waiting` counts; days by default. */
  waitingFor?: 'reports'
  children: (data: Data) => ReactNode
}
