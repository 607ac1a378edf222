import { strictEqual } from 'node:assert'
import { startEvm } from '../../devstack/src/evm/index.js'
import { startPostgres } from '../../devstack/src/postgres/index.js'
import type { Container } from './containerTool.js'
import { type Databases, readOk, type ServedImage, serve } from './serve.js'

const metricsToken = 'token-of-the-images'
const writeSettings = "require('node:fs').writeFileSync('/data/wallet-data.json', process.env.SETTINGS)"

/** What a chain's account has, on the database that the image has and on PostgreSQL. */
export async function tryWalletData(container: Container, image: ServedImage): Promise<void> {
  const chain = await startEvm()
  const postgres = await startPostgres()
  try {
    const settings = { nodes: [{ namespace: 'eip155', url: chain.url }], pollMilliseconds: 200 }
    await container.run(['node', '-e', writeSettings], { SETTINGS: JSON.stringify(settings) })
    const address = chain.accounts[0]?.address ?? ''
    const wanted = `/v1/account/${address}/balance?projectId=images&currency=usd&chainId=eip155:${chain.chainId}`
    const databases: Databases = {
      embedded: {},
      PostgreSQL: { LATCHKEY_DATABASE: await postgres.createDatabase('data') },
    }
    for (const [kind, own] of Object.entries(databases)) {
      const environment = { ...own, LATCHKEY_METRICS_TOKEN: metricsToken }
      await serve(container, image, environment, async () => {
        const { balances } = JSON.parse(await readOk(`${image.url}${wanted}`)) as {
          balances: readonly { quantity: { numeric: string } }[]
        }
        strictEqual(Number(balances[0]?.quantity.numeric) > 0, true, 'The account has no balance.')
        await readOk(`${image.url}/metrics`, { authorization: `Bearer ${metricsToken}` })
      })
      console.log(`wallet-data: served the balance of an account, on the ${kind} database`)
    }
  } finally {
    await postgres.stop()
    await chain.stop()
  }
}
