import { ed25519 } from '@noble/curves/ed25519.js'
import { base58, base64 } from '@scure/base'
import {
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  createTransactionMessage,
  getBase58Decoder,
  getTransactionDecoder,
  getTransactionEncoder,
  setTransactionMessageConfig,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  type TransactionMessage,
} from '@solana/kit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { attackBounds } from '../../../../../kernel/test/attack.js'
import { answerSolana } from '../solanaRequests.js'
import { computeBudget, describeInstruction } from './describeInstruction.js'
import { feeLimitOf } from './describeTransaction.js'
import { type EnglishQuestion, inEnglish } from '../../../test/inEnglish.js'
import { unmarkedWords } from '../../../test/unmarkedWords.js'

const seed = new Uint8Array(32).fill(5)
const own = base58.encode(ed25519.getPublicKey(seed))
const key = (fill: number) => base58.encode(new Uint8Array(32).fill(fill))
const [thief, mint, source, target] = [key(2), key(3), key(4), key(6)] as [string, string, string, string]
const system = '11111111111111111111111111111111'
const token = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const token2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
const tokenAccounts = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
const memo = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'

const u32 = (value: number) => [...new Uint8Array(new Uint32Array([value]).buffer)]
const u64 = (value: bigint) => [...new Uint8Array(new BigUint64Array([value]).buffer)]
const say = (program: string, accounts: (string | undefined)[], data: number[]) =>
  inEnglish(describeInstruction({ program, accounts, data: Uint8Array.from(data) }, own))
const marked = (facts: ReturnType<typeof say>) => facts.filter(({ isWarning }) => isWarning)

describe('an instruction that is known is told without a mark', () => {
  test.each([
    ['a transfer of SOL', system, [own, target], [...u32(2), ...u64(1_500_000_000n)], '1.5 SOL'],
    ['a transfer of tokens', token, [source, mint, target, own], [12, ...u64(2_500_000n), 6], '2.5 tokens'],
    ['one of Token-2022', token2022, [source, mint, target, own], [12, ...u64(1n), 9], '0.000000001 tokens'],
    [
      'one that keeps a fee',
      token2022,
      [source, mint, target, own],
      [26, 1, ...u64(1_000n), 2, ...u64(10n)],
      '0.1 tokens',
    ],
    ['an old transfer', token, [source, target, own], [3, ...u64(7n)], '7 of the smallest unit'],
    ['a new token account', tokenAccounts, [own, source, target, mint, system, token], [1], target],
    ['an old form of it', tokenAccounts, [own, source, target, mint, system, token], [], target],
    ['a memo', memo, [], [...new TextEncoder().encode('Rent for May')], 'Rent for May'],
    ['an allowance that is taken back', token, [source, own], [5], source],
  ] as const)('%s', (_, program, accounts, data, says) => {
    const facts = say(program, [...accounts], [...data])
    expect(marked(facts)).toEqual([])
    expect(facts.map(({ value }) => value)).toContain(says)
  })

  test('and what sets the price is no line of its own', () => {
    expect(say(computeBudget, [], [2, ...u32(200_000)])).toEqual([])
  })
})

