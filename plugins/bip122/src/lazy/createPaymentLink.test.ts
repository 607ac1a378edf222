import { describe, expect, it } from 'vitest'
import { fromDecimal, type PaymentLinkRequest } from '@latchkey/kernel/contracts'
import bip21 from '../../vectors/bip21/uri_bitcoinjs.json' with { type: 'json' }
import { bitcoinMainnet, bitcoinRegtest, bitcoinSignet, bitcoinTestnet } from '../networks.js'
import { createPaymentLink } from './createPaymentLink.js'

const listed = [bitcoinMainnet, bitcoinTestnet, bitcoinRegtest]
const networks = new Map(listed.map((entry) => [entry.id, entry]))
const create = (request: PaymentLinkRequest) => createPaymentLink(networks, request)
const link = (request: PaymentLinkRequest) => create(request)?.uri
const networkId = bitcoinMainnet.id
const address = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
const regtest = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'

describe('links of BIP-21', () => {
  const published = bip21.cases.filter(
    ({ valid, compliant, options }) =>
      valid && compliant !== false && Object.keys(options ?? {}).every((name) => name === 'amount'),
  )

  it('has published examples to write', () => expect(published.length).toBeGreaterThan(0))

  it.each(published)('writes the published link "$id"', ({ uri, address, options }) => {
    const text = options?.amount === undefined ? undefined : String(options.amount)
    const amount = text === undefined ? undefined : fromDecimal(text, 8)
    const built = link({
      networkId,
      address: address ?? '',
      ...(amount === undefined ? {} : { amount }),
    })
    expect(built).toBe(uri.replace(/^bitcoin/i, 'bitcoin'))
  })

  it('counts in bitcoin with a point, exactly', () => {
    expect(link({ networkId, address, amount: 5_000_000_000n })).toBe(`bitcoin:${address}?amount=50`)
    expect(link({ networkId, address, amount: 1n })).toBe(`bitcoin:${address}?amount=0.00000001`)
    expect(link({ networkId, address, amount: 2_030_000_000n })).toBe(`bitcoin:${address}?amount=20.3`)
  })

  it('refuses what would send money astray', () => {
    const token = { address, decimals: 8, symbol: 'T' }
    for (const request of [{ token }, { amount: -1n }]) {
      expect(() => create({ networkId, address, ...request })).toThrowError(
        expect.objectContaining({ code: 'PAYMENT_REQUEST_INVALID' }),
      )
    }
  })

  it('knows on which of the listed networks an address can be paid', () => {
    const on = (value: string) =>
      [...listed, bitcoinSignet]
        .filter(({ id }) => create({ networkId: id, address: value }) !== undefined)
        .map(({ chain }) => chain)
    expect(on(address)).toEqual(['mainnet'])
    expect(on(`${address.slice(0, -1)}p`)).toEqual([])
    expect(on(regtest)).toEqual(['regtest'])
    expect(on('mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn')).toEqual(['testnet', 'regtest'])
    expect(on('tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx')).toEqual(['testnet'])
    expect(on('nobody')).toEqual([])
  })
})
