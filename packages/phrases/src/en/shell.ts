/** The back office around the screens: layout, sign-in, settings. */
export const shell = {
  'shell.transport.network': 'backend interface connection exception',
  'shell.transport.timeout': 'system interface request timeout',
  'shell.transport.status': 'system interface {status} exception',
} as const
