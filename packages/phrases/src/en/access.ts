/** Passwords and second factors: of the pages of the sign-in, and of the screen on which they are changed later. */
export const access = {
  'system.profile.oldPassword': 'Old password',
  'system.profile.newPassword': 'New password',
  'shell.login.passwordRequired': 'Please enter your password',
  'shell.register.confirmRequired': 'Please enter the password again',
  'shell.password.confirm': 'Confirm new password',
  'shell.password.oldRequired': 'Please enter the old password',
  'shell.password.newRequired': 'Please enter the new password',
  'shell.password.mismatch': 'the passwords entered twice are inconsistent',
  'shell.factor.title': 'Second factor',
  'shell.factor.code': 'Code',
  'shell.factor.codeRequired': 'Please enter the code',
  'shell.factor.password': 'Your password',
  'shell.factor.codesTitle': 'Keep your recovery codes',
  'shell.factor.codesLead': 'Without your phone, one of these signs you in, once each. They are shown only now.',
  'shell.factor.kept': 'I have kept the recovery codes',
} as const
