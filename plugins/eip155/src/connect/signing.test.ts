import { type EvmStack, startEvm } from '../../../../devstack/src/evm/index.js'
import { SignMessage, SignTransaction } from '@latchkey/kernel/contracts'
import type { GarbageKind } from '../../../../testkit/src/evm/index.js'
import {
  hexToBytes,
  parseTransaction,
  recoverAddress,
  recoverTypedDataAddress,
  serializeTransaction,
  verifyMessage,
  type Hex,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setUpCapabilities } from '../../test/support.js'
import hashes from '../../vectors/eip191/hash_message_viem.json' with { type: 'json' }
import signatures from '../../vectors/eip191/personal_sign_metamask.json' with { type: 'json' }
import codes from '../../vectors/rpc_errors/codes.json' with { type: 'json' }
import type { Eip1193Provider } from '../provider.js'
import { SignTypedData } from '../typedData.js'
import { signMessage } from './signMessage.js'

let stack: EvmStack
beforeAll(async () => {
  stack = await startEvm()
})
afterAll(() => stack?.stop())

const bytesOf = (raw: unknown) =>
  hexToBytes(typeof raw === 'string' ? (raw as Hex) : `0x${(raw as { bytes: string }).bytes}`)

describe('personal_sign', () => {
  it.each([
    ['text', 'Hello, Latchkey'],
    ['text beyond ASCII', 'Grüße 👋🏽'],
    ['text that looks like hex', '0xdeadbeef'],
    ['nothing', ''],
    ['bytes', Uint8Array.of(0, 255, 1)],
  ])('signs %s so that it verifies', async (_, message) => {
    const { get, account, provider, networkId } = setUpCapabilities([stack])
    const signed = await get(SignMessage).sign({ account, networkId, provider, message })
    expect(signed.type).toBe('eip191')
    const raw = typeof message === 'string' ? message : { raw: message }
    const signature = signed.signature as Hex
    expect(await verifyMessage({ address: account.address as Hex, message: raw, signature })).toBe(true)
  })

  it.each(signatures.cases)(
    'sends the bytes of the public vector "$id"',
    async ({ messageHex, ...vector }) => {
      const { get, networkId, provider, account, wallet } = setUpCapabilities([stack], {
        wallet: { accounts: [vector.privateKey as Hex] },
      })
      const signer = { ...account, address: privateKeyToAccount(vector.privateKey as Hex).address }
      const message = new TextDecoder().decode(hexToBytes(messageHex as Hex))
      const signed = await get(SignMessage).sign({ account: signer, networkId, provider, message })
      expect(signed.signature).toBe(vector.signature)
      expect(signer.address.toLowerCase()).toBe(vector.address)
      expect(wallet.control.requests.at(-1)?.params).toEqual([messageHex, signer.address])
    },
  )

  it.each(hashes.cases)(
    'asks for bytes with the public hash of $args',
    async ({ args: [given], expect: hash }) => {
      const { get, account, provider, networkId } = setUpCapabilities([stack])
      const message = typeof given === 'string' ? given : bytesOf(given?.raw)
      const { signature } = await get(SignMessage).sign({ account, networkId, provider, message })
      const signer = await recoverAddress({ hash: hash as Hex, signature: signature as Hex })
      expect(signer).toBe(account.address)
    },
  )

  const kinds: GarbageKind[] = [
    'null',
    'emptyString',
    'number',
    'emptyObject',
    'nestedArray',
    'html',
    'notHex',
    'hugeString',
  ]
  it.each(kinds)('refuses rubbish (%s) in place of a signature', async (kind) => {
    const { get, account, provider, networkId, wallet } = setUpCapabilities([stack])
    wallet.control.garbage(kind, 'personal_sign')
    await expect(get(SignMessage).sign({ account, networkId, provider, message: 'a' })).rejects.toMatchObject(
      {
        code: 'WALLET_ANSWER_INVALID',
        shortMessage: 'The wallet gave an answer that can’t be used.',
      },
    )
  })

  it('reports a declined request as the person’s choice', async () => {
    const { get, account, provider, networkId, wallet } = setUpCapabilities([stack])
    wallet.control.rejectNext('personal_sign')
    await expect(get(SignMessage).sign({ account, networkId, provider, message: 'a' })).rejects.toMatchObject(
      {
        code: 'USER_REJECTED',
        rpcCode: 4001,
      },
    )
  })

  it('refuses what is no wallet', async () => {
    const { get, account, networkId } = setUpCapabilities([stack])
    const asked = get(SignMessage).sign({ account, networkId, provider: {}, message: 'a' })
    await expect(asked).rejects.toMatchObject({ code: 'PROVIDER_INVALID' })
  })

  it.each(codes.cases)('gives a meaning to the code $code', async ({ code }) => {
    const provider: Eip1193Provider = {
      request: () => Promise.reject(Object.assign(new Error('no'), { code })),
    }
    const { account, networkId } = setUpCapabilities([stack])
    const failure = await signMessage({ account, networkId, provider, message: 'a' }).catch((error) => error)
    expect(failure.rpcCode).toBe(code)
    expect(failure.code).not.toBe('RPC_UNKNOWN')
  })
})

