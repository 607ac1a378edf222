import type { PaymentLinkRequest } from '@latchkey/kernel/contracts'
import { describe, expect, it } from 'vitest'
import { kusamaAssetHub, polkadotAssetHub, westendAssetHub } from '../networks.js'
import { createPaymentLink } from './createPaymentLink.js'

const networks = new Map([polkadotAssetHub, kusamaAssetHub].map((entry) => [entry.id, entry]))
const create = (request: PaymentLinkRequest) => createPaymentLink(networks, request)
const link = (request: PaymentLinkRequest) => create(request)?.uri
/** One published account (Alice) in the generic form, in Polkadot's and in Kusama's. */
const alice = {
  generic: '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY',
  polkadot: '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
  kusama: 'HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F',
}

describe('payment requests of Polkadot', () => {
  it('are the plain address, in the form of the network', () => {
    expect(link({ networkId: polkadotAssetHub.id, address: alice.generic })).toBe(alice.polkadot)
    expect(link({ networkId: kusamaAssetHub.id, address: alice.polkadot })).toBe(alice.kusama)
  })

  it('answer nothing where the account cannot be paid', () => {
    const networkId = polkadotAssetHub.id
    expect(create({ networkId, address: `${alice.generic.slice(0, -1)}Z` })).toBeUndefined()
    expect(create({ networkId: westendAssetHub.id, address: alice.generic })).toBeUndefined()
  })

  it('name neither amount nor token, and refuse both', () => {
    const token = { address: '1984', decimals: 6, symbol: 'USDT' }
    for (const request of [{ amount: 1n }, { token }]) {
      expect(() =>
        create({ networkId: polkadotAssetHub.id, address: alice.generic, ...request }),
      ).toThrowError(expect.objectContaining({ code: 'PAYMENT_REQUEST_INVALID' }))
    }
  })
})
