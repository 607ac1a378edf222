import { BaseError } from '@latchkey/kernel/plugin'
import { describe, expect, test, vi } from 'vitest'
import { type Guard, guardProvider } from './guardProvider.js'

const address = `0x${'a'.repeat(40)}`

function guarded(
  { sees, ...given }: Partial<Guard> & { sees?: (params: unknown) => void } = {},
  answer: (method: string) => unknown = () => true,
) {
  const asked: string[] = []
  const refused: string[] = []
  const own = {
    async request({ method, params }: { method: string; params?: unknown }) {
      asked.push(method)
      if (method === 'wallet_watchAsset') sees?.(params)
      return method === 'eth_chainId' ? '0xa' : answer(method)
    },
  }
  const guard: Guard = {
    refuse(method) {
      refused.push(method)
      return new BaseError('Not allowed.', { code: 'RPC_CALL_NOT_ALLOWED' })
    },
    revoke: async () => {},
    showAccount: () => {},
    lists: (chainId) => chainId === 10,
    asksFor: () => false,
    ...given,
  }
  const provider = guardProvider(own, guard) as typeof own & {
    request(request: { method: string; params?: unknown }): Promise<unknown>
  }
  const request = (method: string, params?: unknown) =>
    provider.request({ method, ...(params === undefined ? {} : { params }) } as never)
  return { request, asked, refused }
}

describe('wallet_watchAsset (EIP-747)', () => {
  const params = { type: 'ERC20', options: { address, symbol: 'TKN' } }

  test('is kept by the app once the wallet has checked it and the person agreed', async () => {
    const kept: unknown[] = []
    const { request, asked } = guarded({ keepToken: async (token) => void kept.push(token) })
    expect(await request('wallet_watchAsset', params)).toBe(true)
    expect(asked).toEqual(['eth_chainId', 'wallet_watchAsset'])
    // What the app said of its symbol is not handed on.
    expect(kept).toEqual([{ chainId: 10, address }])
  })

  test('is not kept when the wallet or the person refuses', async () => {
    const kept: unknown[] = []
    const declined = new BaseError('Declined.', { code: 'USER_REJECTED', rpcCode: 4001 })
    const { request } = guarded({ keepToken: async (token) => void kept.push(token) }, () => {
      throw declined
    })
    for (const given of [params, undefined, [], { options: null }, { options: { address: {} } }]) {
      await expect(request('wallet_watchAsset', given)).rejects.toBe(declined)
    }
    expect(kept).toEqual([])
  })

  test('asks the person about the token that is kept, whatever the app does to its object meanwhile', async () => {
    const [kept, seen]: [unknown[], unknown[]] = [[], []]
    const { request } = guarded({
      keepToken: async (token) => void kept.push(token),
      sees: (asked) => void seen.push(structuredClone(asked)),
    })
    const other = `0x${'b'.repeat(40)}`
    const given = { type: 'ERC20', options: { address, symbol: 'TKN' } }
    const answer = request('wallet_watchAsset', given)
    given.options.address = other
    await answer
    let reads = 0
    const options = {
      get address() {
        reads += 1
        return reads === 1 ? address : other
      },
    }
    await request('wallet_watchAsset', { type: 'ERC20', options })
    expect(kept).toEqual([
      { chainId: 10, address },
      { chainId: 10, address },
    ])
    expect(seen).toMatchObject([{ options: { address } }, { options: { address } }])
    await expect(request('wallet_watchAsset', { options: { address, more: () => 1 } })).rejects.toMatchObject(
      {
        rpcCode: -32602,
      },
    )
  })

  test('is answered with 4200 where the app keeps no tokens, and the wallet is not asked', async () => {
    const { request, asked, refused } = guarded()
    await expect(request('wallet_watchAsset', params)).rejects.toMatchObject({
      code: 'TOKENS_NOT_KEPT',
      rpcCode: 4200,
      message: 'This app can’t add tokens.',
    })
    expect([...asked, ...refused]).toEqual([])
  })
})

describe('wallet_addEthereumChain (EIP-3085)', () => {
  test('adds nothing: a network of the app is there, another is refused', async () => {
    const { request, asked, refused } = guarded()
    expect(await request('wallet_addEthereumChain', [{ chainId: '0xA', chainName: 'OP' }])).toBeNull()
    await expect(request('wallet_addEthereumChain', [{ chainId: '0x1' }])).rejects.toMatchObject({
      code: 'RPC_CALL_NOT_ALLOWED',
    })
    expect(refused).toEqual(['wallet_addEthereumChain'])
    expect(asked).toEqual([])
  })

  test.each([
    [undefined],
    [[]],
    [[{}]],
    [[null]],
    [[{ chainId: 10 }]],
    [[{ chainId: '10' }]],
    [[{ chainId: '0x0' }]],
    [[{ chainId: `0x${'f'.repeat(20)}` }]],
    [{ chainId: '0xa' }],
  ])('refuses %j with -32602', async (params) => {
    const { request, refused } = guarded()
    await expect(request('wallet_addEthereumChain', params)).rejects.toMatchObject({ rpcCode: -32602 })
    expect(refused).toEqual([])
  })
})

describe.each([
  'wallet_requestExecutionPermissions',
  'wallet_revokeExecutionPermission',
  'wallet_getGrantedExecutionPermissions',
  'wallet_getSupportedExecutionPermissions',
  'wallet_grantPermissions',
  'wallet_revokePermissions',
])('%s (ERC-7715)', (method) => {
  const params = [{ permissionContext: '0x12' }]

  test('is answered with 4200 where the app lists no plugin for it, and the wallet is not asked', async () => {
    const { request, asked, refused } = guarded({ asksFor: (other) => other !== method })
    await expect(request(method, params)).rejects.toMatchObject({
      code: 'PERMISSIONS_NOT_LISTED',
      rpcCode: 4200,
      shortMessage: 'This app can’t use permissions.',
    })
    expect([...asked, ...refused]).toEqual([])
  })

  test('is asked of the wallet where the app lists one', async () => {
    const { request, asked } = guarded({ asksFor: (other) => other === method })
    expect(await request(method, params)).toBe(true)
    expect(asked).toEqual([method])
  })
})

test('wallet_revokePermissions of the accounts (EIP-2255) ends the connection, whatever the app lists', async () => {
  const revoke = vi.fn(async () => undefined)
  const { request, asked } = guarded({ revoke })
  expect(await request('wallet_revokePermissions', [{ eth_accounts: {} }])).toBeNull()
  expect(revoke).toHaveBeenCalledOnce()
  expect(asked).toEqual([])
})

test('a provider that is not asked by method names is left as it is', () => {
  const wallet = { features: {} }
  expect(guardProvider(wallet, {} as Guard)).toBe(wallet)
})
