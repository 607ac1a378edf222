import type { PaymentLinkRequest } from '@latchkey/kernel/contracts'
import type { NetworkId } from '@latchkey/kernel/plugin'
import { describe, expect, it } from 'vitest'
import build from '../../vectors/eip681/build.json' with { type: 'json' }
import parse from '../../vectors/eip681/parse.json' with { type: 'json' }
import { checksumAddress } from 'viem'
import type { EvmChain } from '../evmChain.js'
import { readNetworks } from '../networks.js'
import { createPaymentLink } from './createPaymentLink.js'

const chain = (id: number): EvmChain => ({
  id,
  name: `Chain ${id}`,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://rpc.example'] } },
})
const networks = readNetworks([chain(1), chain(30), chain(42), chain(8453)])
const create = (request: PaymentLinkRequest) => createPaymentLink(networks, request)
const link = (request: PaymentLinkRequest) => create(request)?.uri ?? 'nothing'
const mainnet: NetworkId = 'eip155:1'
const receiver = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const usdc = { address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', decimals: 6, symbol: 'USDC' }

describe('links of EIP-681', () => {
  it('names the chain always, even the main one', () => {
    expect(link({ networkId: mainnet, address: receiver })).toBe(`ethereum:${receiver}@1`)
    expect(link({ networkId: 'eip155:8453', address: receiver })).toBe(`ethereum:${receiver}@8453`)
  })

  it('takes the checksum that the network has of its own (EIP-1191), and writes that of EIP-55', () => {
    const [own, token] = [
      checksumAddress(receiver, 30),
      { ...usdc, address: checksumAddress(usdc.address as `0x${string}`, 30) },
    ]
    expect(link({ networkId: 'eip155:30', address: own })).toBe(`ethereum:${receiver}@30`)
    expect(link({ networkId: 'eip155:30', address: own, token })).toBe(
      `ethereum:${usdc.address}@30/transfer?address=${receiver}`,
    )
    expect(link({ networkId: mainnet, address: own })).toBe('nothing')
  })

  it('asks for coins in wei, digit by digit', () => {
    expect(link({ networkId: mainnet, address: receiver, amount: 2_014_000_000_000_000_000n })).toBe(
      `ethereum:${receiver}@1?value=2014000000000000000`,
    )
    expect(link({ networkId: mainnet, address: receiver, amount: 0n })).toBe(`ethereum:${receiver}@1?value=0`)
  })

  it('asks for a token by a call of its transfer', () => {
    expect(link({ networkId: mainnet, address: receiver, amount: 1_500_000n, token: usdc })).toBe(
      `ethereum:${usdc.address}@1/transfer?address=${receiver}&uint256=1500000`,
    )
    expect(link({ networkId: mainnet, address: receiver, token: usdc })).toBe(
      `ethereum:${usdc.address}@1/transfer?address=${receiver}`,
    )
  })

  it('writes the published examples, with their addresses checksummed', () => {
    const { expect: withChain } = build.cases.find(({ id }) => id.includes('chain id'))!
    const target = '0x1234DEADBEEF5678ABCD1234DEADBEEF5678ABCD'
    const built = link({ networkId: 'eip155:42', address: target.toLowerCase() })
    expect(built.toLowerCase()).toBe(withChain.toLowerCase())
    const transfer = parse.cases.find(({ expect }) => expect.function_name === 'transfer')!
    // The example names no chain and a shortened receiver.
    const shape = (uri: string) =>
      uri
        .replace(/@\d+/, '')
        .replace(/address=0x\w+/, 'address=0x')
        .toLowerCase()
    expect(
      shape(
        link({
          networkId: mainnet,
          address: receiver,
          amount: 1n,
          token: { ...usdc, address: target.toLowerCase() },
        }),
      ),
    ).toBe(shape(transfer.uri))
  })

  it('answers nothing where the receiver cannot be paid', () => {
    const wrongChecksum = receiver.replace('5aA', '5aa')
    for (const address of [wrongChecksum, 'nora.eth', ''])
      expect(create({ networkId: mainnet, address })).toBeUndefined()
    expect(create({ networkId: 'eip155:999', address: receiver })).toBeUndefined()
  })

  it('refuses what would send money astray', () => {
    const refused: readonly PaymentLinkRequest[] = [
      { networkId: mainnet, address: receiver, token: { ...usdc, address: '0x1' } },
      { networkId: mainnet, address: receiver, amount: -1n },
    ]
    for (const request of refused) {
      expect(() => create(request)).toThrowError(expect.objectContaining({ code: 'PAYMENT_REQUEST_INVALID' }))
    }
  })

  it('has one address on every network', () => {
    expect(create({ networkId: 'eip155:8453', address: receiver.toLowerCase() })?.address).toBe(receiver)
  })
})
