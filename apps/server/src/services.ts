import { pino } from 'pino'
import { behindAlarms } from './areas/ledger/log/behind.ts'
import { loadEpochKeys } from './areas/ledger/log/keys.ts'
import { loadRequestKey } from './areas/ledger/log/request-subjects.ts'
import { Sessions } from './areas/system/identity/sessions.ts'
import { Visits } from './areas/trace/visits/visits.ts'
import { CloneDetector } from './areas/channel/detection/clone-detector.ts'
import { walArchiveAlarm } from './platform/alarms/wal-archive-alarm.ts'
import { Alarms } from './platform/alarms/alarms.ts'
import { Audit } from './platform/audit.ts'
import { openBlobs } from './platform/files/blobs/blobs.ts'
import { CodeDirectory } from './areas/code/directory/code-directory.ts'
import { Database } from './platform/database/database.ts'
import type { RoleUrls } from './platform/database/migrate.ts'
import { DiskWatch } from './platform/alarms/disk-watch.ts'
import { Files } from './platform/files/files.ts'
import { Jobs } from './platform/jobs/jobs.ts'
import { openRollbackGuard } from './platform/installation/open-rollback-guard.ts'
import { Secrets } from './platform/installation/secrets.ts'
import type { Services } from './platform/services.ts'
import type { Settings } from './platform/settings.ts'
import { waitingCommitAlarms } from './platform/alarms/waiting-commits.ts'
import { loadStandingAlarms } from './platform/alarms/standing-alarms.ts'

/** The services of the areas, created from settings and a migrated database. */
export async function makeServices(settings: Settings, urls: RoleUrls): Promise<Services> {
  const log = pino(
    { level: settings.logLevel, redact: ['req.headers.authorization', '*.password', '*.token'] },
    pino.destination(2),
  )
  const alarms = new Alarms()
  const database = new Database(urls)
  try {
    return await around(database, { settings, log, alarms })
  } catch (error) {
    await database.close()
    throw error
  }
}

async function around(
  database: Database,
  { settings, log, alarms }: Pick<Services, 'settings' | 'log' | 'alarms'>,
): Promise<Services> {
  database.watch(alarms, log)
  const blobs = await openBlobs(settings)
  const disk = new DiskWatch({
    dataDir: settings.dataDir,
    alarms,
    database,
    ...(blobs.probe && { probeStore: (writing: boolean) => blobs.probe!(writing) }),
  })
  alarms.include(() => disk.check().then(() => []))
  alarms.include(() => loadStandingAlarms(database))
  if (settings.walArchiveDir) alarms.include(() => walArchiveAlarm(database))
  alarms.include(() => behindAlarms(database))
  alarms.include(() => waitingCommitAlarms(database))
  const secrets = Secrets.load(settings)
  await loadEpochKeys(database, secrets)
  await loadRequestKey(database, secrets)
  return {
    settings,
    log,
    alarms,
    database,
    secrets,
    files: new Files(database, secrets, blobs),
    audit: new Audit(database, log),
    jobs: new Jobs(database, log),
    sessions: new Sessions(database),
    directory: new CodeDirectory(database, secrets),
    rollbackGuard: await openRollbackGuard(database, settings, log),
    visits: new Visits(database, log),
    served: { count: 0 },
    cloneDetector: new CloneDetector(database, log),
  }
}
