/** As many months as one answer has. */
const most = 36

/** The months from one to another, both included, as YYYY-MM. */
export function monthsBetween(from: string, to: string): string[] {
  const months: string[] = []
  if (!isMonth(from) || !isMonth(to)) return months
  for (let month = from; month <= to && months.length < most; month = nextMonth(month)) months.push(month)
  return months
}

const isMonth = (text: string) => /^\d{4}-\d{2}$/.test(text)

/** The last day of a month, as YYYY-MM-DD; empty for what is no month. */
export function lastDayOf(month: string): string {
  if (!isMonth(month)) return ''
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
}

function nextMonth(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7)
}
