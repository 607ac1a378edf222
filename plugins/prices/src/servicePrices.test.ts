import { type EvmStack, startEvm } from '@latchkey/devstack/evm'
import { createKernel, memoryStorage } from '@latchkey/kernel'
import type { NetworkId } from '@latchkey/kernel/plugin'
import { type PriceCurrency, Prices, type ServicePrices } from '@latchkey/kernel/contracts'
import { eip155 } from '@latchkey/plugin-eip155'
import { walletData } from '@latchkey/plugin-wallet-data'
import { startWalletData, type WalletData } from '@latchkey/service-wallet-data'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Priced, PriceReader } from './PriceSource.js'
import { prices } from './prices.js'
import { servicePrices } from './servicePrices.js'

const networkId: NetworkId = 'eip155:31337'
let stack: EvmStack
let service: WalletData
beforeAll(async () => {
  stack = await startEvm()
  service = await startWalletData({
    nodes: [{ namespace: 'eip155', url: stack.url }],
    prices: [
      { networkId, usd: '3120.55' },
      { networkId, address: stack.tokens.usd.address.toLowerCase(), usd: '0.9998' },
    ],
    perDollar: { eur: '0.9' },
  })
})
afterAll(async () => {
  await service?.stop()
  await stack?.stop()
})
afterEach(() => service.setFaults({}))

const start = (url = service.url) =>
  createKernel(
    [
      eip155({ networks: [stack.chain] }),
      walletData({ url, projectId: 'prices' }),
      prices([servicePrices()]),
    ],
    { storage: memoryStorage(), logLevel: 'silent', onPluginError: 'throw' },
  )

describe('prices of the wallet-data service', () => {
  it.each<[string, string | undefined, PriceCurrency, string | undefined]>([
    ['the coin', undefined, 'usd', '3120.55'],
    ['the coin in another currency', undefined, 'eur', '2808.495'],
    ['a token', 'usd', 'usd', '0.9998'],
    ['nothing it has no price of', 'gold', 'usd', undefined],
    ['nothing in a currency it has no rate of', undefined, 'jpy', undefined],
  ])('tell %s', async (_what, token, currency, expected) => {
    const address = token && stack.tokens[token as 'usd' | 'gold'].address
    const asset = { networkId, ...(address ? { address } : {}), currency }
    expect(await start().get(Prices).read(asset)).toBe(expected)
  })

  it('are no answer while the service is down', async () => {
    service.setFaults({ price: { status: 503 } })
    expect(await start().get(Prices).read({ networkId })).toBeUndefined()
  })

  it('answer each of more assets than are asked for at once, in their order', async () => {
    let asking = 0
    let most = 0
    const told = {
      async read({ address }: { address?: string }) {
        asking += 1
        most = Math.max(most, asking)
        await Promise.resolve()
        asking -= 1
        return String(Number(address))
      },
    }
    const open = servicePrices().open as unknown as (services: object) => Promise<PriceReader>
    const reader = await open({ prices: told as unknown as typeof ServicePrices })
    const assets = Array.from(
      { length: 53 },
      (_, index): Priced => ({ networkId, address: `0x${index + 1}` }),
    )
    const signal = new AbortController().signal
    const found = await reader.read({ assets, currency: 'usd', signal })
    expect(found.map((reading) => reading?.price)).toEqual(
      assets.map((asset) => String(Number((asset as { address: string }).address))),
    )
    expect(most).toBe(20)
  })
})
