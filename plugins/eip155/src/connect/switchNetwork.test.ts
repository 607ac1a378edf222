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
    ['words alone', new Error('Unrecognized chain ID "0xa". Try adding the chain first.'), true],
    ['-32602 with words', { code: -32602, message: 'Unrecognized chain ID "0xa"' }, true],
    ['4200 with words', { code: 4200, message: 'Unsupported chain' }, true],
    [
      'words in data.originalError',
      { code: -32602, message: 'x', data: { originalError: { message: 'Unrecognized chain ID' } } },
      true,
    ],
    ['4200 for the method', { code: 4200, message: 'wallet_switchEthereumChain is not supported' }, false],
    ['-32603 with the words of a refusal', { code: -32603, message: 'User rejected the request' }, false],
    ['-32603 with a window that was closed', { code: -32603, message: 'Popup window closed' }, false],
    ['4902 with the words of a refusal', { code: 4902, message: 'User rejected the request' }, false],
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
    [4001, 'USER_REJECTED', []],
    [5000, 'USER_REJECTED', []],
    // Where it stands is asked before it is said that it failed.
    [-32002, 'RPC_RESOURCE_UNAVAILABLE', ['eth_chainId']],
    [4200, 'RPC_UNSUPPORTED_METHOD', ['eth_chainId']],
    [-32601, 'RPC_METHOD_NOT_FOUND', ['eth_chainId']],
  ])('adds nothing when the wallet refuses with %s', async (code, expected, then) => {
    const { provider, methods } = scripted({ wallet_switchEthereumChain: refuse({ code, message: 'no' }) })
    const attempt = run(provider, [chain(10, 'https://rpc.example')], 'eip155:10')
    await expect(attempt).rejects.toMatchObject({ code: expected })
    expect(methods()).toEqual(['wallet_switchEthereumChain', ...then])
  })

  it.each<[string, Record<string, unknown>]>([
    ['switching', { wallet_switchEthereumChain: { code: -32000, message: 'Something went wrong' } }],
    [
      'adding',
      {
        wallet_switchEthereumChain: { code: 4902 },
        wallet_addEthereumChain: { code: -32603, message: 'May not specify default chain' },
      },
    ],
    [
      'switching after adding',
      { wallet_switchEthereumChain: { code: 4902 }, wallet_addEthereumChain: undefined },
    ],
  ])('is done when the wallet stands there, though %s reports an error', async (_, failures) => {
    let current = '0x1'
    const answers = Object.fromEntries(
      Object.entries(failures).map(([method, failure]) => [
        method,
        () => {
          const isAdding = method === 'wallet_addEthereumChain'
          if (isAdding || !('wallet_addEthereumChain' in failures)) current = '0xa'
          if (failure !== undefined) throw failure
          return null
        },
      ]),
    )
    const { provider, methods } = scripted({ ...answers, eth_chainId: () => current })
    await run(provider, [chain(10, 'https://rpc.example')], 'eip155:10')
    expect(methods().at(-1)).toBe('eth_chainId')
  })

  it.each([
    [{ code: -32603, message: 'User rejected the request' }],
    [{ code: -32000, message: 'User denied switching the network' }],
    [{ code: 4100, message: 'User rejected the request' }],
  ])('asks no second time when the person declined, told by %j', async (refusal) => {
    const { provider, methods } = scripted({ wallet_switchEthereumChain: refuse(refusal) })
    await expect(run(provider, [chain(10, 'https://rpc.example')], 'eip155:10')).rejects.toMatchObject({
      code: 'USER_REJECTED',
    })
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

describe('a wallet that doesn’t say that it has switched', () => {
  const chains = [chain(1, 'https://one.example'), chain(10, 'https://ten.example')]
  const never = () => new Promise(() => {})

  it.each(['wallet_switchEthereumChain', 'wallet_addEthereumChain'])(
    'is done by its event, though %s is never answered',
    async (silent) => {
      const arrivals: (() => void)[] = []
      const wallet = scripted({
        eth_chainId: () => '0x1',
        wallet_switchEthereumChain: refuse({ code: 4902, message: 'Unrecognized chain' }),
        wallet_addEthereumChain: () => {},
        [silent]: () => {
          arrivals.forEach((arrived) => void arrived())
          return never()
        },
      })
      const switching = switchNetwork({
        provider: wallet.provider,
        name: 'Wallet',
        networks: readNetworks(chains, {}),
        clock,
        networkId: 'eip155:10',
        announced: () => undefined,
        arrival: () => new Promise<void>((resolve) => void arrivals.push(resolve)),
      })
      await expect(switching).resolves.toBeUndefined()
    },
  )

  it('is done when the wallet, asked, stands there', async () => {
    let current = '0x1'
    const wallet = scripted({
      eth_chainId: () => current,
      wallet_switchEthereumChain: () => {
        current = '0xa'
        return never()
      },
    })
    await expect(run(wallet.provider, chains, 'eip155:10')).resolves.toBeUndefined()
  })

  it('is still waited for while it stands elsewhere, and a refusal ends it', async () => {
    let decline: (error: unknown) => void = () => {}
    const wallet = scripted({
      eth_chainId: () => '0x1',
      wallet_switchEthereumChain: () => new Promise((_, reject) => (decline = reject)),
    })
    const switching = run(wallet.provider, chains, 'eip155:10')
    await expect
      .poll(() => wallet.methods().filter((method) => method === 'eth_chainId').length)
      .toBeGreaterThan(2)
    decline({ code: 4001, message: 'User rejected the request.' })
    await expect(switching).rejects.toMatchObject({ code: 'USER_REJECTED' })
  })
})
