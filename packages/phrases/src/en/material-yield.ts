/** Yields by month. */
export const materialYield = {
  'material.yield.month': 'Month',
  'material.yield.stage': 'Stage',
  'material.yield.species': 'Species',
  'material.yield.input': 'In (m³)',
  'material.yield.output': 'Out (m³)',
  'material.yield.percent': 'Yield, %',
  'material.yield.bandFrom': 'Usual from, %',
  'material.yield.bandTo': 'Usual up to, %',
  'material.yield.band': 'Band',
  'material.yield.learned': 'from own records',
  'material.yield.first': 'first band',
  'material.yield.records': 'Records',
  'material.yield.outside': 'Outside the band',
  'material.yield.picture': 'Yield by month, with the band that is usual',
  'material.yield.monthsOutside': 'Month with records outside',
  'material.yield.about':
    '{from} to {to}; months are cut by {zone}. The band of a month is what the records before it teach.',
  'material.yield.empty': 'No processing with both volumes was reported in these months.',
  'material.yield.openOutside': 'Show flagged records',
} as const
