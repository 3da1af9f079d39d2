import type { traceLog as english } from '../en/trace-log.ts'

/** Scan log and anti-counterfeit log. */
export const traceLog = {
  'trace.scan-log': 'Journal des scans',
  'trace.scan-log.code': 'Valeur du QR code',
  'trace.scan-log.productName': 'Produit',
  'trace.scan-log.longitude': 'Longitude',
  'trace.scan-log.latitude': 'Latitude',
  'trace.scan-log.country': 'Pays',
  'trace.scan-log.province': 'Province',
  'trace.scan-log.city': 'Ville',
  'trace.scan-log.district': 'District',
  'trace.scan-log.scanTime': 'Heure du scan',
  'trace.check-log': 'Journal des vérifications',
  'trace.check-log.code': 'Valeur du QR code',
  'trace.check-log.productName': 'Produit',
  'trace.check-log.longitude': 'Longitude',
  'trace.check-log.latitude': 'Latitude',
  'trace.check-log.country': 'Pays',
  'trace.check-log.province': 'Province',
  'trace.check-log.city': 'Ville',
  'trace.check-log.district': 'District',
  'trace.check-log.securityCode': 'Code anti-contrefaçon',
  'trace.check-log.genuine': 'Résultat',
  'trace.check-log.genuine.true': 'Authentique',
  'trace.check-log.genuine.false': 'Non confirmé',
  'trace.check-log.checkTime': 'Date de vérification',
} as const satisfies Record<keyof typeof english, string>
