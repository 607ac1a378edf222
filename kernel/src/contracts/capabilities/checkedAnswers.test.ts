import { describe, expect, it } from 'vitest'
import { createKernel } from '../../createKernel.js'
import { definePlugin } from '../../engine/definePlugin.js'
import { capability, type Capability, findCapability } from '../../keys/capability.js'
import { fakeNamespace, fakeStorage } from '../../testing/index.js'
import { Wallets } from '../../wallet/activeWallet.js'
import { outcomeOf } from '../outcomeOf.js'
import { Namespace } from '../points/namespace.js'
import { Allowances } from './allowances.js'
import type { Amount } from './amount.js'
import { Balance, type BalanceCapability, type TokenAmount } from './balance.js'
import { Calls } from './calls.js'
import { Explorer } from './explorer.js'
import { History } from './history.js'
import { Identities } from './identity.js'
import { Send, type SendCapability } from './send.js'
import { SignMessage } from './signMessage.js'
import { WalletAssets, type WalletAsset } from './walletAssets.js'

const sound = { value: 5n, decimals: 6, symbol: 'USD' }
const token = { address: '0x1', decimals: 6, symbol: 'USD' }
const request = { networkId: 'eip155:1', address: '0xa' } as const

const broken: readonly (readonly [string, unknown])[] = [
  ['nothing', undefined],
  ['null', null],
  ['a number', 5],
  ['a value that is a number', { ...sound, value: 5 }],
  ['a value that is a text', { ...sound, value: '5' }],
  ['less than nothing', { ...sound, value: -1n }],
  ['more than 256 bits', { ...sound, value: 2n ** 256n }],
  ['more than 256 bits that the chain moves', { ...sound, moved: 2n ** 256n }],
  ['no decimals', { ...sound, decimals: undefined }],
  ['half a decimal', { ...sound, decimals: 0.5 }],
  ['more decimals than an asset has', { ...sound, decimals: 78 }],
  ['decimals below zero', { ...sound, decimals: -1 }],
  ['no symbol', { ...sound, symbol: undefined }],
]

const registered = (value: Partial<BalanceCapability>) =>
  findCapability([capability(Balance, { native: async () => sound, ...value })], Balance) as BalanceCapability

const withTokens = (...amounts: readonly unknown[]) =>
  registered({ tokens: async () => amounts as TokenAmount[], listsTokens: true })

const refused = { code: 'AMOUNT_INVALID' }

it.each(broken)('no balance is %s', async (_, amount) => {
  const own = registered({ native: async () => amount as Amount })
  await expect(own.native(request)).rejects.toMatchObject(refused)
})

it.each(broken)('no balance of a token that was asked for is %s', async (_, amount) => {
  const asked = withTokens({ ...sound, token }, amount).tokens?.({ ...request, tokens: [token] })
  await expect(asked).rejects.toMatchObject(refused)
})

it.each(broken)('of tokens that are listed, one that is %s costs no other', async (_, amount) => {
  const listed = await withTokens(amount, { ...sound, token }, amount).tokens?.(request)
  expect(listed).toEqual([{ ...sound, token }])
})

it.each(broken)('of what a wallet says it holds, %s costs no other', async (_, amount) => {
  const assets = [amount && { name: 'Bad', amount }, { name: 'Good', amount: sound }] as WalletAsset[]
  const own = findCapability([capability(WalletAssets, { read: async () => assets })], WalletAssets)
  expect(await own?.read({ ...request, provider: {} })).toEqual([{ name: 'Good', amount: sound }])
})

it.each([undefined, null, 5, 'all', { length: 1 }])('%j is no list of tokens', async (answer) => {
  const own = registered({ tokens: async () => answer as never })
  await expect(own.tokens?.(request)).rejects.toMatchObject(refused)
})

it('offers what was registered, and no more', async () => {
  expect(registered({}).tokens).toBeUndefined()
  expect(registered({}).listsTokens).toBeUndefined()
  expect(withTokens().listsTokens).toBe(true)
  expect(await registered({}).native(request)).toEqual(sound)
  const silent = findCapability([capability(WalletAssets, { read: async () => undefined })], WalletAssets)
  expect(await silent?.read({ ...request, provider: {} })).toBeUndefined()
})

