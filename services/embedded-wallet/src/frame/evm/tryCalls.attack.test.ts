// Contracts that behave in a trial only, or drown it, against what the person reads of it.
import {
  decodeFunctionData,
  encodeAbiParameters,
  encodeEventTopics,
  encodeFunctionData,
  type Hex,
  parseAbi,
  toHex,
} from 'viem'
import { describe, expect, test } from 'vitest'
import type { Client } from './node.js'
import { encodeCalls } from './smart/encodeCalls.js'
import { factsOfTrial, type TriedCall, tryCalls } from './tryCalls.js'
import { inEnglish } from '../../../test/inEnglish.js'

const abi = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 amount)',
  'event Approval(address indexed owner, address indexed spender, uint256 amount)',
  'event ApprovalForAll(address indexed owner, address indexed spender, bool isAllowed)',
  'function transfer(address to, uint256 amount)',
  'function balanceOf(address owner) view returns (uint256)',
  'function allowance(address owner, address spender) view returns (uint256)',
])
const account: Hex = `0x${'1'.repeat(40)}`
const token: Hex = `0x${'7'.repeat(40)}`
const [spender, other]: [Hex, Hex] = [`0x${'5'.repeat(40)}`, `0x${'6'.repeat(40)}`]

const word = (value: bigint) => encodeAbiParameters([{ type: 'uint256' }], [value])
const log = (
  address: Hex,
  eventName: 'Transfer' | 'Approval' | 'ApprovalForAll',
  args: object,
  value: bigint,
) => ({
  address,
  topics: encodeEventTopics({ abi, eventName, args } as never),
  data: word(value),
})
const approves = (amount: bigint, to = spender, of = token) =>
  log(of, 'Approval', { owner: account, spender: to }, amount)
const takes = (amount: bigint, to = spender) => log(token, 'Transfer', { from: account, to }, amount)
const givesBack = (amount: bigint, from = spender) => log(token, 'Transfer', { from, to: account }, amount)

interface World {
  readonly logs: readonly object[]
  /** By how much the account's balance of the token changes. */
  readonly change?: bigint
  /** Of each spender, by the token. Default 0. */
  readonly left?: Readonly<Record<Hex, bigint>>
  /** How many calls the node tries at once. */
  readonly limit?: number
}

/** A node on which the first of the calls that are sent causes these logs. */
function nodeOf({ logs, change = 0n, left = {}, limit = 1_000 }: World): Client {
  const simulateBlocks = async ({ blocks: [block] }: any) => {
    if (block.calls.length > limit) throw new Error('Too many calls.')
    let sent = 0
    const calls = block.calls.map(({ data, value }: any) => {
      if (value !== undefined) {
        sent++
        return { status: 'success', data: '0x', gasUsed: 1n, logs: sent === 1 ? logs : [] }
      }
      try {
        const { functionName, args } = decodeFunctionData({ abi, data })
        if (functionName === 'balanceOf') {
          return { status: 'success', data: word(1_000n + (sent === 0 ? 0n : change)) }
        }
        return { status: 'success', data: word(left[args[1] as Hex] ?? 0n) }
      } catch {
        return { status: 'failure' }
      }
    })
    return [{ calls }]
  }
  return { chain: { id: 1 }, simulateBlocks } as unknown as Client
}

const unknown: TriedCall = { to: token, data: '0x12345678', value: 0n }
const sends = (amount: bigint): TriedCall => ({
  to: token,
  data: encodeFunctionData({ abi, functionName: 'transfer', args: [other, amount] }),
  value: 0n,
})

async function told(world: World, calls: readonly TriedCall[] = [unknown]): Promise<readonly string[]> {
  const trial = await tryCalls(nodeOf(world), account, calls)
  return inEnglish(factsOfTrial(trial, 'ETH')).map(({ name, value }) => `${name}: ${value}`)
}
const canTake = (amount: bigint) =>
  `Afterwards, someone can take your tokens: up to ${amount} of the smallest unit, token ${token}`

