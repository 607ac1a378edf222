import { createKernel } from '@latchkey/kernel'
import { Pictures } from '@latchkey/kernel/contracts'
import { describe, expect, it } from 'vitest'
import { firstLoadOf } from '../../../scripts/firstLoad.js'
import { commonTokens } from '../../wallet-data/src/data/commonTokens.js'
import { coins, networks, tokenIds, tokens, walletIds, wallets } from './lazy/catalogue.js'
import { findPicture, icons } from './index.js'

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

describe('icons', () => {
  it('adds one source of pictures, which knows them by their exact ids', async () => {
    const kernel = createKernel([icons()], { id: 'icons', logLevel: 'silent' })
    const [source] = kernel.list(Pictures)
    const mark = await source?.find({ kind: 'network', networkId: 'eip155:8453' })
    expect(mark).toMatch(/^data:image\/svg\+xml,%3Csvg /)
    expect(await source?.find({ kind: 'network', networkId: 'eip155:84532' })).toBe(mark)
    expect(await source?.find({ kind: 'network', networkId: 'eip155:31337' })).toBeUndefined()
    await kernel.dispose()
  })

  it('knows a token by its address in any case, and no other that calls itself so', async () => {
    const picture = await findPicture({ kind: 'token', networkId: 'eip155:1', address: usdc })
    expect(picture).toMatch(/^data:image\//)
    expect(await findPicture({ kind: 'token', networkId: 'eip155:1', address: usdc.toLowerCase() })).toBe(
      picture,
    )
    const impostor = `0x${'1'.repeat(40)}`
    expect(await findPicture({ kind: 'token', networkId: 'eip155:1', address: impostor })).toBeUndefined()
    expect(await findPicture({ kind: 'token', networkId: 'eip155:137', address: usdc })).toBeUndefined()
  })

  it('keeps the case of addresses that have one: two mints may differ in nothing else', async () => {
    const networkId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
    const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
    expect(await findPicture({ kind: 'token', networkId, address: mint })).toMatch(/^data:/)
    expect(await findPicture({ kind: 'token', networkId, address: mint.toLowerCase() })).toBeUndefined()
  })

  it('knows a wallet by its id or by what it announces', async () => {
    const byId = await findPicture({ kind: 'wallet', walletId: 'metamask' })
    expect(byId).toMatch(/^data:/)
    expect(await findPicture({ kind: 'wallet', rdns: 'io.MetaMask' })).toBe(byId)
    expect(await findPicture({ kind: 'wallet', walletId: 'nobody', rdns: 'io.metamask' })).toBe(byId)
    expect(await findPicture({ kind: 'wallet', rdns: 'io.metamask.evil' })).toBeUndefined()
    expect(await findPicture({ kind: 'wallet' })).toBeUndefined()
  })

  it.each(['constructor', '__proto__', 'toString', ''])('knows nothing called %j', async (name) => {
    expect(await findPicture({ kind: 'wallet', walletId: name, rdns: name })).toBeUndefined()
    expect(await findPicture({ kind: 'coin', networkId: 'eip155:1', symbol: name })).toBeUndefined()
    expect(await findPicture({ kind: 'network', networkId: name as `${string}:${string}` })).toBeUndefined()
  })

  it('has a picture of every token that accounts are asked for by default', () => {
    const without = Object.entries(commonTokens).flatMap(([networkId, list]) =>
      list
        .map(({ address }) =>
          networkId.startsWith('eip155:')
            ? `${networkId}/erc20:${address.toLowerCase()}`
            : `${networkId}/token:${address}`,
        )
        .filter((id) => !(id in tokenIds)),
    )
    expect(without).toEqual([])
  })

  it.each([250, 295, 314, 1088, 1284, 1285, 1301, 2021, 4689, 9001, 10143, 1_313_161_554])(
    'has a picture of network %i',
    async (id) => {
      expect(await findPicture({ kind: 'network', networkId: `eip155:${id}` })).toMatch(/^data:image\//)
    },
  )

  it('names only pictures that are there', () => {
    expect(Object.values(tokenIds).filter((id) => !(id in tokens))).toEqual([])
    expect(Object.values(walletIds).filter((id) => !(id in wallets))).toEqual([])
    const keys = [...Object.keys(networks), ...Object.keys(tokenIds)]
    expect(
      keys.filter((key) => !/^[a-z0-9]+:[\w-]{1,32}(?:\/(?:erc20|token|asset):\w+)?$/.test(key)),
    ).toEqual([])
    expect(Object.keys(coins).filter((symbol) => symbol !== symbol.toUpperCase())).toEqual([])
  })

  it('puts no picture and no list of pictures into a first load', async () => {
    const { modules, size } = await firstLoadOf("export * from './index.ts'", new URL('.', import.meta.url))
    expect(modules.filter((path) => /pictures|lazy/.test(path))).toEqual([])
    expect(size).toBeLessThanOrEqual(400)
  })
})