it.each([
  ['fewer than were asked for', []],
  ['no list', undefined],
  ['a divisor of zero', [{ numerator: 1n, denominator: 0n }]],
  ['nothing for something', [{ numerator: 0n, denominator: 1n }]],
  ['a number', [4]],
  ['null', [null]],
])('what amounts are multiplied by is not %s', async (_, answer) => {
  const own = registered({ multipliers: async () => answer as never })
  const asked = own.multipliers?.({ networkId: request.networkId, tokens: ['0x1'] })
  await expect(asked).rejects.toMatchObject(refused)
})

it('tells what amounts are multiplied by in the order of the tokens', async () => {
  const multipliers = [undefined, { numerator: 4n, denominator: 1n }]
  const own = registered({ multipliers: async () => multipliers })
  const asked = own.multipliers?.({ networkId: request.networkId, tokens: ['0x1', '0x2'] })
  expect(await asked).toEqual(multipliers)
})

describe('where a chain keeps amounts in 64 bits', () => {
  const most = 2n ** 64n - 1n
  const largest = (networkId: string) => (networkId === request.networkId ? most : 5n)
  const holding = (amount: Amount) =>
    registered({
      native: async () => amount,
      tokens: async () => [{ ...amount, token }],
      largest,
    })

  it('takes all that fits', async () => {
    const own = holding({ ...sound, value: most })
    expect(await own.native(request)).toMatchObject({ value: most })
    expect(await own.tokens?.(request)).toHaveLength(1)
    expect(own.largest?.(request.networkId)).toBe(most)
  })

  it('refuses what does not fit, asked for or listed', async () => {
    const own = holding({ ...sound, value: most + 1n })
    await expect(own.native(request)).rejects.toMatchObject(refused)
    await expect(own.tokens?.({ ...request, tokens: [token] })).rejects.toMatchObject(refused)
    expect(await own.tokens?.(request)).toEqual([])
  })

  it('asks for the network of the request', async () => {
    const own = holding({ ...sound, value: 6n })
    await expect(own.native({ ...request, networkId: 'eip155:2' })).rejects.toMatchObject(refused)
  })

  it('measures what the chain moves where people read a multiple of it', async () => {
    const multiplied = { ...sound, value: most * 4n, moved: most }
    expect(await holding(multiplied).native(request)).toEqual(multiplied)
    await expect(holding({ ...multiplied, moved: most + 1n }).native(request)).rejects.toMatchObject(refused)
  })

  it.each([undefined, 5, '5', -1n, 2n ** 300n])('holds to 256 bits where the chain says %s', async (told) => {
    const own = registered({
      native: async () => ({ ...sound, value: 2n ** 256n }),
      largest: () => told as bigint,
    })
    await expect(own.native(request)).rejects.toMatchObject(refused)
    const sane = registered({ largest: () => told as bigint })
    expect(await sane.native(request)).toEqual(sound)
  })
})

const unused = () => Promise.reject(new Error('Not asked for.'))
const preview = {
  fee: sound,
  notices: [],
  submit: async () => ({ id: 'a', wait: async () => ({ status: 'confirmed' }) }),
}

const sending = (value: Partial<SendCapability>) =>
  findCapability(
    [capability(Send, { tokens: true, prepare: unused, maximum: unused, ...value })],
    Send,
  ) as SendCapability
const prepared = (answer: unknown) => sending({ prepare: async () => answer as never }).prepare({} as never)
const unread = { code: 'ANSWER_INVALID' }

