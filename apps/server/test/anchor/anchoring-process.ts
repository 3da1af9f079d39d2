import { Anchoring, type AnchoringPoint } from '../../src/areas/ledger/anchor/anchoring.ts'
import type { ChainSettings } from '../../src/platform/chain-settings.ts'
import { readSettings } from '../../src/platform/settings.ts'
import { makeServices } from '../../src/services.ts'

/** What this process is told: where the database is, and at which point it kills itself as `kill -9` would. */
export interface AnchoringProcess {
  dataDir: string
  urls: { serverUrl: string; workerUrl: string }
  chain: Omit<ChainSettings, 'feeLimit'> & { feeLimit: string }
  point: AnchoringPoint
}

const { dataDir, urls, chain, point } = JSON.parse(process.argv[2]!) as AnchoringProcess
const settings = readSettings('test', { DATA_DIR: dataDir, PORT: '0', PUBLIC_URL: 'http://trace.example' })
const services = await makeServices(settings, urls)
const anchoring = new Anchoring(
  services,
  { ...chain, feeLimit: BigInt(chain.feeLimit) },
  {
    atPoint: reached => {
      if (reached === point) process.kill(process.pid, 'SIGKILL')
    },
  },
)
await anchoring.run()
process.exit(3)
