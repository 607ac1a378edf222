// A malicious app, node or page, and what a person reads of the permissions that it asks for.
import {
  caveatsOf,
  decodeContext,
  delegationTypedData,
  encodeContext,
  permissionContracts,
  readTerms,
  type SignedDelegation,
  type Terms,
} from '@latchkey/plugin-smart-sessions/delegations'
import fc from 'fast-check'
import { type Hex, isAddressEqual, isHex, maxUint128, maxUint256, pad, toHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startEvm } from '../../../../../../devstack/src/evm/index.js'
import { createEvmContext } from '../../../../test/evmContext.js'
import { createSmartContext } from '../../../../test/smartContext.js'
import { answerEvm } from '../answerEvm.js'
import { contracts } from '../smart/contracts.js'
import { describePermission } from './describePermission.js'
import { listPermissions } from './listPermissions.js'
import { inEnglish } from '../../../../test/inEnglish.js'

let chain: Awaited<ReturnType<typeof startEvm>>
beforeAll(async () => {
  chain = await startEvm()
}, 60_000)
afterAll(() => chain?.stop())

const stranger: Hex = '0x5555555555555555555555555555555555555555'
const soon = () => Math.floor(Date.now() / 1000) + 3600
const createPerson = () => createSmartContext({ url: chain.url, chainId: chain.chainId, bundlers: [] })

const asked = (permission: object, more: object = {}) => ({
  chainId: `0x${chain.chainId.toString(16)}`,
  to: stranger,
  permission: { isAdjustmentAllowed: false, ...permission },
  rules: [{ type: 'expiry', data: { timestamp: soon() } }],
  ...more,
})
const coins = (amount: bigint | string, more: object = {}) =>
  asked(
    {
      type: 'native-token-allowance',
      data: { allowanceAmount: typeof amount === 'string' ? amount : toHex(amount) },
    },
    more,
  )
const calls = (data: object) =>
  asked({ type: 'contract-call', data: { address: chain.tokens.usd.address, ...data } })
const tokens = (amount: bigint) =>
  asked({
    type: 'erc20-token-allowance',
    data: { tokenAddress: chain.tokens.usd.address, allowanceAmount: toHex(amount) },
  })

interface Shown {
  readonly title: string
  readonly facts?: readonly { readonly name: string; readonly value: string; readonly isWarning?: boolean }[]
}
const linesOf = (question: Shown | undefined) =>
  question?.facts?.map(({ name, value }) => `${name}: ${value}`)
const warningsOf = (question: Shown | undefined) =>
  question?.facts?.flatMap(({ name, value, isWarning }) => (isWarning ? [`${name}: ${value}`] : []))

async function ask(...requests: readonly object[]) {
  const person = createPerson()
  const given = await answerEvm('wallet_requestExecutionPermissions', requests, person.context)
  return { ...person, question: person.shown[0], given: given as readonly { readonly context: Hex }[] }
}

