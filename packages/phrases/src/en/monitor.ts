/** Logs and sessions. */
export const monitor = {
  'monitor.internalNetwork': 'Internal network',
  'monitor.log.clean': 'Clear',
  'monitor.log.cleanTitle': 'Clear the whole log?',
  'monitor.log.cleanText': 'All entries are deleted, not only those shown. Export them first if they may be needed.',
  'monitor.log.cleaned': 'The log has been cleared',
  'monitor.logininfor.unlockTitle': 'Unlock the account {name}?',
  'monitor.logininfor.unlockText': 'The count of failed sign-ins starts again; the user can try at once.',
  'monitor.logininfor.unlocked': 'The account {name} is unlocked',
  'monitor.online.current': 'this session',
  'monitor.online.own': 'This is your own session; log out instead',
  'monitor.online.endTitle': 'Sign {name} out?',
  'monitor.online.endText': 'What has not been saved is lost. The user can sign in again.',
  'monitor.online.endSelected': 'Force logout ({n})',
  'monitor.online.endSeveral': 'End the {n} selected sessions?',
  'monitor.online.ended': 'Sessions ended: {n}',
  'monitor.online.noneEnded': 'This user is not signed in',
} as const
