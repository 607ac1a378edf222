// The methods that need the person, against the standards: EIP-191, 712, 1193, 1474, 2718, 2930, 1559 and 5792. What a
// browser adds is tested in dapp.test.ts.
import {
  bytesToHex,
  encodeFunctionData,
  type Hex,
  hashTypedData,
  parseAbi,
  parseTransaction,
  recoverAddress,
  recoverMessageAddress,
  stringToHex,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startEvm } from '../../../../../devstack/src/index.js'
import typedDataVectors from '../../../../../plugins/eip155/vectors/eip712/typed_data_ethers.json' with {
  type: 'json',
}
import { address, createEvmContext } from '../../../test/evmContext.js'
import { answerEvm } from './answerEvm.js'
import { recoverSigner } from './recoverSigner.js'
import { readCallsStatus } from './sendCalls.js'
import type { CallsContext } from './sendCalls.js'

const stranger = `0x${'1'.repeat(40)}` as const
const failure = (asked: Promise<unknown>) =>
  asked.then(
    (value) => ({ answered: value }),
    ({ code, rpcCode, message }: { code: string; rpcCode?: number; message: string }) => ({
      code,
      rpcCode,
      message,
    }),
  )

describe('personal_sign', () => {
  const text = 'Grüße 👋\nand more'
  test.each([
    ['the hex of its bytes', [stringToHex(text), address], { message: text }],
    ['plain text', [text, address], { message: text }],
    ['an empty message', ['0x', address], { message: '' }],
    ['bytes that are no text', ['0xff00', address], { message: { raw: '0xff00' as Hex } }],
    ['the address in small letters', [text, address.toLowerCase()], { message: text }],
    ['the address first', [address, text], { message: text }],
    ['a password behind, as old apps send it', [text, address, 'Example password'], { message: text }],
    ['a message that looks like an address', [stranger, address], { message: { raw: stranger } }],
  ] as const)('signs %s', async (_, params, signed) => {
    const { context, shown } = createEvmContext()
    const signature = (await answerEvm('personal_sign', params, context)) as Hex
    expect(await recoverMessageAddress({ ...signed, signature })).toBe(address)
    expect(shown).toHaveLength(1)
  })

  test.each([
    ['the address of somebody else', ['hi', stranger], 4100],
    ['the own address first, and one that could be a message', [address, stranger], 4100],
    ['no address', ['hi', 'there'], -32602],
    ['bytes with half a byte', ['0xabc', address], -32602],
    ['one parameter', ['hi'], -32602],
    ['an object', { message: 'hi' }, -32602],
    ['a wrong checksum', ['hi', address.replace('f39F', 'F39f')], -32602],
    ['no parameters', undefined, -32602],
  ])('refuses %s before anybody is asked', async (_, params, rpcCode) => {
    const { context, shown } = createEvmContext()
    expect(await failure(answerEvm('personal_sign', params, context))).toMatchObject({ rpcCode })
    expect(shown).toEqual([])
  })
})

describe('personal_ecRecover', () => {
  const text = 'Grüße 👋'
  test.each([
    ['the hex of its bytes', stringToHex(text)],
    ['plain text', text],
    ['an empty message', '0x'],
  ])('answers who signed %s, without asking', async (_, message) => {
    const { context } = createEvmContext()
    const signature = (await answerEvm('personal_sign', [message, address], context)) as Hex
    expect(await recoverSigner([message, signature])).toBe(address.toLowerCase())
    const other = await recoverSigner([`${message}00`, signature])
    expect(other).not.toBe(address.toLowerCase())
  })

  const signature = `0x${'11'.repeat(64)}1b`
  test.each([
    [undefined],
    [['hi']],
    [['hi', '0x']],
    [['hi', `${signature}00`]],
    [['0xabc', signature]],
    [['hi', `0x${'ff'.repeat(64)}1b`]],
    [['hi', `0x${'00'.repeat(64)}1b`]],
    [['hi', `0x${'11'.repeat(64)}63`]],
    [{ message: 'hi', signature }],
  ])('refuses %j', async (params) => {
    expect(await failure(recoverSigner(params))).toMatchObject({ rpcCode: -32602 })
  })
})

