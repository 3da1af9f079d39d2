import type { shell as english } from '../en/shell.ts'

export const shell = {
  'shell.transport.network': 'échec de la connexion au serveur',
  'shell.transport.timeout': 'délai d’attente du serveur dépassé',
  'shell.transport.status': 'erreur {status} de l’interface du système',
} as const satisfies Record<keyof typeof english, string>