describe('an instruction that takes something is marked', () => {
  test.each([
    [
      'an allowance without limit',
      token,
      [source, thief, own],
      [4, ...u64((1n << 64n) - 1n)],
      'without any limit',
    ],
    ['a checked one', token2022, [source, mint, thief, own], [13, ...u64(5n), 0], thief],
    ['an account that is given away', system, [own], [...u32(1), ...base58.decode(thief)], thief],
    ['a transaction that never ends', system, [own], [...u32(4)], 'until it’s sent, however late'],
    [
      'another owner of a token account',
      token,
      [source, own],
      [6, 2, 1, ...base58.decode(thief)],
      `Token (${token})`,
    ],
    ['tokens that are destroyed', token, [source, mint, own], [15, ...u64(1n), 0], '1 tokens'],
    ['a transfer from somebody else', system, [thief, target], [...u32(2), ...u64(1n)], thief],
    [
      'a recipient in a table',
      system,
      [own, undefined],
      [...u32(2), ...u64(1n)],
      'an account in a lookup table',
    ],
    ['a transfer that is cut short', system, [own, target], [...u32(2), 1, 2], `System (${system})`],
    ['a program that nobody knows', thief, [own], [1, 2, 3], thief],
    ['a memo that is no text', memo, [], [0xff, 0xfe], memo],
    ['a name that every object has', 'constructor', [], [], 'constructor'],
  ] as const)('%s', (_, program, accounts, data, says) => {
    expect(marked(say(program, [...accounts], [...data])).map(({ value }) => value)).toContain(says)
  })

  test('bytes behind a transfer do not hide it', () => {
    const facts = say(system, [own, thief], [...u32(2), ...u64(9_000_000_000n), 0, 0, 0])
    expect(facts).toContainEqual({ name: 'You send', value: '9 SOL', kind: 'leaves' })
  })

  test('whatever the bytes, something is said or marked, and nothing throws', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(system, token, token2022, tokenAccounts, memo, thief),
        fc.array(fc.option(fc.constantFrom(own, thief, source), { nil: undefined }), { maxLength: 6 }),
        fc.uint8Array({ maxLength: 64 }),
        (program, accounts, data) => {
          const facts = inEnglish(describeInstruction({ program, accounts, data }, own))
          expect(facts.length).toBeGreaterThan(0)
          expect(facts.every(({ name, value }) => name !== '' && typeof value === 'string')).toBe(true)
        },
      ),
      attackBounds(300),
    )
  })
})

describe('the most that the network takes', () => {
  const budget = (...data: number[]) => ({
    program: computeBudget,
    accounts: [],
    data: Uint8Array.from(data),
  })
  const other = { program: system, accounts: [], data: new Uint8Array() }
  test.each([
    ['a signature', [other], 1, 5_000n],
    ['three signatures', [other], 3, 15_000n],
    ['a price and a limit', [budget(3, ...u64(1_000n)), budget(2, ...u32(300_000)), other], 1, 5_300n],
    ['a price alone, for what one instruction may use', [budget(3, ...u64(1_000n)), other], 1, 5_200n],
    [
      'a part of a lamport, which counts as one',
      [budget(3, ...u64(1n)), budget(2, ...u32(1)), other],
      1,
      5_001n,
    ],
    [
      'a limit above what there is',
      [budget(3, ...u64(1_000_000n)), budget(2, ...u32(4_294_967_295)), other],
      1,
      1_405_000n,
    ],
    [
      'a price without measure',
      [budget(3, ...u64((1n << 64n) - 1n)), other],
      1,
      5_000n + ((1n << 64n) - 1n) / 5n,
    ],
  ])('counts %s', (_, instructions, signatures, limit) => {
    expect(feeLimitOf(instructions, signatures)).toBe(limit)
  })
})

