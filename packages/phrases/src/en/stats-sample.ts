/** The code that newcomers scan, and a verb of the statistics. */
export const statsSample = {
  'action.recount': 'Count again',
  'stats.sample.title': 'Scan this code with your phone',
  'stats.sample.hint':
    'Point the camera of your phone at it. Your own trace page opens, as a buyer sees it; this step is ticked a minute or two later.',
  'stats.sample.host': 'The phone has to reach {host}.',
  'stats.sample.none': 'No code is made yet. Request codes first and submit the request (step 3).',
  'stats.sample.making': 'Your codes are still being made. Look again in a moment.',
} as const
