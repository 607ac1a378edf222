import * as z from 'zod/mini'
import type { SolanaNetwork } from '../networks.js'
import type { Client } from './client.js'

export interface ProgramAccount {
  /** The program that wrote it. */
  readonly program: string
  readonly data: Uint8Array
}

/** One network, for as long as somebody waits for the answer. */
export interface ChainReading extends Client {
  readonly network: SolanaNetwork
  readonly signal?: AbortSignal | undefined
}

/** Accounts a node tells in one answer. */
const largestQuestion = 100

/** Reads accounts in the order of their keys: in one question, up to 100 of them. */
export async function readAccounts(
  reading: ChainReading,
  keys: readonly string[],
): Promise<readonly (ProgramAccount | undefined)[]> {
  const found: (ProgramAccount | undefined)[] = []
  for (let at = 0; at < keys.length; at += largestQuestion) {
    found.push(...(await ask(reading, keys.slice(at, at + largestQuestion))))
  }
  return found
}

async function ask(
  { rpc, network, signal }: ChainReading,
  keys: readonly string[],
): Promise<readonly (ProgramAccount | undefined)[]> {
  const { value } = await rpc.call(network, {
    method: 'getMultipleAccounts',
    params: [keys, { encoding: 'base64', commitment: network.commitment }],
    schema: z.object({
      value: z
        .array(z.nullable(z.object({ owner: z.string(), data: z.tuple([base64, z.literal('base64')]) })))
        .check(z.length(keys.length)),
    }),
    signal,
  })
  return value.map((account) => {
    // Anybody can send SOL to an address where a record would be: that is no account of a program.
    if (!account || (account.owner === systemProgram && account.data[0].length === 0)) return undefined
    return { program: account.owner, data: account.data[0] }
  })
}

const systemProgram = '11111111111111111111111111111111'

export const base64 = z.pipe(
  z.string().check(z.regex(/^[A-Za-z0-9+/]*={0,2}$/, 'expected base64')),
  z.transform((text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0))),
)