describe('a preview', () => {
  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['a fee that is a fraction', { ...preview, fee: { value: 1.5 } }],
    ['a fee that is a text', { ...preview, fee: { ...sound, value: '5' } }],
    ['a fee below zero', { ...preview, fee: { ...sound, value: -1n } }],
    ['no fee', { ...preview, fee: undefined }],
    [
      'a fee that throws when it is read',
      {
        ...preview,
        get fee(): never {
          throw new TypeError('theirs')
        },
      },
    ],
    ['no notices', { ...preview, notices: undefined }],
    ['a notice without a sentence', { ...preview, notices: [{ code: 'A', severity: 'info' }] }],
    ['changes that are no list', { ...preview, changes: {} }],
    [
      'a change of half a coin',
      { ...preview, changes: [{ address: 'a', amount: { ...sound, value: 0.5 } }] },
    ],
    ['nothing to submit', { ...preview, submit: undefined }],
    ['an amount that is NaN', { ...preview, amount: { ...sound, value: Number.NaN } }],
  ])('is not %s', async (_, answer) => {
    await expect(prepared(answer)).rejects.toMatchObject(unread)
  })

  it('says where the answer is wrong', async () => {
    const error = await prepared({ ...preview, fee: { value: 1.5 } }).catch((cause: unknown) => cause)
    expect(error).toMatchObject({
      shortMessage: 'The app can’t read what this network answered. Tell the app’s team.',
      metaMessages: [
        'Expected of latchkey.capability.send/1, prepare().fee.value: a bigint from 0 to 2^256 − 1, in the smallest unit.',
        'Received: the number 1.5.',
      ],
    })
  })

  it('keeps what the contract does not know, and can’t change once it was checked', async () => {
    const own = { ...preview, fee: { ...sound }, memo: 'theirs' }
    const taken = await prepared(own)
    own.fee.value = 9n
    expect(taken).toMatchObject({ memo: 'theirs', fee: { value: 5n } })
  })

  it('asks its plugin on its own object, and once', async () => {
    class Own {
      readonly fee = sound
      readonly notices = []
      #running: Promise<unknown> | undefined
      submit() {
        this.#running ??= Promise.resolve({ id: 'a', wait: async () => ({ status: 'confirmed' }) })
        return this.#running
      }
    }
    const taken = await prepared(new Own())
    const first = taken.submit()
    expect(taken.submit()).toBe(first)
    expect(await (await first).wait()).toEqual({ status: 'confirmed' })
  })

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['an empty id', { id: '' }],
    ['an id that is a number', { id: 7 }],
  ])('that was submitted for %s may have been sent, whatever its plugin says', async (_, answer) => {
    const taken = await prepared({ ...preview, submit: async () => answer, isHandedOver: () => false })
    const error = await taken.submit().catch((cause: unknown) => cause)
    expect(error).toMatchObject(unread)
    expect(outcomeOf(error, taken)).toBe('unknown')
  })

  it('keeps the id of what was sent where only the waiting is wrong', async () => {
    const sent = await (await prepared({ ...preview, submit: async () => ({ id: 'a' }) })).submit()
    expect(sent.id).toBe('a')
    await expect(sent.wait()).rejects.toMatchObject(unread)
    const other = await (
      await prepared({ ...preview, submit: async () => ({ id: 'a', wait: async () => ({ status: 'yes' }) }) })
    ).submit()
    await expect(other.wait()).rejects.toMatchObject(unread)
  })

  it.each([
    () => {
      throw new TypeError('theirs')
    },
    () => undefined,
    () => 'no',
  ])('is taken to be handed over unless its plugin says `false`', async (isHandedOver) => {
    expect((await prepared({ ...preview, isHandedOver })).isHandedOver?.()).toBe(true)
  })
})

it('turns a mistake of a plugin into an error of ours, and passes on what a wallet said', async () => {
  const failing = (cause: unknown) => sending({ prepare: () => Promise.reject(cause) }).prepare({} as never)
  await expect(failing(new TypeError('x is undefined'))).rejects.toMatchObject({ code: 'UNKNOWN' })
  const declined = { code: 4001, message: 'no' }
  await expect(failing(declined)).rejects.toBe(declined)
  const signal = AbortSignal.abort()
  const late = sending({ prepare: () => Promise.reject(new TypeError('late')) }).prepare({ signal } as never)
  await expect(late).rejects.toMatchObject({ code: 'REQUEST_ABORTED' })
})

it('tells a caller of sound steps only, and of one transaction as of one', async () => {
  const told: unknown[] = []
  const answer = {
    ...{ fee: sound, notices: [], atomic: false, steps: 1 },
    async submit({ onStep }: { onStep(step: unknown): void }) {
      for (const step of [undefined, { index: -1, status: 'sent' }, { index: 0, status: 'gone' }])
        onStep(step)
      onStep({ index: 0, status: 'sent', submitted: {} })
      onStep({
        index: 0,
        status: 'sent',
        submitted: { id: 'a', wait: async () => ({ status: 'confirmed' }) },
      })
      return { id: 'a', wait: async () => ({ status: 'confirmed', transactions: ['a'] }) }
    },
  }
  const calls = findCapability(
    [capability(Calls, { support: unused, prepare: async () => answer as never })],
    Calls,
  )
  const taken = await calls?.prepare({} as never)
  const sent = await taken?.submit({
    onStep: ({ index, status, submitted }) => void told.push([index, status, submitted?.wait()]),
  })
  expect(await Promise.all((told as unknown[][]).map((step) => Promise.all(step)))).toEqual([
    [0, 'sent', undefined],
    [0, 'sent', { status: 'confirmed' }],
  ])
  expect(await sent?.wait()).toEqual({ status: 'confirmed', transactions: ['a'] })
  expect(taken?.isHandedOver()).toBe(true)
})