describe('eth_signTypedData_v4', () => {
  const typedData = {
    domain: { name: 'Latchkey', version: '1', chainId: 31337 },
    types: { Order: [{ name: 'amount', type: 'uint256' }] },
    primaryType: 'Order',
    message: { amount: 2n ** 200n },
  } as const

  it('signs structured data so that it verifies', async () => {
    const { get, account, provider, networkId } = setUpCapabilities([stack])
    const signed = await get(SignTypedData).sign({ account, networkId, provider, typedData })
    expect(signed.type).toBe('eip712')
    const signature = signed.signature as Hex
    expect(await recoverTypedDataAddress({ ...typedData, signature })).toBe(account.address)
  })

  it('does not ask the wallet for another chain’s data', async () => {
    const { get, account, provider, networkId, wallet } = setUpCapabilities([stack])
    const other = { ...typedData, domain: { ...typedData.domain, chainId: 1 } }
    await expect(
      get(SignTypedData).sign({ account, networkId, provider, typedData: other }),
    ).rejects.toMatchObject({ code: 'TYPED_DATA_INVALID' })
    expect(wallet.control.requests).toEqual([])
  })
})

describe('eth_signTransaction', () => {
  const unsigned = {
    type: 'eip1559',
    chainId: 31337,
    nonce: 7,
    to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    value: 5n,
    gas: 21_000n,
    maxFeePerGas: 20n,
    maxPriorityFeePerGas: 2n,
  } as const
  const transaction = hexToBytes(serializeTransaction(unsigned))

  /** A wallet that signs with the given key what it is asked to. */
  function signer(key: Hex, wrap: (raw: Hex) => unknown = (raw) => raw, signs: object = unsigned) {
    const asked: unknown[] = []
    const provider: Eip1193Provider = {
      request: async ({ params }) => {
        asked.push(...(params as unknown[]))
        return wrap(await privateKeyToAccount(key).signTransaction(signs as typeof unsigned))
      },
    }
    return { provider, asked }
  }

  it.each([
    ['as hex', (raw: Hex) => raw],
    ['with its parts', (raw: Hex) => ({ raw, tx: {} })],
  ])('answers the signed form when the wallet gives it %s', async (_, wrap) => {
    const { get, account, networkId } = setUpCapabilities([stack])
    const { provider, asked } = signer(stack.accounts[0]!.privateKey, wrap)
    const signed = await get(SignTransaction).sign({ account, networkId, provider, transaction })
    const hex = `0x${Buffer.from(signed).toString('hex')}` as `0x02${string}`
    expect(parseTransaction(hex)).toMatchObject({ nonce: 7, value: 5n })
    expect(asked).toEqual([
      {
        from: account.address,
        to: unsigned.to.toLowerCase(),
        type: '0x2',
        chainId: '0x7a69',
        nonce: '0x7',
        value: '0x5',
        gas: '0x5208',
        maxFeePerGas: '0x14',
        maxPriorityFeePerGas: '0x2',
      },
    ])
  })

  it('refuses a transaction that another key signed', async () => {
    const { get, account, networkId } = setUpCapabilities([stack])
    const { provider } = signer(stack.accounts[1]!.privateKey)
    await expect(
      get(SignTransaction).sign({ account, networkId, provider, transaction }),
    ).rejects.toMatchObject({ code: 'WALLET_ANSWER_INVALID' })
  })

  it.each<[string, object]>([
    ['to somebody else', { to: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC' }],
    ['of another amount', { value: 6n }],
    ['with other data', { data: '0xd0e30db0' }],
    ['for another chain', { chainId: 1 }],
    ['for every chain', { type: 'legacy', chainId: undefined }],
  ])('refuses a transaction %s than it asked for', async (_, change) => {
    const { get, account, networkId } = setUpCapabilities([stack])
    const { type: _type, maxFeePerGas, maxPriorityFeePerGas, ...common } = unsigned
    const fees =
      'type' in change ? { gasPrice: 20n } : { type: 'eip1559', maxFeePerGas, maxPriorityFeePerGas }
    const { provider } = signer(stack.accounts[0]!.privateKey, undefined, { ...common, ...fees, ...change })
    await expect(
      get(SignTransaction).sign({ account, networkId, provider, transaction }),
    ).rejects.toMatchObject({ code: 'WALLET_CHANGED_TRANSACTION' })
  })

  describe('a transaction with an authorization list (EIP-7702)', () => {
    const delegate = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
    const storageKey = `0x${'01'.repeat(32)}` as const
    const authorization = {
      address: delegate,
      chainId: 31337,
      nonce: 3,
      r: `0x${'11'.repeat(32)}`,
      s: `0x${'22'.repeat(32)}`,
      yParity: 1,
    } as const
    const asked = {
      ...unsigned,
      type: 'eip7702',
      accessList: [{ address: delegate, storageKeys: [storageKey] }],
      authorizationList: [authorization],
    } as const
    const sign = async (change: object, original: object = asked) => {
      const { get, account, networkId } = setUpCapabilities([stack])
      const { provider } = signer(stack.accounts[0]!.privateKey, undefined, { ...original, ...change })
      const bytes = hexToBytes(serializeTransaction(original as typeof asked))
      return get(SignTransaction).sign({ account, networkId, provider, transaction: bytes })
    }
    const other = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
    const withAuthorization = (change: object) => ({ authorizationList: [{ ...authorization, ...change }] })

    it('answers it when it is what was asked for, fees aside', async () => {
      const signed = await sign({ gas: 90_000n, maxFeePerGas: 30n, maxPriorityFeePerGas: 3n })
      const hex = `0x${Buffer.from(signed).toString('hex')}` as `0x04${string}`
      expect(parseTransaction(hex)).toMatchObject({ gas: 90_000n, nonce: 7 })
    })

    it.each<[string, object]>([
      ['another delegate', withAuthorization({ address: other })],
      ['a delegation on every chain', withAuthorization({ chainId: 0 })],
      ['a delegation on another chain', withAuthorization({ chainId: 1 })],
      ['another nonce of the delegation', withAuthorization({ nonce: 4 })],
      ['another signature of the delegation', withAuthorization({ r: `0x${'33'.repeat(32)}` })],
      ['the other parity of the signature', withAuthorization({ yParity: 0 })],
      ['one more delegation', { authorizationList: [authorization, { ...authorization, address: other }] }],
      ['no delegation', { authorizationList: [] }],
      ['another nonce', { nonce: 8 }],
      ['no access list', { accessList: [] }],
      [
        'another contract in the access list',
        { accessList: [{ address: other, storageKeys: [storageKey] }] },
      ],
      ['other storage in the access list', { accessList: [{ address: delegate, storageKeys: [] }] }],
      ['another receiver', { to: other }],
      ['another amount', { value: 6n }],
      ['other data', { data: '0xd0e30db0' }],
      ['another chain', { chainId: 1 }],
    ])('refuses it with %s', async (_, change) => {
      await expect(sign(change)).rejects.toMatchObject({ code: 'WALLET_CHANGED_TRANSACTION' })
    })

    it('refuses other blobs', async () => {
      const { accessList: _, authorizationList: __, ...rest } = asked
      const blobs = (byte: string) => [`0x01${byte.repeat(31)}`]
      const original = { ...rest, type: 'eip4844', maxFeePerBlobGas: 9n, blobVersionedHashes: blobs('aa') }
      await expect(sign({ blobVersionedHashes: blobs('bb') }, original)).rejects.toMatchObject({
        code: 'WALLET_CHANGED_TRANSACTION',
      })
      await expect(sign({ maxFeePerBlobGas: 10n }, original)).resolves.toBeInstanceOf(Uint8Array)
    })
  })

  it('takes other fees, and a nonce where the app left it open, which are the wallet’s to choose', async () => {
    const { get, account, networkId } = setUpCapabilities([stack])
    const { provider } = signer(stack.accounts[0]!.privateKey, undefined, {
      ...unsigned,
      gas: 30_000n,
      nonce: 8,
    })
    const transaction = hexToBytes(serializeTransaction({ ...unsigned, nonce: 0 }))
    const signed = await get(SignTransaction).sign({ account, networkId, provider, transaction })
    expect(parseTransaction(`0x${Buffer.from(signed).toString('hex')}`)).toMatchObject({
      gas: 30_000n,
      nonce: 8,
    })
  })

  it('refuses bytes that are no transaction, and those for another chain', async () => {
    const { get, account, networkId } = setUpCapabilities([stack])
    const { provider, asked } = signer(stack.accounts[0]!.privateKey)
    const sign = (bytes: Uint8Array) =>
      get(SignTransaction).sign({ account, networkId, provider, transaction: bytes })
    await expect(sign(Uint8Array.of(1, 2, 3))).rejects.toMatchObject({ code: 'TRANSACTION_INVALID' })
    const other = hexToBytes(serializeTransaction({ ...unsigned, chainId: 1 }))
    await expect(sign(other)).rejects.toMatchObject({ code: 'TRANSACTION_INVALID' })
    expect(asked).toEqual([])
  })

  it('says so when the wallet does not do this', async () => {
    const { get, account, networkId, provider } = setUpCapabilities([stack])
    await expect(
      get(SignTransaction).sign({ account, networkId, provider, transaction }),
    ).rejects.toMatchObject({ code: expect.stringMatching(/^RPC_(METHOD|UNSUPPORTED)/) })
  })
})
