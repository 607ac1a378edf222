import { describe, expect, it } from 'vitest'
import { fromDecimal, type PaymentLinkRequest } from '@latchkey/kernel/contracts'
import vectors from '../../vectors/url_solana_pay.json' with { type: 'json' }
import { solanaDevnet, solanaMainnet } from '../networks.js'
import { createPaymentLink } from './createPaymentLink.js'

const networks = new Map([solanaMainnet, solanaDevnet].map((entry) => [entry.id, entry]))
const create = (request: PaymentLinkRequest) => createPaymentLink(networks, request)
const link = (request: PaymentLinkRequest) => create(request)?.uri ?? 'nothing'
const networkId = solanaMainnet.id
const address = 'mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN'
const mint = '82ZJ7nbGpixjeDCmEhUcmwXYfvurzAgGdtSMuHnUgyny'

describe('links of Solana Pay', () => {
  it.each(vectors.cases.filter(({ expect }) => expect !== undefined))(
    'writes the published link "$id", as far as it names receiver, amount and token',
    ({ url, expect: parts }) => {
      const token = parts?.splToken ? { address: parts.splToken, decimals: 9, symbol: 'T' } : undefined
      const built = link({
        networkId,
        address: parts?.recipient ?? '',
        ...(parts?.amount ? { amount: fromDecimal(parts.amount, 9)! } : {}),
        ...(token ? { token } : {}),
      })
      const known = new URL(url)
      for (const name of ['reference', 'label', 'message', 'memo']) known.searchParams.delete(name)
      expect(new URL(built).pathname).toBe(known.pathname)
      expect([...new URL(built).searchParams]).toEqual([...known.searchParams])
    },
  )

  it('counts a token in its own decimals and the coin in its nine', () => {
    const token = { address: mint, decimals: 6, symbol: 'USDC' }
    expect(link({ networkId, address })).toBe(`solana:${address}`)
    expect(link({ networkId, address, amount: 1n })).toBe(`solana:${address}?amount=0.000000001`)
    expect(link({ networkId, address, amount: 1_010_000n, token })).toBe(
      `solana:${address}?amount=1.01&spl-token=${mint}`,
    )
    expect(link({ networkId, address, token })).toBe(`solana:${address}?spl-token=${mint}`)
  })

  it('answers nothing where the receiver cannot be paid', () => {
    for (const wrong of ['0xffff', '', `${address}1`]) {
      expect(create({ networkId, address: wrong })).toBeUndefined()
    }
    expect(create({ networkId: 'solana:11111111111111111111111111111111', address })).toBeUndefined()
  })

  it('refuses what would send money astray', () => {
    const refused: readonly PaymentLinkRequest[] = [
      { networkId, address, amount: -100n },
      { networkId, address, amount: 1n, token: { address: '0xffff', decimals: 6, symbol: 'T' } },
    ]
    for (const request of refused) {
      expect(() => create(request)).toThrowError(expect.objectContaining({ code: 'PAYMENT_REQUEST_INVALID' }))
    }
  })

  it('has one address on every cluster', () => {
    expect(create({ networkId: solanaDevnet.id, address })?.address).toBe(address)
  })
})
