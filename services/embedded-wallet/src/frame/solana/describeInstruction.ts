import { mostSolanaTransactionBytes } from '@latchkey/plugin-email-auth/protocol'
import { base58 } from '@scure/base'
import { formatUnits } from 'viem'
import { readText } from '../readParams.js'
import type { Fact } from '../facts.js'
import { type Amount, say, type Sentence, type Text } from '../../words/say.js'

/** One instruction, with the addresses that its indices stand for. */
export interface Instruction {
  /** Its address, or a sentence where it isn't part of what is signed. */
  readonly program: Text
  /** Absent for one of a lookup table, whose content is not part of what is signed. */
  readonly accounts: readonly (string | undefined)[]
  readonly data: Uint8Array
}

export const computeBudget = 'ComputeBudget111111111111111111111111111111'
const system = '11111111111111111111111111111111'
const tokens = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const tokens2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
const tokenAccounts = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
const memos = ['MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr', 'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo']

type Describe = (instruction: Instruction, own: string) => readonly Fact[] | undefined

/** What an instruction does, as its program reads it. What is not known here is marked. */
export function describeInstruction(instruction: Instruction, own: string): readonly Fact[] {
  const { program, data } = instruction
  if (program === computeBudget) return []
  const describe: Describe | undefined = typeof program === 'string' ? programs[program] : undefined
  const known = data.length <= mostSolanaTransactionBytes ? describe?.(instruction, own) : undefined
  return known ?? [{ name: say`Calls the program`, value: nameOf(program), isWarning: true }]
}

const programs: Readonly<Record<string, Describe>> = Object.assign(Object.create(null), {
  [system]: describeSystem,
  [tokens]: describeToken,
  [tokens2022]: describeToken,
  [tokenAccounts]: describeTokenAccount,
  [memos[0] as string]: describeMemo,
  [memos[1] as string]: describeMemo,
})

const names: Readonly<Record<string, string>> = {
  [system]: 'System',
  [tokens]: 'Token',
  [tokens2022]: 'Token-2022',
  [tokenAccounts]: 'Associated Token Account',
}
const nameOf = (program: Text): Text =>
  typeof program === 'string' && Object.hasOwn(names, program) ? `${names[program]} (${program})` : program

const inTable = say`an account in a lookup table`
const place = (name: Sentence, value: string | undefined): Fact =>
  value === undefined ? { name, value: inTable, isWarning: true } : { name, value }

/** Somebody else's account that is acted on is worth a look; the own one goes without saying. */
const from = (account: string | undefined, own: string): readonly Fact[] =>
  account === own ? [] : [{ name: say`From`, value: account ?? inTable, isWarning: true }]

const u32 = (data: Uint8Array, offset: number) => view(data).getUint32(offset, true)
const u64 = (data: Uint8Array, offset: number) => view(data).getBigUint64(offset, true)
const view = (data: Uint8Array) => new DataView(data.buffer, data.byteOffset, data.byteLength)
const sol = (lamports: bigint): Amount => ({ decimal: formatUnits(lamports, 9), symbol: 'SOL' })

function describeSystem({ data, accounts }: Instruction, own: string): readonly Fact[] | undefined {
  if (data.length < 4) return undefined
  const kind = u32(data, 0)
  if (kind === 2 && data.length >= 12) {
    return [
      accounts[0] === own
        ? { name: say`You send`, value: sol(u64(data, 4)), kind: 'leaves' }
        : { name: say`Amount`, value: sol(u64(data, 4)) },
      ...from(accounts[0], own),
      place(say`Recipient`, accounts[1]),
    ]
  }
  if (kind === 0 && data.length >= 52) {
    return [
      { name: say`Opens an account`, value: accounts[1] ?? inTable },
      { name: say`Deposit`, value: sol(u64(data, 4)) },
      { name: say`Which belongs to the program`, value: nameOf(base58.encode(data.slice(20, 52))) },
    ]
  }
  if (kind === 1 && data.length >= 36) {
    const owner = nameOf(base58.encode(data.slice(4, 36)))
    return [
      { name: say`Gives the account away`, value: accounts[0] ?? inTable, isWarning: true },
      { name: say`To the program`, value: owner, isWarning: true },
    ]
  }
  if (kind === 4)
    return [{ name: say`Stays valid`, value: say`until it’s sent, however late`, isWarning: true }]
  return undefined
}

