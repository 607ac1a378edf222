import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findPicture } from '../plugins/icons/src/findPicture.js'
import { bitcoinMainnet } from '../plugins/bip122/src/networks.js'
import { arbitrum, base, mainnet, optimism, polygon } from '../plugins/eip155/src/networkData.js'
import { polkadotAssetHub } from '../plugins/polkadot/src/networks.js'
import { oracleData } from '../plugins/prices/src/evm/lazy/oracleData.js'
import { coinIds, llamaPlatforms } from '../plugins/prices/src/lazy/serviceNames.js'
import { solanaMainnet } from '../plugins/solana/src/networks.js'
import { venueData } from '../plugins/swap/src/evm/lazy/venueData.js'
import { commonTokens } from '../plugins/wallet-data/src/data/commonTokens.js'
import { root } from './workspace.js'

/** The table in docs/public-networks.md must match what the packages contain. */
const text = readFileSync(join(root, 'docs/public-networks.md'), 'utf8')

const evm = [mainnet, base, arbitrum, optimism, polygon].map((chain) => ({
  id: `eip155:${chain.id}` as const,
  name: chain.name,
  endpoints: chain.rpcUrls.default.http,
}))
const others = [solanaMainnet, bitcoinMainnet, polkadotAssetHub].map(({ id, name, rpcUrls = [] }) => ({
  id,
  name,
  endpoints: rpcUrls,
}))

const isFed = (id: `${string}:${string}`) =>
  Object.values(oracleData).some(({ feeds }) => feeds.some(({ prices }) => prices.includes(id)))

it.each([...evm, ...others])('tells of $name what the packages bring', async ({ id, name, endpoints }) => {
  const hosts = endpoints.map((url) => `\`${new URL(url).host}\``).join(', ')
  const prices = [isFed(id) && 'feed', coinIds[id] && 'services'].filter(Boolean).join(', ')
  const tokens = commonTokens[id]?.length
  const row = [
    name,
    hosts,
    prices,
    llamaPlatforms[id] ? 'yes' : '–',
    venueData[id] ? 'yes' : '–',
    tokens === undefined ? '–' : String(tokens),
    (await findPicture({ kind: 'network', networkId: id })) ? 'yes' : '–',
  ]
  const rows = text.split('\n').map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
  expect(rows).toContainEqual(row)
})
