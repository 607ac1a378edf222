// Addresses as apps of every network spell them.
import { checksumAddress, type Hex, hashTypedData, recoverTypedDataAddress } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { readPermissions } from './permissions/readPermissions.js'
import { readCalls } from './readCalls.js'
import { readTransaction } from './readTransaction.js'
import type { EvmContext } from './shapes.js'
import { askForData, askForStub } from './smart/askPaymaster.js'
import type { Operation } from './smart/signOperation.js'
import { signTypedData } from './typedData.js'

const plain = '0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359'
const rootstock = checksumAddress(plain, 30)
const upper = `0x${plain.slice(2).toUpperCase()}`
const wrong = checksumAddress(plain).replace('fB', 'Fb')
const key = generatePrivateKey()
const own = privateKeyToAccount(key).address
const context = (chainId: number): EvmContext => ({
  screen: { ask: async () => true } as unknown as EvmContext['screen'],
  signal: new AbortController().signal,
  appOrigin: 'https://app.example',
  chainId,
  rpcUrl: undefined,
  address: own,
  key: async () => key,
})

const calls = (to: string, chainId: number, from: string = own) => [
  {
    ...{ version: '2.0.0', chainId: `0x${chainId.toString(16)}`, atomicRequired: false, from },
    calls: [{ to, value: '0x1' }],
  },
]
const until = 2_000_000_000
const permission = (
  { to, ...rest }: { readonly to?: string; readonly signer?: object; readonly from?: string },
  chainId: number,
  allowance: object = { type: 'native-token-allowance', data: { allowanceAmount: '0x1' } },
) =>
  readPermissions(
    [
      {
        ...{ chainId: `0x${chainId.toString(16)}`, permission: allowance, ...rest },
        ...(to === undefined ? {} : { to }),
        rules: [{ type: 'expiry', data: { timestamp: until } }],
      },
    ],
    { address: own, chainId, now: 1_900_000_000, begun: 1_900_000_000 },
  )[0]
const tokenOf = (type: string, data: object) => (tokenAddress: string, chainId: number) => {
  const { allowance } = permission({ to: plain }, chainId, { type, data: { ...data, tokenAddress } }) ?? {}
  return allowance && 'token' in allowance ? allowance.token : undefined
}
const readers: readonly [string, (to: string, chainId: number, from?: string) => Hex | undefined][] = [
  [
    'a transaction',
    (to, chainId, from = own) => readTransaction([{ from, to, value: '0x1' }], context(chainId)).to,
  ],
  ['calls', (to, chainId, from = own) => readCalls(calls(to, chainId, from), context(chainId)).calls[0]?.to],
  ['a permission', (to, chainId, from = own) => permission({ to, from }, chainId)?.holder],
  [
    'a permission by its signer',
    (address, chainId, from = own) =>
      permission({ signer: { type: 'account', data: { address } }, from }, chainId)?.holder,
  ],
]
const named: typeof readers = [
  ['the token of a permission', tokenOf('erc20-token-allowance', { allowanceAmount: '0x1' })],
  [
    'the token of a periodic permission',
    tokenOf('erc20-token-periodic', { periodAmount: '0x1', periodDuration: 1 }),
  ],
  [
    'the contract of a permission',
    (address, chainId) => {
      const { allowance } =
        permission({ to: someone }, chainId, {
          type: 'contract-call',
          data: { address, calls: ['0x12345678'] },
        }) ?? {}
      return allowance?.kind === 'calls' ? allowance.target : undefined
    },
  ],
]
const someone = `0x${'12'.repeat(20)}`

describe.each(named)('%s', (_, read) => {
  it.each([
    ['one case, capital', upper, 1],
    ['the checksum of Rootstock on Rootstock', rootstock, 30],
  ])('may have %s', (_name, address, chainId) => expect(read(address, chainId)).toBe(checksumAddress(plain)))

  it.each([
    ['a wrong checksum', wrong, 30],
    ['the checksum of Rootstock elsewhere', rootstock, 1],
  ])('may not have %s', (_name, address, chainId) => expect(() => read(address, chainId)).toThrow(/checksum/))
})