const mostTokens = (1n << 64n) - 1n

/** Token and Token-2022 have the first 25 instructions in common. */
function describeToken({ data, accounts }: Instruction, own: string): readonly Fact[] | undefined {
  const kind = data[0]
  if (kind === 5) return [{ name: say`Takes an allowance back`, value: accounts[0] ?? inTable }]
  if (kind === 17) return [{ name: say`Wraps SOL in`, value: accounts[0] ?? inTable }]
  if (kind === 9) {
    return [place(say`Closes the token account`, accounts[0]), place(say`What is left goes to`, accounts[1])]
  }
  if (kind === 26) return describeTransferWithFee(data, accounts, own)
  if (data.length < 9) return undefined
  const amount = u64(data, 1)
  if (kind === 3)
    return transfer(say`${amount} of the smallest unit`, undefined, accounts[1], accounts[2], own)
  if (kind === 4) return allowance(amount, undefined, undefined, accounts[1])
  if (data.length < 10) return undefined
  const decimals = data[9] as number
  const text = say`${{ decimal: formatUnits(amount, decimals) }} tokens`
  if (kind === 12) return transfer(text, accounts[1], accounts[2], accounts[3], own)
  if (kind === 13) return allowance(amount, text, accounts[1], accounts[2])
  if (kind === 15)
    return [{ name: say`Destroys`, value: text, isWarning: true }, place(say`Token`, accounts[1])]
  return undefined
}

/** Token-2022's transfer of tokens that keep a part: kind 26, 1. */
function describeTransferWithFee(
  data: Uint8Array,
  accounts: readonly (string | undefined)[],
  own: string,
): readonly Fact[] | undefined {
  if (data[1] !== 1 || data.length < 19) return undefined
  const decimals = data[10] as number
  const text = say`${{ decimal: formatUnits(u64(data, 2), decimals) }} tokens`
  return [
    ...transfer(text, accounts[1], accounts[2], accounts[3], own),
    {
      name: say`Of which the token keeps`,
      value: say`${{ decimal: formatUnits(u64(data, 11), decimals) }} tokens`,
    },
  ]
}

const transfer = (
  amount: Text,
  mint: string | undefined,
  destination: string | undefined,
  authority: string | undefined,
  own: string,
): readonly Fact[] => [
  { name: say`Sends tokens`, value: amount },
  ...(mint === undefined ? [] : [{ name: say`Token`, value: mint }]),
  ...from(authority, own),
  place(say`Recipient’s token account`, destination),
]

const allowance = (
  amount: bigint,
  text: Text | undefined,
  mint: string | undefined,
  delegate: string | undefined,
): readonly Fact[] => [
  {
    name: say`Lets someone spend your tokens`,
    value:
      amount >= mostTokens / 2n
        ? say`without any limit`
        : say`up to ${text ?? say`${amount} of the smallest unit`}`,
    isWarning: true,
  },
  ...(mint === undefined ? [] : [{ name: say`Token`, value: mint }]),
  { name: say`Spender`, value: delegate ?? inTable, isWarning: true },
]

function describeTokenAccount({ data, accounts }: Instruction): readonly Fact[] | undefined {
  const kind = data[0] ?? 0
  if (kind > 1) return undefined
  return [
    place(say`Opens a token account for`, accounts[2]),
    ...(accounts[1] === undefined ? [] : [{ name: say`Token account`, value: accounts[1] }]),
    place(say`Token`, accounts[3]),
  ]
}

function describeMemo({ data }: Instruction): readonly Fact[] | undefined {
  const text = readText(data)
  return text === undefined ? undefined : [{ name: say`Memo, which everyone can read`, value: text }]
}
