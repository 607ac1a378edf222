import { encodeAbiParameters, encodeEventTopics, erc20Abi, numberToHex, pad } from 'viem'
import { entryPoint07Abi, entryPoint07Address } from 'viem/account-abstraction'
import { describe, expect, it } from 'vitest'
import { toRecord } from './toRecord.js'

const hex = (digit: string, length: number) => `0x${digit.repeat(length)}` as const
const account = hex('a', 40)
const created = hex('1', 40)

it('says where the coins of a payable constructor went, as explorers do', async () => {
  const transaction = {
    ...{ hash: hex('9', 64), from: account, to: null, value: 7n, input: '0x6000' },
    ...{ blockNumber: 1n, transactionIndex: 0n },
  }
  const receipt = {
    ...{ transactionHash: hex('9', 64), status: 1n, gasUsed: 1n, effectiveGasPrice: 1n },
    ...{ contractAddress: created, logs: [] },
  }
  const coin = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const tools = {
    networkId: 'eip155:1',
    coin,
    account,
    multiplier: async () => undefined,
    facts: async () => ({}) as never,
  } as const
  const record = await toRecord({ transaction, receipt, timestamp: 1n }, tools)
  expect(record).toMatchObject({
    operation: 'deploy',
    to: created,
    transfers: [{ direction: 'out', amount: { value: 7n }, to: created }],
  })
})

describe('a coin that is a token, too', () => {
  const coinToken = '0x0000000000000000000000000000000000001010'
  const [bob, bundler] = [hex('b', 40), hex('e', 40)]
  const coin = { name: 'POL', symbol: 'POL', decimals: 18 }
  const logs = (from: `0x${string}`, to: `0x${string}`, value: bigint, address: string = coinToken) => ({
    address,
    topics: [...encodeEventTopics({ abi: erc20Abi, eventName: 'Transfer', args: { from, to } })] as string[],
    data: numberToHex(value, { size: 32 }) as string,
  })
  type Sent = { readonly from: string; readonly to: string; readonly value: bigint }
  const recordOf = (
    sent: Sent,
    all: readonly ReturnType<typeof logs>[],
    token: string | undefined = coinToken,
  ) =>
    toRecord(
      {
        transaction: {
          ...{ hash: hex('9', 64), input: '0x', blockNumber: 1n, transactionIndex: 0n },
          ...sent,
        },
        receipt: {
          ...{
            transactionHash: hex('9', 64),
            status: 1n,
            gasUsed: 1n,
            effectiveGasPrice: 1n,
            logs: [...all],
          },
        },
        timestamp: 1n,
      },
      {
        ...{ networkId: 'eip155:137', coin, coinToken: token, account },
        multiplier: async () => undefined,
        facts: async () => ({ symbol: 'POL', name: 'POL', decimals: 18 }),
      },
    )

  it.each([
    [
      'a plain payment that its contract logs',
      { from: account, to: bob, value: 5n },
      [logs(account, bob, 5n)],
    ],
    ['a payment through its contract', { from: account, to: coinToken, value: 5n }, [logs(account, bob, 5n)]],
    [
      'a call of its contract without coins',
      { from: account, to: coinToken, value: 0n },
      [logs(account, bob, 5n)],
    ],
    ['somebody else’s transaction', { from: bundler, to: bundler, value: 0n }, [logs(account, bob, 5n)]],
  ])('moves once in %s', async (_, sent, all) => {
    const record = await recordOf(sent, all)
    expect(record?.transfers).toMatchObject([
      { direction: 'out', amount: { value: 5n, symbol: 'POL' }, name: 'POL' },
    ])
    expect(record?.transfers[0]).not.toHaveProperty('asset')
    expect(record?.transfers[0]?.to?.toLowerCase()).toBe(bob)
  })

  it('moves twice where it was moved twice, and is another token elsewhere', async () => {
    const sent = { from: account, to: bob, value: 5n }
    const twice = await recordOf(sent, [logs(account, bob, 5n), logs(account, bob, 2n)])
    expect(twice?.transfers.map(({ amount }) => amount.value)).toEqual([7n])
    const elsewhere = await recordOf(sent, [logs(account, bob, 5n)], '')
    expect(elsewhere?.transfers).toMatchObject([
      { direction: 'out', amount: { value: 5n } },
      { asset: coinToken },
    ])
  })

  it('says nothing of somebody who moved none of it to the account', async () => {
    const sent = { from: bundler, to: bundler, value: 0n }
    expect(await recordOf(sent, [logs(bob, account, 0n)])).toBeUndefined()
  })
})