describe('a paymaster', () => {
  afterEach(() => vi.restoreAllMocks())
  const answers = (address: string, chainId: number) => {
    const result = { paymaster: address, paymasterData: '0x' }
    vi.spyOn(globalThis, 'fetch').mockImplementation(async () =>
      Response.json({ jsonrpc: '2.0', id: 1, result }),
    )
    const service = { url: 'https://pays.example', context: {} }
    const { signal } = new AbortController()
    return {
      stub: () => askForStub(service, {} as Operation, chainId, signal),
      data: () => askForData(service, { paymaster: checksumAddress(plain) } as Operation, chainId, signal),
    }
  }

  it.each([
    ['one case, capital', upper, 1],
    ['the checksum of Rootstock on Rootstock', rootstock, 30],
  ])('may have %s', async (_name, address, chainId) => {
    const { stub, data } = answers(address, chainId)
    expect((await stub()).part.paymaster).toBe(checksumAddress(plain))
    expect(await data()).toEqual({ paymasterData: '0x' })
  })

  it.each([
    ['a wrong checksum', wrong, 30],
    ['the checksum of Rootstock elsewhere', rootstock, 1],
  ])('may not have %s', async (_name, address, chainId) => {
    const { stub, data } = answers(address, chainId)
    await expect(stub()).rejects.toThrow(/checksum/)
    await expect(data()).rejects.toThrow(/checksum/)
  })
})

describe.each(readers)('the receiver of %s', (_, read) => {
  it.each([
    ['one case, small', plain, 1],
    ['one case, capital', upper, 1],
    ['the checksum of EIP-55', checksumAddress(plain), 1],
    ['the checksum of EIP-55 on Rootstock', checksumAddress(plain), 30],
    ['the checksum of Rootstock on Rootstock', rootstock, 30],
  ])('may have %s', (_name, to, chainId) => expect(read(to, chainId)).toBe(checksumAddress(plain)))

  it.each([
    ['a wrong checksum', wrong, 1],
    ['a wrong checksum on Rootstock', wrong, 30],
    ['the checksum of Rootstock elsewhere', rootstock, 1],
    ['the checksum of Rootstock on its test network', rootstock, 31],
  ])('may not have %s', (_name, to, chainId) => expect(() => read(to, chainId)).toThrow(/checksum/))

  it('comes from the account in any of these spellings', () => {
    for (const from of [own.toLowerCase(), `0x${own.slice(2).toUpperCase()}`, checksumAddress(own, 30)]) {
      expect(read(plain, 30, from)).toBe(checksumAddress(plain))
    }
  })
})

describe('typed data', () => {
  const types = {
    EIP712Domain: [
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    Order: [
      { name: 'payee', type: 'address' },
      { name: 'others', type: 'Party[]' },
    ],
    Party: [{ name: 'who', type: 'address[]' }],
  } as const
  const spelled = (address: string, chainId: number): any => ({
    types,
    primaryType: 'Order' as const,
    domain: { chainId, verifyingContract: address },
    message: { payee: address, others: [{ who: [address] }] },
  })

  it.each([
    ['capital letters alone', upper, 1],
    ['the checksum of its network', rootstock, 30],
  ])('is signed with %s as it is in small letters', async (_, address, chainId) => {
    const signature = await signTypedData('v4', [own, spelled(address, chainId)], context(chainId))
    const data = spelled(plain, chainId)
    expect(hashTypedData(data)).toMatch(/^0x/)
    expect(await recoverTypedDataAddress({ ...data, signature })).toBe(own)
  })

  it.each([wrong, rootstock])('is refused with the checksum of %s', async (address) => {
    await expect(signTypedData('v4', [own, spelled(address, 1)], context(1))).rejects.toMatchObject({
      rpcCode: -32602,
    })
  })
})
