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
  'alarm.databaseConnections': 'The database is running out of connections',
  'alarm.databaseConnections.help':
    'Nine of ten are in use; when they run out, requests are refused. End what is idle, allow more, or put a pooler before the database, as the operations guide says.',
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
  'alarm.filesSilent': 'The store of files does not answer',
  'alarm.filesSilent.help':
    'Connections to the bucket are open but silent; uploads and downloads are refused at once instead of waiting. Work goes on by itself once it answers. Look at the store and the network to it.',
  'alarm.jobsWaiting': 'Background jobs are waiting',
  'alarm.jobsWaiting.help':
    'No worker process is running, so code requests and other long jobs wait. Start at least one worker.',
  'alarm.ledgerBehind': 'The ledger is behind what was signed',
  'alarm.ledgerBehind.help':
    'It holds {size} entries and lacks what had been signed up to entry {known}. Reports are accepted and wait; nothing is signed until this is settled. Run npm run ledger:recover.',
  'alarm.standbySilent': 'Writing waits for a standby database',
  'alarm.standbySilent.help':
    '{waiting} transactions wait for a synchronous standby to confirm them. Bring the standby back, or go on without it (docs/operations.md, Failover).',
  'alarm.walNotArchived': 'The log of the database is not archived',
  'alarm.walNotArchived.help':
    'Copying to WAL_ARCHIVE_DIR fails. Is that disk full or not mounted? Until it works, a restore ends at the last archived moment.',
  'alarm.ledgerFaults': 'The ledger and the records do not agree',
  'alarm.ledgerFaults.help':
    'The nightly check, or a call that was refused for it, found {found} places. The table ledger_fault names them.',
  'alarm.ledgerRefused': 'Something foreign was in the ledger’s queue',
  'alarm.ledgerRefused.help':
    '{found} entries were put aside: the server did not queue them, or they are in the log already. Somebody writes to the database beside the server; look into the table ledger_refused and change the database’s passwords.',
  'alarm.proxyUndeclared': 'A proxy was not declared',
  'alarm.proxyUndeclared.help':
    'Requests come through a proxy while TRUST_PROXY is not set: all callers look like one and share its limits. Set it as the operations guide says, and start again.',
  'alarm.recordsChanged': 'Records no longer say what was sealed',
  'alarm.recordsChanged.help':
    'There are {found} places where your data are not what the ledger has. Readers of your codes are told so. Ask the platform’s operator; somebody changed the database.',
  'alarm.replicaBehind': 'The reading replica is behind',
  'alarm.replicaBehind.help':
    'It is {seconds} {seconds|second|seconds} behind, so the database itself answers all reads. Look at the load of the replica’s machine and at the line between the two.',
  'alarm.replicaDown': 'The reading replica cannot be used',
  'alarm.replicaDown.help':
    'The database itself answers all reads. The server’s log names the reason. Start the replica, or correct DATABASE_READ_URL.',
  'alarm.anchorLag': 'Heads of the ledger do not reach the chain',
  'alarm.anchorLag.help':
    'No head has been anchored for {minutes} minutes. The ledger itself goes on. Look at the anchors: the fault says what is in the way.',
  'alarm.anchorFunds': 'The sender of the anchors lacks funds',
  'alarm.anchorFunds.help': 'Send the sender funds for the next anchors; its address is on the screen of anchors.',
  'alarm.anchorDisagreement': 'The chain contradicts the anchors',
  'alarm.anchorDisagreement.help':
    'An endpoint, the contract or the log does not say what it should. Look at the anchors for which; nothing is sent to the chain until it is settled.',
  'alarm.requestNumbersScarce': 'Numbers of code requests run out',
  'alarm.requestNumbersScarce.help':
    '{used} of {most} are used; at the rate of the last 90 days the rest lasts {years} years. Ask for a version with a longer code format before they are gone: then no code request can be made.',
  'alarm.workWaitsAhead': 'Work waits for a moment far ahead',
  'alarm.workWaitsAhead.help':
    '{waiting} pieces of work wait longer than is ever ordered: the clock was wrong when they were ordered. Check the clock of the database’s machine, and that a worker runs: it repairs them within seconds.',
  'alarm.short':
    'It was raised {times} {times|time|times} within a minute, for up to {longest} s, and ended by itself. When it comes back again and again, look for its cause in the server log.',
  'alarm.since': 'Since {time}.',
} as const