describe('what isn’t kept to by a contract, or isn’t understood, is refused before anyone is asked', () => {
  const key = privateKeyToAccount(generatePrivateKey())
  const timestamp = () => ({ type: 'expiry', data: { timestamp: soon() } })
  test.each<[string, () => unknown, number?, string?]>([
    ['no list', () => coins(1n)],
    ['an empty list', () => []],
    ['more than five', () => Array.from({ length: 6 }, () => coins(1n)), 5740],
    ['another chain', () => [coins(1n, { chainId: '0x1' })], 5710],
    ['a chain as a number', () => [coins(1n, { chainId: chain.chainId })]],
    ['another account', () => [coins(1n, { from: stranger })], 4100],
    ['another account of the earlier draft', () => [coins(1n, { address: stranger })], 4100],
    ['no permission', () => [{ ...coins(1n), permission: undefined }]],
    ['two in one', () => [{ ...coins(1n), permissions: [coins(2n).permission] }]],
    ['no end', () => [coins(1n, { rules: [] })]],
    ['an end that has been', () => [coins(1n, { rules: [{ type: 'expiry', data: { timestamp: 5 } }] })]],
    ['an end after all dates', () => [coins(1n, { rules: [{ type: 'expiry', data: { timestamp: 9e15 } }] })]],
    ['an end that is text', () => [coins(1n, { rules: [{ type: 'expiry', data: { timestamp: '9' } }] })]],
    ['half a second', () => [coins(1n, { rules: [{ type: 'expiry', data: { timestamp: 2e9 + 0.5 } }] })]],
    ['two ends', () => [coins(1n, { rules: [timestamp(), timestamp()] })]],
    ['two ends, one of the earlier draft', () => [coins(1n, { expiry: soon() + 9 })]],
    ['a rule about gas', () => [coins(1n, { policies: [{ type: 'gas-limit', data: { limit: '0x1' } }] })]],
    ['a rule for rates', () => [coins(1n, { rules: [timestamp(), { type: 'rate-limit', data: {} }] })]],
    ['no calls at all', () => [coins(1n, { policies: [{ type: 'call-limit', data: { count: 0 } }] })]],
    ['nothing', () => [coins('0x0')]],
    ['an amount as decimal text', () => [coins('12')]],
    ['an amount beyond 256 bits', () => [coins(`0x1${'0'.repeat(64)}`)]],
    ['an unknown type', () => [asked({ type: 'erc721-token-transfer', data: {} })]],
    ['a type of every object', () => [asked({ type: 'constructor', data: {} })]],
    ['a stream', () => [asked({ type: 'native-token-stream', data: { amountPerSecond: '0x1' } })]],
    [
      'a limit that isn’t known',
      () => [
        asked({ type: 'native-token-allowance', data: { allowanceAmount: '0x1', recipient: stranger } }),
      ],
    ],
    [
      'a limit beside the data of a permission',
      () => {
        const policies = [{ type: 'call-limit', data: { count: 1 } }]
        return [coins(1n, { permission: { ...coins(1n).permission, policies } })]
      },
    ],
    [
      'a limit beside the data of a permission of the earlier draft',
      () => {
        const policies = [{ type: 'gas-limit', data: { limit: '0x1' } }]
        return [coins(1n, { permission: undefined, permissions: [{ ...coins(1n).permission, policies }] })]
      },
    ],
    ['an unknown member of the request', () => [coins(1n, { callLimit: 1 })]],
    ['an unknown member of a permission', () => [asked({ ...coins(1n).permission, maximum: '0x1' })]],
    ['an unknown member of a rule', () => [coins(1n, { rules: [{ ...timestamp(), from: 5 }] })]],
    ['no holder', () => [coins(1n, { to: undefined })]],
    ['anyone', () => [coins(1n, { to: '0x0000000000000000000000000000000000000a11' })]],
    ['no one', () => [coins(1n, { to: pad('0x0', { size: 20 }) })]],
    ['a wrong checksum', () => [coins(1n, { to: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD' })]],
    ['two holders', () => [coins(1n, { signer: { type: 'account', data: { address: stranger } } })]],
    ['the wallet as holder', () => [coins(1n, { to: undefined, signer: { type: 'wallet' } })]],
    [
      'a passkey as holder',
      () => [
        coins(1n, { to: undefined, signer: { type: 'key', data: { type: 'secp256r1', publicKey: '0x04' } } }),
      ],
    ],
    [
      'several keys',
      () => {
        const one = { type: 'secp256k1', publicKey: key.publicKey }
        return [coins(1n, { to: undefined, signer: { type: 'keys', data: { keys: [one, one] } } })]
      },
    ],
    ['calls of no function', () => [calls({ calls: [] })]],
    ['calls of too many', () => [calls({ calls: Array.from({ length: 11 }, (_, at) => `f${at}()`) })]],
    [
      'a hundred thousand functions, before one of them is read',
      () => [calls({ calls: Array.from({ length: 100_000 }, () => 'everything') })],
      ...([-32602, 'A permission names at most 10 functions.'] as const),
    ],
    [
      'a function as long as a book, before it is read',
      () => [calls({ calls: [`f(${'('.repeat(1_000_000)}`] })],
      ...([-32602, 'The signature of a function has at most 500 characters.'] as const),
    ],
    [
      'a function of an abi as long as a book',
      () => {
        const inputs = Array.from({ length: 10_000 }, () => ({ type: 'uint256' }))
        const item = { type: 'function', name: 'buy', inputs, outputs: [], stateMutability: 'view' }
        return [calls({ abi: [item], functions: [{ functionName: 'buy' }] })]
      },
      ...([-32602, 'The function "buy" of the "abi" is too long to be read.'] as const),
    ],
    ['a function that isn’t one', () => [calls({ calls: ['everything'] })]],
    [
      'a function that the abi has twice',
      () => {
        const item = { type: 'function', name: 'buy', inputs: [], outputs: [], stateMutability: 'view' }
        return [calls({ abi: [item, item], functions: [{ functionName: 'buy' }] })]
      },
    ],
    [
      'conditions on arguments',
      () => [
        calls({
          abi: [{ type: 'function', name: 'buy', inputs: [], outputs: [], stateMutability: 'view' }],
          functions: [{ functionName: 'buy', args: [{ condition: 'EQUAL', value: 1 }] }],
        }),
      ],
    ],
    [
      'calls of the delegation manager',
      () => [calls({ address: permissionContracts.delegationManager.toLowerCase(), calls: ['f()'] })],
    ],
    ['calls of the entry point', () => [calls({ address: contracts.entryPoint, calls: ['f()'] })]],
    ['calls of what has no code', () => [calls({ address: stranger, calls: ['f()'] })]],
    [
      'a token without code',
      () => [
        asked({ type: 'erc20-token-allowance', data: { tokenAddress: stranger, allowanceAmount: '0x1' } }),
      ],
    ],
    [
      'periods of no length',
      () => [asked({ type: 'native-token-periodic', data: { periodAmount: '0x1', periodDuration: 0 } })],
    ],
    [
      'a start after the end',
      () => [
        asked({ type: 'native-token-allowance', data: { allowanceAmount: '0x1', startTime: soon() + 99 } }),
      ],
    ],
  ])('%s', async (_, params, rpcCode = -32602, message = undefined) => {
    const { context, shown } = createPerson()
    const given = answerEvm('wallet_requestExecutionPermissions', params(), context)
    await expect(given).rejects.toMatchObject({ rpcCode, ...(message === undefined ? {} : { message }) })
    expect(shown).toEqual([])
  })

  test('calls of the account itself', async () => {
    const { context, shown, account } = createPerson()
    const request = calls({ address: account.address, calls: ['transferOwnership(address)'] })
    const given = answerEvm('wallet_requestExecutionPermissions', [request], context)
    await expect(given).rejects.toMatchObject({ rpcCode: -32602 })
    expect(shown).toEqual([])
  })

  test.each(['wallet_requestExecutionPermissions', 'wallet_revokePermissions'])(
    'an account without code: %s',
    async (method) => {
      const { context, shown } = createEvmContext({ chainId: chain.chainId, rpcUrl: chain.url })
      await expect(answerEvm(method, [coins(1n)], context)).rejects.toMatchObject({
        rpcCode: 4200,
        message:
          'This account can’t give permissions. Only smart accounts can, because contracts enforce the limits. Use the smart account.',
      })
      expect(shown).toEqual([])
    },
  )

  test('a network without the contracts that keep to limits', async () => {
    const { context, shown } = createPerson()
    const state = await chain.snapshot()
    await chain.client.setCode({ address: permissionContracts.redeemer, bytecode: '0x' })
    const given = answerEvm('wallet_requestExecutionPermissions', [coins(1n)], context)
    await expect(given).rejects.toMatchObject({ code: 'network_not_supported', rpcCode: 4200 })
    await chain.revert(state)
    expect(shown).toEqual([])
  })
})

test.each<[string, () => object]>([
  ['ERC-7715', () => coins(1n, { rules: [{ type: 'expiry', data: { timestamp: soon() } }] })],
  [
    'its earlier draft, as viem writes it',
    () => ({
      chainId: coins(1n).chainId,
      expiry: soon(),
      signer: { type: 'account', data: { id: stranger } },
      permissions: [
        { type: 'native-token-transfer', data: { allowance: '0x1' }, policies: [], required: false },
      ],
    }),
  ],
])('every member of %s is understood', async (_, request) => {
  expect((await ask(request())).given).toHaveLength(1)
})

describe('a person reads', () => {
  test('what, how much, until when and for whom, and what isn’t known', async () => {
    const { question, account } = await ask(tokens(2_500_000n))
    expect(question).toMatchObject({
      title: 'Give a permission',
      text: 'app.example.com wants to act for you within these limits, without asking you again. You can end it at any time.',
      accept: 'Give permission',
    })
    expect(linesOf(question)).toEqual([
      'Asked by: https://app.example.com',
      'Lets someone send: tokens from your account',
      expect.stringMatching(/^How much: At most 2\.5 LUSD \(2500000 of the smallest unit\) altogether$/),
      `Token: ${chain.tokens.usd.address}`,
      'To whom: Any address they choose',
      expect.stringMatching(/^Until: \d+ \w+ \d{4} at \d\d:\d\d UTC, in /),
      `Who can use it: ${stranger}`,
      'Owner of that address: Unknown. Continue only if you trust the app.',
      `Account: Smart account ${account.address}`,
      expect.stringMatching(/^Network: /),
    ])
  })

  test.each([maxUint256, maxUint256 - 1n, 2n ** 200n, 2n ** 128n])('that %s is no limit', async (amount) => {
    const { question } = await ask(tokens(amount))
    expect(warningsOf(question)).toContain('How much: No limit: everything you have now and get later')
  })

  test('that all of the balance could be sent', async () => {
    const person = createPerson()
    await chain.setBalance(person.account.address, 5n)
    await answerEvm('wallet_requestExecutionPermissions', [coins(5n)], person.context)
    expect(warningsOf(person.shown[0])).toContain(
      'Compared with your balance: Everything you have now could be sent',
    )
  })

  test('that it ends in years, and what a period comes to', async () => {
    const timestamp = soon() + 40 * 365 * 86_400
    const periodic = asked(
      { type: 'native-token-periodic', data: { periodAmount: toHex(10n ** 18n), periodDuration: 86_400 } },
      { rules: [{ type: 'expiry', data: { timestamp } }] },
    )
    const { question } = await ask(periodic)
    expect(warningsOf(question)?.[0]).toMatch(/^Until: .* in about 41 years$/)
    expect(linesOf(question)).toContainEqual(expect.stringMatching(/^How much: At most 1 coins every day$/))
    expect(linesOf(question)).toContainEqual(
      expect.stringMatching(/^Until it ends: Up to 1460\d coins altogether$/),
    )
  })

  test.each<[string, bigint, number | undefined, readonly string[]]>([
    [
      'with a number of calls',
      10n ** 16n,
      3,
      [
        'Coins each call may send: At most 0.01 coins',
        'Coins all calls may send: At most 0.03 coins altogether',
      ],
    ],
    [
      'with more calls than the balance is worth',
      10n ** 18n,
      5,
      [
        'Coins each call may send: At most 1 coins',
        'Coins all calls may send: At most 5 coins altogether',
        'Compared with your balance: Everything you have now could be sent',
      ],
    ],
    [
      'with any number of calls',
      10n ** 16n,
      undefined,
      [
        'Coins each call may send: At most 0.01 coins',
        'How often: Any number of times, up to all your coins',
        'Compared with your balance: Everything you have now could be sent',
      ],
    ],
    [
      'with a call that may send everything',
      maxUint128,
      1,
      [
        'Coins each call may send: No limit: everything you have',
        'Coins all calls may send: No limit: everything you have',
        'Compared with your balance: Everything you have now could be sent',
      ],
    ],
  ])('what calls may send along altogether, %s', async (_, value, count, warnings) => {
    const person = createPerson()
    await chain.setBalance(person.account.address, 5n * 10n ** 18n)
    const rules = [
      { type: 'expiry', data: { timestamp: soon() } },
      ...(count === undefined ? [] : [{ type: 'call-limit', data: { count } }]),
    ]
    const request = { ...calls({ calls: ['buy()'], valueLimit: toHex(value) }), rules }
    await answerEvm('wallet_requestExecutionPermissions', [request], person.context)
    const told = warningsOf(person.shown[0])?.filter((line) => /^(?:Coins|How often|Compared)/.test(line))
    expect(told).toEqual(warnings)
  })

  test('that calls without coins aren’t counted', async () => {
    const { question } = await ask(calls({ calls: ['buy()'] }))
    expect(linesOf(question)).toContain('Coins each call may send: None')
    expect(linesOf(question)).toContain('How often: Any number of times')
  })

  test('every permission of the list, the second like the first', async () => {
    const { question, given } = await ask(coins(1n), tokens(maxUint256))
    expect(question?.title).toBe('Give 2 permissions')
    const lines = linesOf(question) ?? []
    expect(lines.filter((line) => line.startsWith('Permission: '))).toEqual([
      'Permission: 1 of 2',
      'Permission: 2 of 2',
    ])
    expect(warningsOf(question)).toContain('How much: No limit: everything you have now and get later')
    expect(given).toHaveLength(2)
  })

  test.each([
    ['many_msg_babbage(bytes1)', 'transfer(address,uint256)'],
    ['sign_szabo_bytecode(bytes16,uint128)', 'approve(address,uint256)'],
  ])('what %s is to contracts', async (signature, known) => {
    const { question } = await ask(calls({ calls: [signature, 'collectGift()'] }))
    expect(warningsOf(question)).toContain(`Function: ${known}: can give away all your tokens`)
    expect(warningsOf(question)).toContainEqual(
      expect.stringMatching(/^Function: 0x[0-9a-f]{8}, an unknown function$/),
    )
    expect(JSON.stringify(question?.facts)).not.toMatch(/collectGift|babbage|szabo/)
  })

  test('a period as long as it is, and not longer', () => {
    const seconds: Readonly<Record<string, number>> = { day: 86_400, hour: 3600, minute: 60, second: 1 }
    fc.assert(
      fc.property(fc.oneof(fc.integer({ min: 1, max: 4_000_000 }), fc.constant(172_801)), (period) => {
        const allowance = { kind: 'nativePeriodic', amount: 1n, period, start: 1 } as const
        const terms = { allowance, holder: stranger, from: 0, until: 9_000_000 }
        const facts = inEnglish(describePermission(terms, { coin: 'coins', now: 1 }))
        const text = facts.find(({ name }) => name === 'How much')?.value.split(' every ')[1] ?? ''
        const told = [...text.matchAll(/(?:(\d+) )?(day|hour|minute|second)s?/g)]
        expect(told.length).toBeGreaterThan(0)
        const sum = told.reduce(
          (all, [, count = '1', unit = '']) => all + Number(count) * (seconds[unit] ?? 0),
          0,
        )
        expect(sum).toBe(period)
      }),
    )
  })

  test('all periods that can be used, also where the device’s clock is ahead of the network’s', async () => {
    const { timestamp } = await chain.client.getBlock()
    const until = Number(timestamp) + 3 * 3600
    const clock = vi.spyOn(Date, 'now').mockReturnValue((Number(timestamp) + 3600) * 1000)
    try {
      const request = asked(
        { type: 'native-token-periodic', data: { periodAmount: toHex(10n ** 18n), periodDuration: 1 } },
        { rules: [{ type: 'expiry', data: { timestamp: until } }] },
      )
      const { question } = await ask(request)
      const line = linesOf(question)?.find((one) => one.startsWith('Until it ends')) ?? ''
      expect(Number(/Up to (\d+) coins/.exec(line)?.[1])).toBeGreaterThanOrEqual(3 * 3600)
    } finally {
      clock.mockRestore()
    }
  })

  test('no word of the app’s own', async () => {
    const data = {
      tokenAddress: chain.tokens.usd.address,
      allowanceAmount: '0x5',
      justification: 'How much: nothing at all',
    }
    const { question } = await ask(asked({ type: 'erc20-token-allowance', data }))
    expect(JSON.stringify(question)).not.toContain('nothing at all')
  })
})

describe('what is signed', () => {
  const amount = fc.bigInt({ min: 1n, max: maxUint256 })
  const time = fc.integer({ min: 2, max: 4_000_000_000 })
  const address = fc
    .uint8Array({ minLength: 20, maxLength: 20 })
    .map((bytes) => privateKeyToAddress(toHex(new Uint8Array([...new Uint8Array(11), 1, ...bytes]))))
  const selector = fc.uint8Array({ minLength: 4, maxLength: 4 }).map((bytes) => toHex(bytes))
  const allowance = fc.oneof(
    fc.record({ kind: fc.constant('native' as const), amount }),
    fc.record({ kind: fc.constant('nativePeriodic' as const), amount, period: time, start: time }),
    fc.record({ kind: fc.constant('token' as const), token: address, amount }),
    fc.record({
      kind: fc.constant('tokenPeriodic' as const),
      token: address,
      amount,
      period: time,
      start: time,
    }),
    fc.record({
      kind: fc.constant('calls' as const),
      target: address,
      methods: fc.array(selector, { minLength: 1, maxLength: 10 }),
      value: amount,
    }),
  )
  const terms: fc.Arbitrary<Terms> = fc
    .record({
      allowance,
      holder: address,
      from: time,
      until: time,
      callLimit: fc.option(amount),
      nonce: fc.option(amount),
    })
    .map(({ callLimit, nonce, ...rest }) => ({
      ...rest,
      ...(callLimit === null ? {} : { callLimit }),
      ...(nonce === null ? {} : { nonce }),
    }))

  test('reads back as the terms that were shown', () => {
    fc.assert(
      fc.property(terms, (given) => {
        expect(readTerms({ delegate: given.holder, caveats: caveatsOf(given) })).toEqual(given)
      }),
    )
  })

  test('isn’t told as known with one limit less, more, or changed', () => {
    fc.assert(
      fc.property(terms, fc.nat(), fc.constantFrom('less', 'more', 'changed'), (given, at, how) => {
        const caveats = [...caveatsOf(given)]
        const index = at % caveats.length
        const { enforcer, terms: bytes } = caveats[index] ?? { enforcer: stranger, terms: '0x' }
        if (how === 'less') caveats.splice(index, 1)
        else if (how === 'more') caveats.push({ enforcer: stranger, terms: '0x' })
        else caveats[index] = { enforcer, terms: `${bytes}00` }
        const read = readTerms({ delegate: given.holder, caveats })
        // Without the limit of calls, or without what ends it with all others, it's told as what it is.
        if (read) {
          const removed = enforcer === permissionContracts.nonce ? 'nonce' : 'callLimit'
          expect(read).toEqual({ ...given, [removed]: undefined })
        }
        if (how !== 'less') expect(read).toBeUndefined()
      }),
    )
  })

  test('is no more than the limits: rubbish is no context', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.uint8Array({ maxLength: 900 }).map((bytes) => toHex(bytes)),
        ),
        (text) => {
          expect(decodeContext(text)).toBeUndefined()
        },
      ),
    )
  })

  test('is refused as typed data, however the contract is written', async () => {
    const { context, shown, account } = createPerson()
    const [delegation] = (await ask(coins(1n))).given.map((given) => decodeContext(given.context))
    for (const verifyingContract of [
      permissionContracts.delegationManager,
      permissionContracts.delegationManager.toLowerCase(),
      permissionContracts.delegationManager.toUpperCase().replace('0X', '0x'),
    ]) {
      const data = {
        domain: { name: 'DelegationManager', version: '1', chainId: chain.chainId, verifyingContract },
        types: { Delegation: [{ name: 'delegate', type: 'address' }] },
        primaryType: 'Delegation',
        message: { delegate: delegation?.delegate },
      }
      const signed = answerEvm('eth_signTypedData_v4', [account.address, data], context)
      await expect(signed).rejects.toMatchObject({ rpcCode: -32602 })
    }
    expect(shown).toEqual([])
  })

  test('has another salt each time, so that ending one doesn’t end another', async () => {
    const { given } = await ask(coins(1n), coins(1n))
    const [first, second] = given.map(({ context }) => decodeContext(context)?.salt)
    expect(first).not.toBe(second)
  })
})

