/** System administration. */
export const system = {
  'config.captchaEnabled': 'Verification code at sign-in',
  'config.registerUser': 'Self registration',
  'config.strongPassword': 'Strong passwords (at least 8 characters)',
  'config.filing': 'Filing notice in the footer',
  'config.sideTheme': 'Sidebar theme',
  'stage.circulation.full': 'Full chain (18 stages)',
  'system.profile': 'Personal Center',
  'system.profile.oldPassword': 'Old password',
  'system.profile.newPassword': 'New password',
  'action.submitRequest': 'Submit',
  'action.state': 'Change state',
  'action.security': 'See security codes',
  'action.print': 'Print',
  'action.report': 'Report',
} as const
