import { findPicture } from '@latchkey/icons'
import { definePlugin, type NetworkId, type Plugin } from '@latchkey/kernel/plugin'
import { Pictures, type PictureSubject } from '@latchkey/kernel/contracts'
import type { LocalStack } from './localStack.js'

/** Networks and tokens whose pictures stand in for those of the local chains, which nobody drew any for. */
const likeNetworks: readonly NetworkId[] = ['eip155:1', 'eip155:8453']
const likeTokens: Readonly<Record<string, string>> = {
  LUSD: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
  LGLD: '0x45804880de22913dafe09f4980848ece6ecbaf78',
  LEGD: '0x6b175474e89094c44da98b954eedeac495271d0f',
  WETH: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
}

/** A plugin of this page: the local chains look like the networks they are made after. */
export function localPictures({ evm, polkadot, solana }: LocalStack): Plugin {
  const networks = new Map<string, NetworkId>()
  const tokens = new Map<string, string>()
  for (const [index, { chain, tokens: list }] of evm.chains.entries()) {
    const like = likeNetworks[index]
    if (like) networks.set(`eip155:${chain.id}`, like)
    for (const { address, symbol } of list) {
      const token = likeTokens[symbol]
      if (token) tokens.set(`eip155:${chain.id} ${address.toLowerCase()}`, token)
    }
  }
  if (solana) {
    networks.set(`solana:${solana.genesisHash.slice(0, 32)}`, 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')
  }
  if (polkadot) {
    networks.set(`polkadot:${polkadot.genesisHash.slice(2, 34)}`, 'polkadot:91b171bb158e2d3848fa23a9f1c25182')
  }

  function liken(subject: PictureSubject): PictureSubject | undefined {
    if (subject.kind === 'network') {
      const networkId = networks.get(subject.networkId)
      return networkId && { kind: 'network', networkId }
    }
    if (subject.kind !== 'token') return undefined
    const address = tokens.get(`${subject.networkId} ${subject.address.toLowerCase()}`)
    return address === undefined ? undefined : { kind: 'token', networkId: 'eip155:1', address }
  }

  return definePlugin({
    id: 'playground.pictures',
    kernel: '^1.0.0',
    setup(context) {
      context.add(Pictures, {
        id: 'playground.pictures',
        async find(subject) {
          const like = liken(subject)
          return like && findPicture(like)
        },
      })
    },
  })
}