describe('a whole transaction', () => {
  const build = (version: 'legacy' | 0 | 1, payer = own, priorityFeeLamports = 777n, noteLength = 0) => {
    const instructions = [
      { programAddress: computeBudget as Address, data: Uint8Array.from([2, ...u32(100_000)]) },
      { programAddress: computeBudget as Address, data: Uint8Array.from([3, ...u64(10_000n)]) },
      {
        programAddress: system as Address,
        accounts: [
          { address: own as Address, role: 3 as const },
          { address: target as Address, role: 1 as const },
        ],
        data: Uint8Array.from([...u32(2), ...u64(250_000_000n)]),
      },
      ...(noteLength > 0
        ? [{ programAddress: memo as Address, data: new Uint8Array(noteLength).fill(0x61) }]
        : []),
    ]
    const begun =
      version === 1
        ? setTransactionMessageConfig({ priorityFeeLamports }, createTransactionMessage({ version }))
        : createTransactionMessage({ version } as { version: 0 })
    const empty = setTransactionMessageFeePayer(payer as Address, begun as TransactionMessage)
    const lifetime = { blockhash: key(7) as Blockhash, lastValidBlockHeight: 1n }
    const message = appendTransactionMessageInstructions(
      instructions,
      setTransactionMessageLifetimeUsingBlockhash(lifetime, empty),
    )
    return base64.encode(Uint8Array.from(getTransactionEncoder().encode(compileTransaction(message))))
  }
  const ask = async (method: string, params: unknown) => {
    const shown: EnglishQuestion[] = []
    const answer = await answerSolana(method, params, {
      screen: {
        ask: async (question) => {
          expect(unmarkedWords(question)).toEqual([])
          shown.push(inEnglish(question))
          return ''
        },
      },
      signal: new AbortController().signal,
      appOrigin: 'https://app.example.com',
      networkId: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
      rpcUrl: undefined,
      address: own,
      seed: async () => seed,
    })
    return { answer: answer as any, shown }
  }

  test.each(['legacy', 0] as const)(
    'of version %s is shown with its fee and no warning, and signed',
    async (version) => {
      const { answer, shown } = await ask('solana_signTransaction', {
        transaction: build(version),
        pubkey: own,
      })
      expect(shown[0]?.facts).toEqual([
        { name: 'Asked by', value: 'https://app.example.com', kind: 'asker' },
        { name: 'You send', value: '0.25 SOL', kind: 'leaves' },
        { name: 'Recipient', value: target },
        { name: 'Network', value: 'Solana Devnet' },
        { name: 'Max network fee', value: '0.000006 SOL' },
      ])
      const { messageBytes, signatures } = getTransactionDecoder().decode(base64.decode(answer.transaction))
      const signature = signatures[own as Address] as Uint8Array
      expect(ed25519.verify(signature, Uint8Array.from(messageBytes), base58.decode(own))).toBe(true)
      expect(base58.encode(signature)).toBe(answer.signature)
    },
  )

  test('of version 1 is shown with what it does and the fee that it states, and signed', async () => {
    const { answer, shown } = await ask('solana_signTransaction', { transaction: build(1), pubkey: own })
    // Its compute budget instructions count for nothing on the network either.
    expect(shown[0]?.facts).toEqual([
      { name: 'Asked by', value: 'https://app.example.com', kind: 'asker' },
      { name: 'You send', value: '0.25 SOL', kind: 'leaves' },
      { name: 'Recipient', value: target },
      { name: 'Network', value: 'Solana Devnet' },
      { name: 'Max network fee', value: '0.000005777 SOL' },
    ])
    const { messageBytes, signatures } = getTransactionDecoder().decode(base64.decode(answer.transaction))
    const signature = signatures[own as Address] as Uint8Array
    expect(ed25519.verify(signature, Uint8Array.from(messageBytes), base58.decode(own))).toBe(true)
  })

  test('of version 1 and 4,096 bytes is shown and signed, and none of one more', async () => {
    const overhead = base64.decode(build(1, own, 1n, 10)).length - 10
    const largest = build(1, own, 1n, 4_096 - overhead)
    expect(base64.decode(largest)).toHaveLength(4_096)
    const { shown } = await ask('solana_signTransaction', { transaction: largest })
    expect(shown[0]?.facts).toContainEqual({
      name: 'Memo, which everyone can read',
      value: 'a'.repeat(4_096 - overhead),
    })
    const larger = build(1, own, 1n, 4_097 - overhead)
    await expect(ask('solana_signTransaction', { transaction: larger })).rejects.toMatchObject({
      rpcCode: -32602,
    })
  })

  test('of version 1 with a fee that nobody would pay says how much', async () => {
    const { shown } = await ask('solana_signTransaction', { transaction: build(1, own, 2_000_000_000n) })
    expect(shown.flatMap(({ facts }) => facts ?? [])).toContainEqual(
      expect.objectContaining({ name: 'Max network fee', value: '2.000005 SOL', isWarning: true }),
    )
  })

  // What kit passes over, and a network may not.
  test.each([
    [
      'a field that version 1 does not have',
      1,
      (bytes: Uint8Array) => withByte(bytes, 4, (bytes[4] ?? 0) | 0x20),
    ],
    [
      'bytes behind its message',
      1,
      (bytes: Uint8Array) => Uint8Array.of(...bytes.slice(0, -64), 7, ...bytes.slice(-64)),
    ],
    ['bytes behind its end', 0, (bytes: Uint8Array) => Uint8Array.of(...bytes, 7)],
  ] as const)('with %s is refused before anybody is asked', async (_, version, change) => {
    const transaction = base64.encode(change(base64.decode(build(version))))
    await expect(ask('solana_signTransaction', { transaction })).rejects.toMatchObject({ rpcCode: -32602 })
  })

  const withByte = (bytes: Uint8Array, at: number, value: number) =>
    bytes.map((byte, index) => (index === at ? value : byte))

  test('of several, each is numbered, and the fee is that of all', async () => {
    const { answer, shown } = await ask('solana_signAllTransactions', {
      transactions: [build(0), build('legacy')],
    })
    expect(answer.transactions).toHaveLength(2)
    expect(shown[0]?.facts).toContainEqual({ name: 'Transaction', value: '2 of 2' })
    expect(shown[0]?.facts).toContainEqual({ name: 'Max network fee', value: '0.000012 SOL' })
  })

  test('that somebody else pays for says who', async () => {
    const { shown } = await ask('solana_signTransaction', { transaction: build(0, thief) })
    expect(shown[0]?.facts).toContainEqual({ name: 'Fee paid by', value: thief })
    expect(shown[0]?.facts?.some(({ name }) => name === 'Max network fee')).toBe(false)
  })

  test.each([
    ['another account', 'solana_signTransaction', { transaction: build(0), pubkey: thief }, 4100],
    ['bytes that are none', 'solana_signTransaction', { transaction: 'AAAA' }, -32602],
    ['no transaction', 'solana_signAllTransactions', { transactions: [] }, -32602],
    [
      'more than a person reads',
      'solana_signAllTransactions',
      { transactions: Array(21).fill(build(0)) },
      -32602,
    ],
    [
      'options that are none',
      'solana_signAndSendTransaction',
      { transaction: build(0), sendOptions: { maxRetries: -1 } },
      -32602,
    ],
  ])('of %s is refused before anybody is asked', async (_, method, params, rpcCode) => {
    await expect(ask(method, params)).rejects.toMatchObject({ rpcCode })
  })

  describe('as a message', () => {
    const text = (words: string) => new TextEncoder().encode(words)
    const signMessage = (bytes: Uint8Array) =>
      ask('solana_signMessage', { message: getBase58Decoder().decode(bytes), pubkey: own })
    const messageOf = (transaction: string) =>
      Uint8Array.from(getTransactionDecoder().decode(base64.decode(transaction)).messageBytes)

    test.each([
      ['the message of a legacy transaction', () => messageOf(build('legacy'))],
      ['the message of a versioned one', () => messageOf(build(0))],
      ['the message of one of version 1', () => messageOf(build(1))],
      ['a whole transaction', () => Uint8Array.from(base64.decode(build(0))).fill(0xfe, 1, 65)],
      ['the first byte of version 1 and no more', () => Uint8Array.of(0x81)],
      ['the first byte of a version that nobody knows', () => Uint8Array.of(0x9f, 1, 2, 3)],
      ['a first byte that no text has', () => Uint8Array.of(0xff, ...text('hello'))],
    ])('%s is refused', async (_, bytes) => {
      await expect(signMessage(bytes())).rejects.toMatchObject({ rpcCode: -32602 })
    })

    test.each([
      ['a text', () => text('Hello')],
      ['a text whose first letter has a high byte', () => text('Привет')],
      ['a long text', () => text('a line of text\n'.repeat(60))],
      ['a text of 10,000 bytes', () => text('ten bytes '.repeat(1_000))],
    ])('%s is shown and signed without a warning', async (_, bytes) => {
      const { answer, shown } = await signMessage(bytes())
      expect(shown[0]?.warning).toBeUndefined()
      expect(ed25519.verify(base58.decode(answer.signature), bytes(), base58.decode(own))).toBe(true)
    })

    test.each([
      ['other bytes', () => Uint8Array.of(0x05, 0xfe)],
      ['an off-chain message', () => Uint8Array.of(0xff, ...text('solana offchain'), 0, 0)],
    ])('%s are signed with a warning', async (_, bytes) => {
      const { shown } = await signMessage(bytes())
      expect(shown[0]?.warning).toBe(
        'This is no text, so it can’t be read. Sign it only if you know what it is.',
      )
    })
  })
})