it('takes no signature for one that is none', async () => {
  const own = findCapability([capability(SignMessage, { sign: async () => ({}) as never })], SignMessage)
  await expect(own?.sign({} as never)).rejects.toMatchObject(unread)
})

it('leaves out what can’t be read of a history and of allowances, and says so', async () => {
  const record = { id: 'a', networkId: 'eip155:1', operation: 'send', status: 'confirmed', transfers: [] }
  const wrong = { direction: 'out', amount: { ...sound, decimals: 200 } }
  const history = findCapability(
    [
      capability(History, {
        read: async () =>
          ({ transactions: [record, null, { ...record, id: 'b', transfers: [wrong] }] }) as never,
      }),
    ],
    History,
  )
  const gap = expect.objectContaining({ code: 'ENTRIES_UNREADABLE' }) as unknown
  expect(await history?.read(request)).toEqual({
    transactions: [record, { ...record, id: 'b', isUnread: true }],
    gaps: [gap],
  })
  const allowances = findCapability(
    [capability(Allowances, { read: async () => ({ allowances: [{ id: 'a' }], gaps: [] }) as never })],
    Allowances,
  )
  expect(await allowances?.read(request)).toEqual({ allowances: [], gaps: [gap] })
})

describe('at the door of the kernel', () => {
  const kernelWith = (make: () => readonly Capability[]) => {
    const stranger = definePlugin({
      id: 'stranger',
      kernel: '^1.0.0',
      setup: (context) =>
        void context.add(Namespace, fakeNamespace('eip155', ['1'], { capabilities: make() })),
    })
    return createKernel([stranger], { logLevel: 'silent', storage: fakeStorage() })
  }

  it.each<[string, () => unknown, RegExp]>([
    [
      'without its function',
      () => capability(Send, { tokens: true } as never),
      /send\/1" needs `prepare`: a function/,
    ],
    [
      'whose optional member is no function',
      () => capability(Calls, { support: unused, prepare: unused, follow: 5 } as never),
      /needs `follow`: a function/,
    ],
    [
      'without a value',
      () => capability(SignMessage, undefined as never),
      /signMessage\/1" needs `sign`: a function/,
    ],
    ['that was written by hand without a value', () => ({ token: Send }), /has no value/],
    ['that is nothing', () => null, /has no value/],
    ['that is a text', () => capability(Explorer, 'https://explorer.example' as never), /has no value/],
    [
      'that returns at once and lacks a function',
      () => capability(Explorer, {} as never),
      /needs `addressUrl`: a function/,
    ],
  ])('a capability %s fails its plugin', (_, make, sentence) => {
    const kernel = kernelWith(() => [make() as Capability])
    const { phase, error } = kernel.state.plugins['stranger'] ?? {}
    expect(phase).toBe('failed')
    expect(error?.code).toMatch(/^(?:PLUGIN_SETUP_FAILED|CONTRIBUTION_INVALID)$/)
    expect(error?.shortMessage).toMatch(sentence)
  })

  it('contains what has to answer at once, and names the plugin', async () => {
    const fault = (): never => {
      throw new TypeError('theirs')
    }
    const kernel = kernelWith(() => [
      capability(Explorer, { addressUrl: fault, transactionUrl: () => ({}) as never }),
      capability(Identities, { supports: fault, lookup: unused, resolve: unused }),
    ])
    const wallets = kernel.get(Wallets)
    expect(wallets.chain('eip155:1', Explorer)?.addressUrl('eip155:1', 'a')).toBeUndefined()
    expect(wallets.chain('eip155:1', Explorer)?.transactionUrl('eip155:1', 'a')).toBeUndefined()
    expect(wallets.chain('eip155:1', Identities)?.supports?.('eip155:1')).toBe(false)
    await Promise.resolve()
    expect(kernel.state.plugins['stranger']?.error).toMatchObject({ code: 'CONTRIBUTION_FAILED' })
  })
})
