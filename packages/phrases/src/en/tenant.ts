/** Enterprises. */
export const tenant = {
  'tenant.enterprise.createTime': 'Created',
  'tenant.enterprise.kind.platform': 'Platform operator',
  'tenant.enterprise.idHint': '2 to 20 letters, digits, - or _; it cannot be changed later',
  'tenant.enterprise.administratorHint': 'Account name, 4 to 20 characters; left empty it is the identification',
  'tenant.enterprise.createsTitle': 'What is created',
  'tenant.enterprise.createsAccount': 'The administrator account “{account}”',
  'tenant.enterprise.createsSomeAccount': 'The administrator’s account, named like the identification',
  'tenant.enterprise.createsPassword':
    'A first password, shown once when you save, only good for choosing another within 72 hours',
  'tenant.enterprise.createsRest': 'A department with the enterprise’s name, and the delivered roles',
  'tenant.enterprise.disableText':
    'Its users are signed out at once and cannot sign in. Their data stays, and codes can still be traced.',
  'tenant.enterprise.enableText': 'Its users can sign in again.',
  'tenant.enterprise.resetPwd': 'New administrator password',
  'tenant.enterprise.resetTitle': 'New password for the administrator of {name}?',
  'tenant.enterprise.resetText':
    'The present password stops working and the administrator is signed out. The new one is shown once. It stands in the enterprise’s own log, and all its administrators are told.',
  'tenant.enterprise.resetFactor': 'Also remove the second factor (phone and recovery codes are lost)',
  'tenant.enterprise.handOver': 'Administrator of {name}',
  'tenant.enterprise.handOverText':
    'Hand these over now: the password is shown only here, and within {n} hours it has to be replaced by an own one.',
} as const
