import type { Clock, NetworkId } from '@latchkey/kernel/plugin'
import { describe, expect, it } from 'vitest'
import type { EvmChain } from '../evmChain.js'
import { type RpcUrls, readNetworks } from '../networks.js'
import type { Eip1193Provider } from '../provider.js'
import { isUnknownChain } from './isUnknownChain.js'
import { chainIdOf } from './requestNetwork.js'
import { switchNetwork } from './switchNetwork.js'

/** Time that passes at once. */
const clock: Clock = {
  now: () => 0,
  setTimeout: (callback) => setTimeout(callback, 0),
  clearTimeout: (handle) => clearTimeout(handle),
}

const chain = (id: number, url: string, change: Partial<EvmChain> = {}): EvmChain => ({
  id,
  name: `Chain ${id}`,
  nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 18 },
  rpcUrls: { default: { http: [url] } },
  ...change,
})

type Answer = (params: unknown) => unknown

/** A wallet that answers by method and notes what it was asked. */
function scripted(answers: Record<string, Answer>) {
  const asked: { method: string; params?: unknown }[] = []
  const provider: Eip1193Provider = {
    async request(request) {
      asked.push(request)
      const answer = answers[request.method]
      if (!answer) throw Object.assign(new Error('method not found'), { code: -32601 })
      return answer(request.params)
    },
  }
  return { provider, asked, methods: () => asked.map(({ method }) => method) }
}

const refuse = (error: unknown) => () => {
  throw error
}

function run(
  provider: Eip1193Provider,
  chains: readonly EvmChain[],
  networkId: NetworkId,
  rpcUrls: RpcUrls = {},
  announced: () => NetworkId | undefined = () => undefined,
) {
  const networks = readNetworks(chains, rpcUrls)
  return switchNetwork({ provider, name: 'Wallet', networks, clock, networkId, announced })
}

describe('isUnknownChain', () => {
  it.each<[string, unknown, boolean]>([
    ['4902', { code: 4902 }, true],
    ['4902 as text', { code: '4902' }, true],
    ['4902 in data.originalError', { code: -32603, data: { originalError: { code: 4902 } } }, true],
    ['4902 in cause', new Error('x', { cause: { code: 4902 } }), true],
    ['32603', { code: 32603 }, true],
    ['-32603', { code: -32603, message: 'Internal error' }, true],
    ['-32603 around a refusal', { code: -32603, data: { originalError: { code: 4001 } } }, false],
    ['5000 with words', { code: 5000, message: 'Unrecognized chain ID "0x1"' }, true],
    ['5000 as a refusal', { code: 5000, message: 'User rejected' }, false],
    ['-32000 with words', { code: -32000, message: 'Chain 10 has not been added' }, true],
    ['-32000 without', { code: -32000, message: 'busy' }, false],
    ['4001', { code: 4001, message: 'User rejected: unrecognized chain' }, false],
    ['words alone', new Error('unrecognized chain'), false],
    ['nothing', undefined, false],
  ])('%s', (_, error, expected) => expect(isUnknownChain(error)).toBe(expected))

  it('ends on an error that holds itself', () => {
    const error: Record<string, unknown> = { code: 1 }
    error['cause'] = error
    expect(isUnknownChain(error)).toBe(false)
  })
})

it.each<[NetworkId, string]>([
  ['eip155:1', '0x1'],
  ['eip155:31337', '0x7a69'],
  ['eip155:1313161554', '0x4e454152'],
])('writes %s as %s', (networkId, hex) => expect(chainIdOf(networkId)).toBe(hex))

