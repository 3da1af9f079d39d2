/** Signing in by an identity of the messaging platform, and binding one to an account. */
export const identity = {
  'shell.authRedirect.title': 'Sign-in through the messaging platform',
  'shell.authRedirect.working': 'Signing you in…',
  'shell.authRedirect.nothing':
    'Nothing is waiting here. Sign in, or begin the sign-in through the messaging platform again.',
  'shell.authRedirect.again': 'Try again',
  'shell.authRedirect.off':
    'Sign-in through the messaging platform is not switched on here. Sign in with account and password.',
  'shell.authRedirect.outside':
    'The messaging platform names people only in its own app. Open this site there, or sign in with account and password.',
  'shell.authRedirect.expired':
    'This sign-in has expired, was used before or was begun in another browser. Begin it again.',
  'shell.authRedirect.cancelled':
    'You did not agree on the messaging platform’s page. Nothing was bound and nobody was signed in.',
  'shell.authRedirect.visitor':
    'The messaging platform opened its page in preview mode and did not name you. Choose its full service at the bottom of the page, then try again.',
  'shell.authRedirect.app':
    'The messaging platform does not accept this site’s app at the moment. Tell the operator of the site; signing in with account and password still works.',
  'shell.authRedirect.code':
    'The messaging platform’s confirmation was for another app, or was used before. Try again.',
  'shell.authRedirect.down':
    'The messaging platform does not answer at the moment. Try again later, or sign in with account and password.',
  'shell.authRedirect.busy': 'Too many sign-ins from your network just now. Try again in a minute.',
  'shell.bind.title': 'Messaging-platform identity',
  'shell.bind.unbound':
    'The identity “{name}” is not bound to an account yet. Sign in with account and password once to bind it; afterwards the messaging platform signs you in.',
  'shell.bind.unnamed': 'without a name',
  'shell.bind.submitSignIn': 'Sign in and bind',
  'shell.bind.back': 'Go back without binding',
  'shell.bind.confirm':
    'Bind the identity “{name}” to the account {account}? It can then sign in without the password.',
  'shell.bind.submit': 'Bind',
  'shell.bind.done': 'The identity is bound',
  'shell.bind.signedOut':
    'Open this page in the messaging platform’s app to sign in through it, or sign in with account and password.',
  'shell.bind.list': 'These identities of the messaging platform sign the account {account} in.',
  'shell.bind.none': 'No identity is bound to the account {account}.',
  'shell.bind.begin': 'Bind an identity',
  'shell.bind.inApp': 'To bind one, open this page in the messaging platform’s app: {address}',
  'shell.bind.off': 'The operator of the site has not switched on sign-in through the messaging platform.',
  'shell.bind.app': 'App {app}',
  'shell.bind.since': 'Bound {date}',
  'shell.bind.used': 'last used {date}',
  'shell.bind.unused': 'not used yet',
  'shell.bind.undo': 'Undo the binding',
  'shell.bind.undoTitle': 'Undo this binding?',
  'shell.bind.undoText': 'The identity “{name}” will not sign this account in any more. Account and password still do.',
  'shell.bind.undone': 'The binding is undone',
} as const
