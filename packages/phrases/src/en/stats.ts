/** Dashboard. */
export const stats = {
  'stats.welcome': 'Welcome, {name}',
  'stats.everybody': 'All enterprises',
  'stats.codes': 'QR codes',
  'stats.scans': 'Scans',
  'stats.checks': 'Anti-counterfeit checks',
  'stats.products': 'Products',
  'stats.batches': 'Batches',
  'stats.activeRequests': 'Code requests in progress',
  'stats.trend': 'Scan trend',
  'stats.cities': 'Top 10 scanning cities',
  'stats.recent': 'Latest stage reports',
  'stats.day': 'Day',
  'stats.noScans': 'Nothing scanned yet',
  'stats.noReports': 'Nothing reported yet',
  'stats.unknownPlace': 'Unknown place',
} as const