const person = [
  { name: 'name', type: 'string' },
  { name: 'wallets', type: 'address[]' },
]
const mail = {
  domain: { name: 'Mail', version: '1', chainId: 31337, verifyingContract: stranger },
  types: {
    Person: person,
    Mail: [
      { name: 'from', type: 'Person' },
      { name: 'to', type: 'Person[]' },
      { name: 'contents', type: 'bytes' },
      { name: 'amount', type: 'uint256' },
    ],
  },
  primaryType: 'Mail',
  message: {
    from: { name: 'Ann', wallets: [stranger] },
    to: [{ name: 'Bob', wallets: [] }],
    contents: '0x1234',
    amount: '115792089237316195423570985008687907853269984665640564039457584007913129639935',
  },
} as const
const domainType = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
]
const flat = {
  domain: { name: 'Flat', chainId: '0x7a69' },
  types: {
    Flat: [
      { name: 'text', type: 'string' },
      { name: 'inner', type: 'Inner' },
    ],
    Inner: [{ name: 'n', type: 'int8' }],
  },
  primaryType: 'Flat',
  message: { text: 'hi', inner: { n: -1 } },
}

describe('eth_signTypedData', () => {
  test.each(typedDataVectors.cases.map((vector) => [vector.name, vector] as const))(
    'has the digest of the vector %s',
    async (_, { domain, types, primaryType, data, digest }) => {
      const named = (domain as { chainId?: number }).chainId
      const { context } = createEvmContext(named === undefined ? {} : { chainId: named })
      const asked = JSON.stringify({ domain, types, primaryType, message: data })
      const signature = (await answerEvm('eth_signTypedData_v4', [address, asked], context)) as Hex
      expect(await recoverAddress({ hash: digest as Hex, signature })).toBe(address)
    },
  )

  test.each([
    ['an object', mail],
    ['JSON', JSON.stringify(mail)],
    ['with EIP712Domain', { ...mail, types: { ...mail.types, EIP712Domain: domainType } }],
    ['with the chain as text', { ...mail, domain: { ...mail.domain, chainId: '31337' } }],
    ['without a chain', { ...mail, domain: { name: 'Mail' } }],
    [
      'of the domain alone',
      { ...mail, primaryType: 'EIP712Domain', types: { EIP712Domain: domainType }, message: {} },
    ],
  ])('v4 signs data %s', async (_, data) => {
    const { context } = createEvmContext()
    const signature = (await answerEvm('eth_signTypedData_v4', [address, data], context)) as Hex
    const parsed = typeof data === 'string' ? JSON.parse(data) : data
    expect(await recoverAddress({ hash: hashTypedData(parsed), signature })).toBe(address)
  })

  test('v3 signs data without lists as v4 does, and refuses lists', async () => {
    const { context, shown } = createEvmContext()
    const signature = (await answerEvm(
      'eth_signTypedData_v3',
      [address, JSON.stringify(flat)],
      context,
    )) as Hex
    expect(await recoverAddress({ hash: hashTypedData(flat as never), signature })).toBe(address)
    expect(await failure(answerEvm('eth_signTypedData_v3', [address, mail], context))).toMatchObject({
      rpcCode: -32602,
      message: expect.stringContaining('eth_signTypedData_v4'),
    })
    expect(shown).toHaveLength(1)
  })

  const broken = (change: object) => [address, { ...mail, ...change }]
  test.each([
    ['another account', [stranger, mail], 4100],
    ['the parameters of v1', [[{ type: 'string', name: 'm', value: 'hi' }], address], -32602],
    ['text that is no JSON', [address, '{'], -32602],
    ['no data', [address], -32602],
    ['another chain', broken({ domain: { chainId: 1 } }), -32602],
    ['a chain that is no number', broken({ domain: { chainId: 'one' } }), -32602],
    ['a chain that is a fraction', broken({ domain: { chainId: 1.5 } }), -32602],
    ['a primaryType without a type', broken({ primaryType: 'Post' }), -32602],
    ['a primaryType of every object', broken({ primaryType: 'constructor' }), -32602],
    ['a field that is missing', broken({ message: { ...mail.message, from: undefined } }), -32602],
    [
      'a number that is too large',
      broken({ message: { ...mail.message, amount: `1${mail.message.amount}` } }),
      -32602,
    ],
    [
      'an address that is too short',
      broken({ domain: { ...mail.domain, verifyingContract: '0x12' } }),
      -32602,
    ],
    [
      'a name that reaches a prototype',
      [address, JSON.stringify(mail).replace('"contents":', '"__proto__":')],
      -32602,
    ],
  ])('refuses %s before anybody is asked', async (_, params, rpcCode) => {
    const { context, shown } = createEvmContext()
    expect(await failure(answerEvm('eth_signTypedData_v4', params, context))).toMatchObject({ rpcCode })
    expect(shown).toEqual([])
    expect(Object.prototype).not.toHaveProperty('polluted')
  })

  test('shows what is signed, by the types, and nothing that is not signed', async () => {
    const { context, shown } = createEvmContext()
    const message = { ...mail.message, refund: 'You get 1,000 coins' }
    await answerEvm('eth_signTypedData_v4', [address, { ...mail, message }], context)
    const facts = shown[0]?.facts ?? []
    expect(facts).toContainEqual({ name: 'message.from.name', value: 'Ann' })
    expect(facts).toContainEqual({ name: 'message.from.wallets[0]', value: stranger })
    expect(facts).toContainEqual({ name: 'message.to[0].wallets', value: 'none' })
    expect(JSON.stringify(facts)).not.toContain('1,000 coins')
  })

  test('does not let a field pass for a line of the wallet', async () => {
    const { context, shown } = createEvmContext()
    const types = { Mail: ['Asked by', 'Network', 'Contract'].map((name) => ({ name, type: 'string' })) }
    const message = { 'Asked by': 'https://bank.example', Network: 'Test network', Contract: 'none' }
    await answerEvm('eth_signTypedData_v4', [address, { ...mail, types, message }], context)
    for (const name of Object.keys(message))
      expect(shown[0]?.facts?.filter((fact) => fact.name === name)).toHaveLength(1)
  })

  test('does not name a contract or a chain that is no part of what is signed', async () => {
    const { context, shown } = createEvmContext()
    const EIP712Domain = [{ name: 'name', type: 'string' }]
    await answerEvm(
      'eth_signTypedData_v4',
      [address, { ...mail, types: { ...mail.types, EIP712Domain } }],
      context,
    )
    expect(shown[0]?.facts).toContainEqual({ name: 'Contract', value: 'any' })
    expect(shown[0]?.facts?.some(({ name }) => name === 'Network')).toBe(false)
  })

  test.each(['Permit', 'Claim'])('tells of a spender in data that calls itself %s', async (primaryType) => {
    const { context, shown } = createEvmContext()
    const types = {
      [primaryType]: ['owner', 'spender']
        .map((name) => ({ name, type: 'address' }))
        .concat({ name: 'value', type: 'uint256' }),
    }
    const message = { owner: address, spender: stranger, value: mail.message.amount }
    await answerEvm('eth_signTypedData_v4', [address, { ...mail, types, primaryType, message }], context)
    expect(shown[0]?.facts).toContainEqual({
      name: 'Lets someone spend your tokens, without any limit',
      value: stranger,
      isWarning: true,
    })
  })
})

