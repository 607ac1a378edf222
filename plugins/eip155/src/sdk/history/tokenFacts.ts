import type { NetworkId } from '@latchkey/kernel/plugin'
import { BaseError as ViemError, decodeAbiParameters, type Hex, HttpRequestError } from 'viem'
import * as z from 'zod/mini'
import type { Ask } from './createAsk.js'

/** What a contract says of itself. Anybody can deploy one that says anything. */
export interface TokenFacts {
  readonly symbol: string
  readonly name: string
  /** Absent for a contract that does not tell: its amounts mean nothing. */
  readonly decimals: number | undefined
}

export type ReadTokenFacts = (ask: Ask, networkId: NetworkId, contract: string) => Promise<TokenFacts>

const selectors = { symbol: '0x95d89b41', name: '0x06fdde03', decimals: '0x313ce567' } as const
const keptContracts = 2_000
const textLength = 64
/** Hex digits of an answer that is read as a text: 2,048 bytes. A contract can answer with megabytes. */
const answerLength = 4_098
const bytes = z.string().check(z.regex(/^0x[0-9a-f]*$/i, 'expected hex bytes'))

/** Reads names of token contracts, each once. */
export function createTokenFacts(): ReadTokenFacts {
  const known = new Map<string, Promise<TokenFacts>>()
  return (ask, networkId, contract) => {
    const key = `${networkId}/${contract}`
    const found = known.get(key)
    if (found) return found
    const reading = readFacts(ask, contract)
    if (known.size >= keptContracts) known.clear()
    known.set(key, reading)
    reading.catch(() => known.delete(key))
    return reading
  }
}

async function readFacts(ask: Ask, contract: string): Promise<TokenFacts> {
  const call = async (data: Hex): Promise<Hex | undefined> => {
    try {
      return (await ask('eth_call', [{ to: contract, data }, 'latest'], bytes)) as Hex
    } catch (error) {
      // The contract has no such function. A node that cannot be reached says nothing about the contract.
      if (isUnreachable(error)) throw error
      return undefined
    }
  }
  const [symbol, name, decimals] = await Promise.all([
    call(selectors.symbol),
    call(selectors.name),
    call(selectors.decimals),
  ])
  return { symbol: textOf(symbol), name: textOf(name), decimals: decimalsOf(decimals) }
}

/** Whether the node said nothing about the contract: it couldn't be reached, or its answer can't be read. */
export function isUnreachable(error: unknown): boolean {
  return !(error instanceof ViemError) || error.walk((cause) => cause instanceof HttpRequestError) !== null
}

/** A string, or 32 bytes padded with zeros, as the oldest tokens answer. */
function textOf(answer: Hex | undefined): string {
  if (answer === undefined || answer === '0x' || answer.length > answerLength) return ''
  try {
    if (answer.length === 66) return visibleText(readBytes32(answer))
    return visibleText(decodeAbiParameters([{ type: 'string' }], answer)[0])
  } catch {
    // Not a text: the contract is shown by its address.
    return ''
  }
}

function readBytes32(answer: Hex): string {
  const pairs = answer.slice(2).match(/../g) ?? []
  // no money: bytes of text
  const numbers = pairs.map((pair) => Number.parseInt(pair, 16))
  const end = numbers.indexOf(0)
  return new TextDecoder().decode(Uint8Array.from(end === -1 ? numbers : numbers.slice(0, end)))
}

/** One short line without control characters and without what turns the direction of text. */
export function visibleText(text: string): string {
  const line = text
    .slice(0, 1_000)
    .replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\p{Cf}\p{Cs}\p{Co}]+/gu, '')
    .replace(/(\p{M}{2})\p{M}+/gu, '$1')
    .trim()
  return [...line].slice(0, textLength).join('').trim()
}

function decimalsOf(answer: Hex | undefined): number | undefined {
  if (answer === undefined || answer.length !== 66) return undefined
  const value = BigInt(answer)
  // no money: places behind the point
  return value <= 255n ? Number(value) : undefined
}
