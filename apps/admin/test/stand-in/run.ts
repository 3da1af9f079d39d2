/**
 * Shows the shell without the server: `node apps/admin/test/stand-in/run.ts [port]` builds the pages with the test
 * screens and serves them. Accounts: admin, clerk, field, fresh, ghost; password demo-pass; the code is 9.
 */
import { buildPages } from './build.ts'
import { startStandIn } from './server.ts'

const port = Number(process.argv[2] ?? 9411)
const { dist, remove } = await buildPages({ withTestScreens: true })
const { origin, stop } = await startStandIn(dist, port)
console.log(`${origin} (pages in ${dist})`)
process.on('SIGINT', async () => {
  await stop()
  remove()
  process.exit(0)
})