describe('on a node', () => {
  let node: Awaited<ReturnType<typeof startEvm>>
  let shared: Partial<CallsContext>
  beforeAll(async () => {
    node = await startEvm()
    shared = { rpcUrl: node.url }
  }, 120_000)
  afterAll(() => node.stop())

  const erc20 = parseAbi([
    'function approve(address spender, uint256 amount)',
    'function transfer(address to, uint256 amount)',
    'function transferFrom(address from, address to, uint256 amount)',
  ])
  const rawOf = async (hash: Hex) => {
    const raw = await node.client.request({
      method: 'eth_getRawTransactionByHash' as never,
      params: [hash] as never,
    })
    return parseTransaction(raw as Hex)
  }
  const receive = (hash: Hex) => node.client.waitForTransactionReceipt({ hash })

  test.each([
    ['what the network wants', {}, { type: 'eip1559' }],
    ['type 0', { type: '0x0' }, { type: 'legacy' }],
    ['a gas price', { gasPrice: '0x77359400' }, { type: 'legacy', gasPrice: 2_000_000_000n }],
    [
      'type 1 with a list',
      { type: '0x1', accessList: [{ address: stranger, storageKeys: [] }] },
      { type: 'eip2930' },
    ],
    ['an access list and a gas price', { gasPrice: '0x77359400', accessList: [] }, { type: 'eip2930' }],
    [
      'fees of EIP-1559',
      { maxFeePerGas: '0x2540be400', maxPriorityFeePerGas: '0x3b9aca00' },
      { type: 'eip1559', maxFeePerGas: 10_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n },
    ],
    ['its own gas', { gas: '0x7530' }, { gas: 30_000n }],
    ['leading zeros', { gas: '0x007530', value: '0x000001' }, { gas: 30_000n, value: 1n }],
    ['no sender', { from: undefined }, { to: stranger }],
    ['no data as "0x"', { data: '0x', input: '0x' }, { to: stranger }],
    ['data and the same input', { data: '0xAB', input: '0xab' }, { data: '0xab' }],
    ['input alone', { input: '0xabcd' }, { data: '0xabcd' }],
    ['no value', { value: undefined }, { to: stranger }],
    ['the chain', { chainId: '0x7a69' }, { chainId: 31337 }],
    ['fields of its own', { gasLimit: '0x1', metadata: 'hi' }, { to: stranger }],
  ])('eth_sendTransaction sends %s', async (_, change, expected) => {
    const { context } = createEvmContext(shared)
    const asked = JSON.parse(JSON.stringify({ from: address, to: stranger, value: '0x1', ...change }))
    const hash = (await answerEvm('eth_sendTransaction', [asked], context)) as Hex
    expect((await receive(hash)).status).toBe('success')
    expect(await rawOf(hash)).toMatchObject(expected)
  })

  test('eth_sendTransaction takes a nonce, and says what the node says of one that is used', async () => {
    const { context } = createEvmContext(shared)
    const nonce = await node.client.getTransactionCount({ address })
    const asked = { from: address, to: stranger, nonce: `0x${nonce.toString(16)}` }
    await receive((await answerEvm('eth_sendTransaction', [asked], context)) as Hex)
    expect(await failure(answerEvm('eth_sendTransaction', [asked], context))).toMatchObject({
      code: 'rpc_error',
      message: expect.stringContaining('nonce too low'),
    })
  })

  test('eth_sendTransaction creates a contract without "to", and says so', async () => {
    const { context, shown } = createEvmContext(shared)
    const asked = { from: address, data: '0x600a600c600039600a6000f3602a60005260206000f3' }
    const { contractAddress } = await receive(
      (await answerEvm('eth_sendTransaction', [asked], context)) as Hex,
    )
    expect(await node.client.getCode({ address: contractAddress as Hex })).toBe('0x602a60005260206000f3')
    expect(shown[0]?.facts).toContainEqual({ name: 'Creates', value: 'a new contract', isWarning: true })
  })

  test.each([
    ['another sender', { from: stranger }, 4100],
    ['another chain', { chainId: '0x1' }, -32602],
    ['a decimal value', { value: '42' }, -32602],
    ['a value that is a number', { value: 42 }, -32602],
    ['an empty quantity', { value: '0x' }, -32602],
    ['a value above 2^256', { value: `0x1${'0'.repeat(64)}` }, -32602],
    ['half a byte of data', { data: '0xabc' }, -32602],
    ['data and another input', { data: '0xab', input: '0xcd' }, -32602],
    ['neither "to" nor "data"', { to: undefined }, -32602],
    ['a name as "to"', { to: 'vitalik.eth' }, -32602],
    ['a wrong checksum', { to: '0xF39fd6e51aad88F6F4ce6aB8827279cffFb92266' }, -32602],
    ['both kinds of fees', { gasPrice: '0x1', maxFeePerGas: '0x1' }, -32602],
    ['a tip above the fee', { maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x2' }, -32602],
    ['a type that the fees contradict', { type: '0x2', gasPrice: '0x1' }, -32602],
    ['a type of blobs', { type: '0x3' }, -32602],
    ['an authorization of other code', { authorizationList: [{ address: stranger }] }, -32602],
    ['blobs', { blobVersionedHashes: [] }, -32602],
    ['an access list that is none', { accessList: [{ address: 'x' }] }, -32602],
  ])('eth_sendTransaction refuses %s before anybody is asked', async (_, change, rpcCode) => {
    const { context, shown } = createEvmContext(shared)
    const asked = { from: address, to: stranger, value: '0x1', ...change }
    expect(await failure(answerEvm('eth_sendTransaction', [asked], context))).toMatchObject({ rpcCode })
    expect(shown).toEqual([])
  })

  test('eth_sendTransaction says in the node’s words and with its number why something can’t be sent', async () => {
    const { context, shown } = createEvmContext(shared)
    const data = encodeFunctionData({
      abi: erc20,
      functionName: 'transferFrom',
      args: [stranger, address, 1n],
    })
    const asked = { from: address, to: node.tokens.usd.address, data }
    expect(await failure(answerEvm('eth_sendTransaction', [asked], context))).toMatchObject({
      code: 'rpc_error',
      rpcCode: 3,
    })
    expect(shown).toEqual([])
    // With its own gas the app may send it; the person is told that it fails.
    await answerEvm('eth_sendTransaction', [{ ...asked, gas: '0x30d40' }], context)
    expect(shown[0]?.facts).toContainEqual({
      name: 'Result',
      value: 'This fails when the node tries it out',
      isWarning: true,
    })
  })

  test('shows what goes once, with the contract that goes by this symbol', async () => {
    const { context, shown } = createEvmContext(shared)
    const { address: token } = node.tokens.usd
    const data = encodeFunctionData({ abi: erc20, functionName: 'transfer', args: [stranger, 2_500_000n] })
    await answerEvm('eth_sendTransaction', [{ from: address, to: token, data }], context)
    expect(shown[0]?.facts?.filter(({ kind }) => kind === 'leaves')).toEqual([
      {
        name: 'You send',
        value: `2.5 ${node.tokens.usd.symbol}`,
        note: '2500000 of the token’s smallest unit',
        kind: 'leaves',
      },
    ])
    expect(shown[0]?.facts).toContainEqual({ name: 'Token', value: token })
  })

  const calls = (change: object = {}) => [
    {
      version: '2.0.0',
      chainId: '0x7a69',
      from: address,
      atomicRequired: false,
      calls: [
        {
          to: node.tokens.usd.address,
          data: encodeFunctionData({ abi: erc20, functionName: 'approve', args: [stranger, 5n] }),
        },
        { to: stranger, value: '0x2' },
      ],
      ...change,
    },
  ]
  const statusOf = (id: string, context: CallsContext) =>
    readCallsStatus([id], { records: context.records, rpcUrlOf: () => node.url }) as Promise<{
      status: number
      receipts?: readonly { status: string }[]
    }>

  test('wallet_sendCalls sends one call after the other once the person has seen all of them, and tells how it went', async () => {
    const { context, shown } = createEvmContext(shared)
    const before = await node.balanceOf(stranger)
    const { id } = (await answerEvm('wallet_sendCalls', calls(), context)) as { id: string }
    expect(id).toMatch(/^0x[0-9a-f]{64}$/)
    expect(shown).toHaveLength(1)
    expect(shown[0]?.title).toBe('Send 2 transactions')
    expect(JSON.stringify(shown[0]?.facts)).toContain('up to')
    await vi.waitFor(async () => expect((await statusOf(id, context)).status).toBe(200), { timeout: 30_000 })
    const status = await statusOf(id, context)
    expect(status).toMatchObject({ version: '2.0.0', id, chainId: '0x7a69', atomic: false })
    expect(status.receipts?.map((receipt) => receipt.status)).toEqual(['0x1', '0x1'])
    expect(await node.balanceOf(stranger)).toBe(before + 2n)
  })

  test('wallet_sendCalls does not go on after a call that failed, and tells that a part was done', async () => {
    const { context } = createEvmContext(shared)
    const fails = {
      to: node.tokens.usd.address,
      data: encodeFunctionData({
        abi: erc20,
        functionName: 'transferFrom',
        args: [stranger, address, 10n ** 30n],
      }),
    }
    const fine = { to: stranger, value: '0x1' }
    const { id } = (await answerEvm('wallet_sendCalls', calls({ calls: [fine, fails, fine] }), context)) as {
      id: string
    }
    await vi.waitFor(async () => expect((await statusOf(id, context)).status).toBe(600), { timeout: 30_000 })
    expect((await statusOf(id, context)).receipts).toHaveLength(2)
  })

  test('wallet_sendCalls takes one call that must be atomic, and an id once', async () => {
    const { context } = createEvmContext(shared)
    const one = calls({ id: '0xabc', atomicRequired: true, calls: [{ to: stranger, value: '0x1' }] })
    expect(await answerEvm('wallet_sendCalls', one, context)).toEqual({ id: '0xabc' })
    await vi.waitFor(
      async () => expect(await statusOf('0xabc', context)).toMatchObject({ status: 200, atomic: true }),
      {
        timeout: 30_000,
      },
    )
    expect(await failure(answerEvm('wallet_sendCalls', one, context))).toMatchObject({ rpcCode: 5720 })
  })

  test.each([
    [
      'a capability that it does not have',
      { capabilities: { paymasterService: { url: 'https://a.example' } } },
      5700,
    ],
    ['a capability of one call', { calls: [{ to: stranger, capabilities: { flowControl: {} } }] }, 5700],
    ['another chain', { chainId: '0x1' }, 5710],
    ['more calls than a person reads', { calls: Array.from({ length: 11 }, () => ({ to: stranger })) }, 5740],
    ['another account', { from: stranger }, 4100],
    ['an old version', { version: '1.0' }, -32602],
    ['no word on atomicity', { atomicRequired: undefined }, -32602],
    ['no calls', { calls: [] }, -32602],
    ['a call of nothing', { calls: [{}] }, -32602],
    ['an id without end', { id: `0x${'a'.repeat(8200)}` }, -32602],
  ])('wallet_sendCalls refuses %s before anybody is asked', async (_, change, rpcCode) => {
    const { context, shown } = createEvmContext(shared)
    expect(await failure(answerEvm('wallet_sendCalls', calls(change), context))).toMatchObject({ rpcCode })
    expect(shown).toEqual([])
  })

  test('wallet_sendCalls takes a capability that is optional, and wallet_getCallsStatus no id that is unknown', async () => {
    const { context } = createEvmContext(shared)
    const asked = calls({ capabilities: { paymasterService: { optional: true } }, calls: [{ to: stranger }] })
    expect(await answerEvm('wallet_sendCalls', asked, context)).toHaveProperty('id')
    expect(await failure(statusOf(bytesToHex(new Uint8Array(32)), context))).toMatchObject({ rpcCode: 5730 })
  })
})

test.each([
  'wallet_grantPermissions',
  'wallet_revokePermissions',
  'eth_sendUserOperation',
  'wallet_requestExecutionPermissions',
])('%s is told to be not supported', async (method) => {
  const { context } = createEvmContext()
  expect(await failure(answerEvm(method, [], context))).toMatchObject({
    code: 'not_available',
    rpcCode: 4200,
  })
})