describe('switchNetwork', () => {
  it('asks once and reads back', async () => {
    const { provider, asked } = scripted({
      wallet_switchEthereumChain: () => null,
      eth_chainId: () => '0xa',
    })
    await run(provider, [chain(10, 'https://rpc.example')], 'eip155:10')
    expect(asked).toEqual([
      { method: 'wallet_switchEthereumChain', params: [{ chainId: '0xa' }] },
      { method: 'eth_chainId' },
    ])
  })

  it('adds the chain with its own public endpoints and never with those of the host', async () => {
    let current = '0x1'
    let known = false
    const { provider, asked } = scripted({
      wallet_switchEthereumChain: () => {
        if (!known) throw { code: 4902 }
        current = '0xa'
        return null
      },
      wallet_addEthereumChain: () => {
        known = true
        return null
      },
      eth_chainId: () => current,
    })
    const explorer = { default: { name: 'Scan', url: 'https://scan.example' } }
    const listed = chain(10, 'https://rpc.example', {
      blockExplorers: explorer,
      rpcUrls: { default: { http: ['https://rpc.example', 'http://plain.example', 'half'] } },
    })
    await run(provider, [listed], 'eip155:10', { 10: 'https://rpc.host.example/secret' })
    expect(asked.find(({ method }) => method === 'wallet_addEthereumChain')?.params).toEqual([
      {
        chainId: '0xa',
        chainName: 'Chain 10',
        nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 18 },
        rpcUrls: ['https://rpc.example'],
        blockExplorerUrls: ['https://scan.example'],
      },
    ])
    expect(JSON.stringify(asked)).not.toContain('secret')
  })

  it('does not ask again when adding selected the chain', async () => {
    let current = '0x1'
    const { provider, methods } = scripted({
      wallet_switchEthereumChain: refuse({ code: 4902 }),
      wallet_addEthereumChain: () => {
        current = '0xa'
        return null
      },
      eth_chainId: () => current,
    })
    await run(provider, [chain(10, 'https://rpc.example')], 'eip155:10')
    expect(methods()).toEqual([
      'wallet_switchEthereumChain',
      'wallet_addEthereumChain',
      'eth_chainId',
      'eth_chainId',
    ])
  })

  it('says that a chain cannot be added when it has no endpoint that wallets take', async () => {
    const { provider } = scripted({ wallet_switchEthereumChain: refuse({ code: 4902 }) })
    await expect(run(provider, [chain(10, 'http://rpc.example')], 'eip155:10')).rejects.toMatchObject({
      code: 'NETWORK_NOT_ADDABLE',
      shortMessage: 'Wallet does not know Chain 10. Add the network in the wallet first.',
    })
  })

  it('offers a local chain over plain http', async () => {
    const { provider, asked } = scripted({
      wallet_switchEthereumChain: refuse({ code: 4902 }),
      wallet_addEthereumChain: () => null,
      eth_chainId: () => '0xa',
    })
    await run(provider, [chain(10, 'http://127.0.0.1:8545')], 'eip155:10')
    expect(asked[1]?.params).toMatchObject([{ rpcUrls: ['http://127.0.0.1:8545'] }])
  })

  it('waits for a wallet that answers before it has switched', async () => {
    const reads = ['0x1', '0x1', '0xa']
    const { provider, methods } = scripted({
      wallet_switchEthereumChain: () => null,
      eth_chainId: () => reads.shift(),
    })
    await run(provider, [chain(10, 'https://rpc.example')], 'eip155:10')
    expect(methods()).toHaveLength(4)
  })

  it('believes the event before the answer', async () => {
    const { provider, methods } = scripted({ wallet_switchEthereumChain: () => null })
    await run(provider, [chain(10, 'https://rpc.example')], 'eip155:10', {}, () => 'eip155:10')
    expect(methods()).toEqual(['wallet_switchEthereumChain'])
  })

  it('says so when the wallet never switches', async () => {
    const { provider } = scripted({ wallet_switchEthereumChain: () => null, eth_chainId: () => '0x1' })
    const failure = await run(provider, [chain(10, 'https://rpc.example')], 'eip155:10').catch(
      (error) => error,
    )
    expect(failure).toMatchObject({
      code: 'NETWORK_SWITCH_UNCONFIRMED',
      shortMessage: 'Wallet did not switch the network. Switch it in the wallet and try again.',
      metaMessages: ['Asked for: eip155:10', 'The wallet stands on: eip155:1'],
    })
  })

  it.each([
    [4001, 'USER_REJECTED'],
    [5000, 'USER_REJECTED'],
    [-32002, 'RPC_RESOURCE_UNAVAILABLE'],
    [4200, 'RPC_UNSUPPORTED_METHOD'],
    [-32601, 'RPC_METHOD_NOT_FOUND'],
  ])('adds nothing when the wallet refuses with %s', async (code, expected) => {
    const { provider, methods } = scripted({ wallet_switchEthereumChain: refuse({ code, message: 'no' }) })
    const attempt = run(provider, [chain(10, 'https://rpc.example')], 'eip155:10')
    await expect(attempt).rejects.toMatchObject({ code: expected })
    expect(methods()).toEqual(['wallet_switchEthereumChain'])
  })

  it('ends when the person declines to add the chain', async () => {
    const { provider, methods } = scripted({
      wallet_switchEthereumChain: refuse({ code: 4902 }),
      wallet_addEthereumChain: refuse({ code: 4001 }),
    })
    await expect(run(provider, [chain(10, 'https://rpc.example')], 'eip155:10')).rejects.toMatchObject({
      code: 'USER_REJECTED',
    })
    expect(methods()).toHaveLength(2)
  })
})
