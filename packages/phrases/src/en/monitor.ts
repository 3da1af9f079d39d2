/** Logs and sessions. */
export const monitor = {
  'monitor.internalNetwork': 'Internal network',
  'monitor.log.clean': 'Clear',
  'monitor.log.cleanTitle': 'Clear the whole log?',
  'monitor.log.cleanText':
    'All entries are deleted, not only those shown. Export them first if they may be needed. Entries of the operation log about people, their rights and the logs stay.',
  'monitor.log.cleaned': 'The log has been cleared',
  'monitor.log.cleanedExcept':
    'The log has been cleared; {n} {n|entry|entries} about people, their rights and the logs {n|stays|stay}',
  'monitor.logininfor.unlockTitle': 'Unlock the account {name}?',
  'monitor.logininfor.unlockText': 'The count of failed sign-ins starts again; the user can try at once.',
  'monitor.logininfor.unlocked': 'The account {name} is unlocked',
  'monitor.online.current': 'this session',
  'monitor.online.own': 'This is your own session; log out instead',
  'monitor.online.endTitle': 'Sign {name} out?',
  'monitor.online.endText': 'What has not been saved is lost. The user can sign in again.',
  'monitor.online.endSelected': 'Force logout ({n})',
  'monitor.online.endSeveral': 'End the {n} selected {n|session|sessions}?',
  'monitor.online.ended': 'Sessions ended: {n}',
  'monitor.online.noneEnded': 'This user is not signed in',
  'alarm.databaseDown': 'The database cannot be reached',
  'alarm.databaseDown.help':
    'Work goes on by itself once it is back. If it takes more than a minute, look at the database process and its log.',
  'alarm.databaseSilent': 'The database does not answer',
  'alarm.databaseSilent.help':
    'Connections are open but silent; requests are refused at once instead of waiting. Look at the load and the disk of its machine.',
  'alarm.diskFull': 'The disk is full',
  'alarm.diskFull.help': 'Nothing more can be written. Free some space; work then goes on by itself.',
  'alarm.filesUnwritable': 'The folder of files cannot be written',
  'alarm.filesUnwritable.help':
    'Uploads cannot be kept. Check the rights and the mount of the data folder, or the bucket and its key.',
  'alarm.jobsWaiting': 'Background jobs are waiting',
  'alarm.jobsWaiting.help':
    'No worker process is running, so code requests and other long jobs wait. Start at least one worker.',
  'alarm.ledgerBehind': 'The ledger is behind what was signed',
  'alarm.ledgerBehind.help':
    'It holds {size} entries and lacks what had been signed up to entry {known}. Reports are accepted and wait; nothing is signed until this is settled. Run npm run ledger:recover.',
  'alarm.ledgerFaults': 'The ledger and the records do not agree',
  'alarm.ledgerFaults.help': 'The nightly check found {found} places. The server log names them.',
  'alarm.ledgerRefused': 'Something foreign was in the ledger’s queue',
  'alarm.ledgerRefused.help':
    '{found} entries were put aside: the server did not queue them, or they are in the log already. Somebody writes to the database beside the server; look into the table ledger_refused and change the database’s passwords.',
  'alarm.proxyUndeclared': 'A proxy was not declared',
  'alarm.proxyUndeclared.help':
    'Requests come through a proxy while TRUST_PROXY is not set: all callers look like one and share its limits. Set it as the operations guide says, and start again.',
  'alarm.recordsChanged': 'Records no longer say what was sealed',
  'alarm.recordsChanged.help':
    'The nightly check found {found} places where your data are not what the ledger has. Readers of your codes are told so. Ask the platform’s operator; somebody changed the database.',
  'alarm.since': 'Since {time}.',
} as const
