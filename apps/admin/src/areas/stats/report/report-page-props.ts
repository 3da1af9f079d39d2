import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Asked } from './period.ts'

/** What every screen's answer tells of its period, and how new its figures are. */
export interface About {
  from: string
  to: string
  beforeFrom: string
  beforeTo: string
  countedAt?: string | null
  waiting?: number
}

export interface ReportPageProps<Data extends About> {
  title: string
  screen: 'trend' | 'product' | 'place' | 'stage'
  asked: Asked
  onChange: (part: Partial<Asked>) => void
  also?: Record<string, string>
  query: UseQueryResult<Data>
  /** What `waiting` counts: days, unless said otherwise. */
  waitingFor?: 'reports'
  children: (data: Data) => ReactNode
}