test.each<[string, object, number]>([
  ['what isn’t all', { all: false }, -32602],
  ['more than all', { all: true, permissionContext: '0x12' }, -32602],
  ['all of another account', { all: true, from: stranger }, 4100],
])('%s isn’t ended', async (_, params, rpcCode) => {
  const { context, shown } = createPerson()
  const ended = answerEvm('wallet_revokeExecutionPermission', [params], context)
  await expect(ended).rejects.toMatchObject({ rpcCode })
  expect(shown).toEqual([])
})

describe('what storage says', () => {
  test('keeps every permission that hasn’t run out, and gives up the oldest that have', async () => {
    const { context, account } = createPerson()
    const record = (salt: number, until: number) => {
      const allowance = { kind: 'native', amount: 1n } as const
      const caveats = caveatsOf({ allowance, holder: stranger, from: 0, until })
      const delegation = { delegate: stranger, delegator: account.address, caveats, salt: BigInt(salt) }
      return { context: encodeContext({ ...delegation, signature: '0x12' }), chainId: chain.chainId }
    }
    const range = (count: number, from: number, until: number) =>
      Array.from({ length: count }, (_, index) => record(from + index, until))
    const salts = () => context.permissions.list().map(({ delegation }) => Number(delegation.salt))
    context.permissions.add([...range(1, 0, soon()), ...range(3, 1, 5)])
    context.permissions.add(range(98, 4, soon()))
    expect(salts()).toEqual([0, 3, ...Array.from({ length: 98 }, (_, index) => 4 + index)])
    context.permissions.add(range(50, 200, soon()))
    expect(salts()).toHaveLength(149)
    expect(salts()[0]).toBe(0)
  })

  test.each([
    ['no JSON', 'x'],
    ['no list', '{}'],
    ['null', 'null'],
    ['rubbish', JSON.stringify([null, 5, 'a', { context: 5 }, { context: '0x', chainId: 1 }])],
    ['a chain that is none', JSON.stringify([{ context: '0x1234', chainId: -1 }])],
  ])('is no permission: %s', async (_, stored) => {
    const { context, memory, account } = createPerson()
    memory.setItem('permissions', stored)
    expect(context.permissions.list()).toEqual([])
    await answerEvm('wallet_requestExecutionPermissions', [coins(1n)], context)
    const list = { account, permissions: context.permissions, rpcUrlOf: () => chain.url }
    expect(await listPermissions(list)).toHaveLength(1)
  })

  test('is listed only with the owner’s signature, by this account, for this chain', async () => {
    const { context, account } = createPerson()
    const other = createPerson()
    const [mine] = (await ask(coins(1n))).given
    const [own] = (await answerEvm('wallet_requestExecutionPermissions', [coins(1n)], context)) as never as [
      { readonly context: Hex },
    ]
    const delegation = decodeContext(own.context)
    if (!delegation || !mine) throw new Error('Nothing was given.')
    const forged = { ...delegation, salt: delegation.salt + 1n }
    context.permissions.add([
      { context: mine.context, chainId: chain.chainId },
      { context: encodeContext(forged), chainId: chain.chainId },
      { context: own.context, chainId: chain.chainId + 1 },
      { context: encodeContext({ ...delegation, delegator: other.account.address }), chainId: chain.chainId },
    ])
    const list = { account, permissions: context.permissions, rpcUrlOf: () => chain.url }
    const listed = await listPermissions(list)
    expect(listed.map((one) => one.context)).toEqual([own.context])
  })

  test('can’t have a permission of another account ended', async () => {
    const { context, shown } = createPerson()
    const [given] = (await ask(coins(1n))).given
    const params = [{ permissionContext: given?.context }]
    const ended = answerEvm('wallet_revokeExecutionPermission', params, context)
    await expect(ended).rejects.toMatchObject({ rpcCode: -32602 })
    expect([shown, isHex(given?.context)]).toEqual([[], true])
  })

  test.each<[string, (given: SignedDelegation) => Promise<Hex>]>([
    ['the same terms with another salt', async (given) => encodeContext({ ...given, salt: given.salt + 1n })],
    [
      'the same terms for longer',
      async (given) => {
        const terms = readTerms(given)
        if (!terms) throw new Error('The permission can’t be read.')
        return encodeContext({ ...given, caveats: caveatsOf({ ...terms, until: terms.until + 1 }) })
      },
    ],
  ])('can’t have another permission ended than one that was given: %s', async (_, change) => {
    const { context, shown, account } = createPerson()
    const [own] = (await answerEvm('wallet_requestExecutionPermissions', [coins(1n)], context)) as never as [
      { readonly context: Hex },
    ]
    const given = decodeContext(own.context)
    if (!given) throw new Error('Nothing was given.')
    expect(isAddressEqual(given.delegator, account.address)).toBe(true)
    const count = shown.length
    const params = [{ permissionContext: await change(given) }]
    const ended = answerEvm('wallet_revokeExecutionPermission', params, context)
    await expect(ended).rejects.toMatchObject({ rpcCode: -32602 })
    expect(shown).toHaveLength(count)
  })

  test('can’t have a permission ended on another network than its own', async () => {
    const { context, shown, account, key } = createPerson()
    const caveats = caveatsOf({
      ...{ allowance: { kind: 'native', amount: 1n }, holder: stranger, from: 0, until: soon() },
    })
    const delegation = { delegate: stranger, delegator: account.address, caveats, salt: 1n }
    const owner = privateKeyToAccount(key)
    const signature = await owner.signTypedData(delegationTypedData(delegation, chain.chainId + 1))
    const params = [{ permissionContext: encodeContext({ ...delegation, signature }) }]
    const ended = answerEvm('wallet_revokeExecutionPermission', params, context)
    await expect(ended).rejects.toMatchObject({
      rpcCode: -32602,
      message: 'The "permissionContext" is not of a permission that this account gave on this network.',
    })
    expect(shown).toEqual([])
  })
})
