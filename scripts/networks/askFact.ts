import { askAsPage } from './askAsPage.js'
import { askContract, askEsplora, askEvmNode, askPolkadotNode, askSolanaNode } from './askNode.js'
import { askPage } from './askPage.js'
import type { Fact, Question } from './fact.js'
import { type Outcome, WrongAnswer } from './outcome.js'

export interface AskOptions {
  /** Of the page in whose name it is asked. */
  readonly origin: string
  /** Milliseconds after which an endpoint counts as too slow. */
  readonly patience: number
}

/** Asks whether a fact still holds. Never throws: whatever goes wrong is the outcome. */
export async function askFact({ urls, question }: Fact, options: AskOptions): Promise<Outcome> {
  let last: Outcome = { milliseconds: 0, problem: 'has no address to ask' }
  for (const url of urls) {
    last = await askOne(url, question, options)
    if (last.problem === undefined) return last
  }
  return last
}

async function askOne(url: string, question: Question, { origin, patience }: AskOptions): Promise<Outcome> {
  const start = performance.now()
  const signal = AbortSignal.timeout(patience)
  const spent = () => Math.round(performance.now() - start)
  try {
    await ask(url, question, { origin, signal })
    return { milliseconds: spent() }
  } catch (error) {
    return { milliseconds: spent(), problem: wordsOf(error, signal, patience) }
  }
}

function ask(url: string, question: Question, tools: { origin: string; signal: AbortSignal }): Promise<void> {
  switch (question.kind) {
    case 'evm':
      return askEvmNode(url, question.chainId, tools)
    case 'contract':
      return askContract(url, question.address, question.call, tools)
    case 'solana':
      return askSolanaNode(url, question.genesis, tools)
    case 'esplora':
      return askEsplora(url, question.genesis, tools)
    case 'polkadot':
      return askPolkadotNode(url, question.genesis, tools)
    case 'page':
      return askPage(url, question.stays ?? false, tools.signal)
    case 'service':
      return askService(url, question.wantsKey ?? false, tools)
  }
}

/** A service that is known to want a key answers rightly when it says so. */
async function askService(
  url: string,
  isKeyKnown: boolean,
  tools: { origin: string; signal: AbortSignal },
): Promise<void> {
  try {
    await askAsPage({ url, ...tools })
  } catch (error) {
    if (!(isKeyKnown && error instanceof WrongAnswer && error.message === 'wants a key')) throw error
  }
}

function wordsOf(error: unknown, signal: AbortSignal, patience: number): string {
  if (error instanceof WrongAnswer) return error.message
  if (signal.aborted) return `too slow: no answer in ${patience} ms`
  const cause = error instanceof Error ? (error.cause ?? error) : error
  const { code, message } = cause as { code?: unknown; message?: unknown }
  return `not reached: ${String(code ?? message ?? cause)}`
}