describe('an allowance that its spender uses up in the trial only', () => {
  const used = [approves(100n), takes(100n), givesBack(100n)]
  test.each<[name: string, world: World, calls?: readonly TriedCall[]]>([
    ['by giving everything back', { logs: used }],
    [
      'of a token that tells what is left',
      { logs: [approves(100n), approves(0n), takes(100n), givesBack(100n)] },
    ],
    [
      'of one that tells it afterwards',
      { logs: [approves(100n), takes(100n), approves(0n), givesBack(100n)] },
    ],
    ['behind tokens that the account sends itself', { logs: used, change: -100n }, [unknown, sends(100n)]],
    [
      'behind tokens that an account of contracts sends itself',
      { logs: used, change: -100n },
      [
        {
          from: other,
          to: account,
          data: encodeCalls([{ to: token, data: '0x12345678', value: 0n }, sends(100n) as never]),
          value: 0n,
        },
      ],
    ],
    [
      'behind one who takes as much',
      { logs: [...used, approves(100n, other), takes(100n, other)], change: -100n },
    ],
  ])('is told: %s', async (_, world, calls) => {
    const lines = await told(world, calls)
    expect(lines).toContain(canTake(100n))
    expect(lines).toContain(`Who: ${spender}`)
  })

  test('is told as far as it wasn’t used up', async () => {
    expect(await told({ logs: [approves(100n), takes(100n), givesBack(60n)], change: -40n })).toContain(
      canTake(60n),
    )
  })
})

test.each<[string, World]>([
  ['used up', { logs: [approves(100n), takes(100n)], change: -100n }],
  ['used up, as the token tells', { logs: [approves(100n), approves(0n), takes(100n)], change: -100n }],
  ['taken back', { logs: [approves(100n), approves(0n)] }],
  ['used in part and taken back', { logs: [approves(100n), takes(90n), approves(0n)], change: -90n }],
  [
    'used up by two',
    { logs: [approves(100n), approves(50n, other), takes(100n), takes(50n, other)], change: -150n },
  ],
])('an allowance that is %s isn’t told', async (_, world) => {
  expect((await told(world)).filter((line) => line.startsWith('Afterwards'))).toEqual([])
})

test('what is left of an allowance is told as the token says it', async () => {
  expect(
    await told({ logs: [approves(100n), takes(30n)], change: -30n, left: { [spender]: 70n } }),
  ).toContain(canTake(70n))
})

describe('a contract that tells of thousands of allowances', () => {
  const hostile: Hex = `0x${'9'.repeat(40)}`
  const noise = Array.from({ length: 3_000 }, (_, index) =>
    approves(
      1n,
      toHex(0x90000 + index, { size: 20 }),
      index % 2 === 0 ? hostile : toHex(index, { size: 20 }),
    ),
  )
  const logs = [...noise.slice(0, 1_500), approves(100n), ...noise.slice(1_500)]
  const calls = [{ to: hostile, data: '0x12345678', value: 0n } as const, unknown]
  const more = 'Result: More happens than can be listed here. Continue only if you trust the app'

  test.each([
    ['and nothing else', 200],
    ['and makes the second trial fail', 2],
  ])('%s doesn’t hide the real one, and it’s said that there are more', async (_, limit) => {
    const lines = await told({ logs, left: { [spender]: 100n }, limit }, calls)
    expect(lines).toEqual(expect.arrayContaining([more, canTake(100n), `Who: ${spender}`]))
    expect(lines.length).toBeLessThan(50)
  })
})

test('a collection that somebody may take from stays told when one of its items is taken back', async () => {
  const all = log(token, 'ApprovalForAll', { owner: account, spender }, 1n)
  expect(await told({ logs: [all, approves(0n)] })).toContain(
    `Afterwards, someone can take your tokens: every item of a collection, token ${token}`,
  )
})