describe('in a transaction of a bundler, tokens that leave the account', () => {
  const [token, other, receiver] = [hex('c', 40), hex('b', 40), hex('d', 40)]
  const pays = (from: `0x${string}`, value = 5n) => ({
    address: token,
    topics: [
      ...encodeEventTopics({ abi: erc20Abi, eventName: 'Transfer', args: { from, to: receiver } }),
    ] as string[],
    data: numberToHex(value, { size: 32 }) as string,
  })
  const ends = (sender: `0x${string}`, address: string = entryPoint07Address) => ({
    address,
    topics: [
      ...encodeEventTopics({
        ...{ abi: entryPoint07Abi, eventName: 'UserOperationEvent' },
        args: { userOpHash: hex('7', 64), sender, paymaster: pad('0x', { size: 20 }) },
      }),
    ] as string[],
    data: encodeAbiParameters(
      [{ type: 'uint256' }, { type: 'bool' }, { type: 'uint256' }, { type: 'uint256' }],
      [1n, true, 1n, 1n],
    ) as string,
  })
  const begins = {
    address: entryPoint07Address as string,
    topics: [...encodeEventTopics({ abi: entryPoint07Abi, eventName: 'BeforeExecution' })] as string[],
    data: '0x',
  }
  const recordOf = (logs: readonly ReturnType<typeof ends>[]) =>
    toRecord(
      {
        transaction: {
          ...{
            hash: hex('9', 64),
            from: hex('e', 40),
            to: entryPoint07Address,
            value: 0n,
            input: '0x1fad948c',
          },
          ...{ blockNumber: 1n, transactionIndex: 0n },
        },
        receipt: { transactionHash: hex('9', 64), status: 1n, gasUsed: 1n, logs: [...logs] },
        timestamp: 1n,
      },
      {
        ...{ networkId: 'eip155:1', account, coin: { name: 'Ether', symbol: 'ETH', decimals: 18 } },
        multiplier: async () => undefined,
        facts: async () => ({ symbol: 'USD', decimals: 6 }) as never,
      },
    )

  it('are its own payment when its own operation moved them', async () => {
    for (const logs of [
      [begins, pays(account), ends(account)],
      [begins, pays(other), ends(other), pays(account), ends(account)],
      [begins, pays(account), ends(account), pays(account, 7n), ends(account)],
    ]) {
      const record = await recordOf(logs)
      expect(record?.operation).toBe('send')
      expect(new Set(record?.transfers.map(({ direction }) => direction))).toEqual(new Set(['out']))
      expect(record).not.toHaveProperty('isMadeByOther')
    }
  })

  it.each([
    ['another account’s operation', [begins, pays(account), ends(other)]],
    ['nobody’s operation', [begins, pays(account)]],
    ['what comes before operations are carried out', [pays(account), begins, ends(account)]],
    ['a transaction that no entry point began', [pays(account), ends(account)]],
    [
      'another account’s operation beside its own',
      [begins, pays(account), ends(account), pays(account), ends(other)],
    ],
    ['what comes after its own operation', [begins, ends(account), pays(account)]],
    ['an event of a contract that is no entry point', [begins, pays(account), ends(account, token)]],
  ])('are not said to be its own when they were moved by %s', async (_, logs) => {
    expect(await recordOf(logs)).toMatchObject({ operation: 'execute', isMadeByOther: true })
  })
})
