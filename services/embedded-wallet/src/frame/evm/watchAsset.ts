import { FrameError } from '@latchkey/plugin-email-auth/protocol'
import { BaseError, erc20Abi, type Hex, HttpRequestError, RpcRequestError, TimeoutError } from 'viem'
import * as z from 'zod/mini'
import { invalidParams, readParams } from '../readParams.js'
import { askedBy, type Fact, networkFact } from '../facts.js'
import { isSaneSymbol } from './isSaneSymbol.js'
import { clientOf, nodeError } from './node.js'
import { addressOn, type EvmContext, quantity } from './shapes.js'
import { say } from '../../words/say.js'

const decimals = z.union([
  z.number().check(z.int(), z.gte(0), z.lte(255)),
  z.pipe(
    z.string().check(z.regex(/^\d{1,3}$/)),
    z.transform((text: string) => Number(text)),
  ),
])
const symbolText = z.string().check(z.minLength(1), z.maxLength(64))
/** Ignores the picture that an app names, which proves nothing about the token. */
const shapeOn = (address: ReturnType<typeof addressOn>) =>
  z.object({
    type: z.string().check(z.maxLength(64)),
    options: z.object({
      address,
      symbol: z.optional(symbolText),
      decimals: z.optional(decimals),
      chainId: z.optional(z.union([quantity, z.number().check(z.int(), z.positive())])),
    }),
  })

/**
 * `wallet_watchAsset` (EIP-747): asks the person whether a token may be shown among theirs. Symbol and decimals are the
 * contract's own; an app that says otherwise is refused, because scams show a token under another token's name.
 *
 * @throws FrameError 4200 for another type than ERC20, -32602 when it isn't a token on the network, 4001 when the person declines
 */
export async function watchAsset(params: unknown, context: EvmContext): Promise<true> {
  const { type, options } = readParams(shapeOn(addressOn(context.chainId)), params)
  if (type !== 'ERC20') {
    throw new FrameError('not_available', 'This wallet adds tokens of the type ERC20 only.', {
      rpcCode: 4200,
    })
  }
  if (options.chainId !== undefined && Number(options.chainId) !== context.chainId) {
    throw invalidParams(
      `params.options.chainId: The wallet is on the network ${context.chainId}. Switch first.`,
    )
  }
  const token = await readToken(options.address as Hex, context)
  requireSame('symbol', options.symbol, token.symbol)
  requireSame('decimals', options.decimals, token.decimals)
  await context.screen.ask(
    {
      view: 'approve',
      title: say`Add a token`,
      text: say`Adding a token shows it among yours. It moves nothing.`,
      warning: say`Anyone can make a token with any symbol. Compare its address with one that you trust.`,
      facts: [
        askedBy(context),
        factOfSymbol(token.symbol),
        { name: say`Address`, value: options.address },
        { name: say`Decimals`, value: String(token.decimals) },
        networkFact(`eip155:${context.chainId}`, context.app),
      ],
      accept: say`Add`,
      refuse: say`Decline`,
    },
    context.signal,
  )
  return true
}

/** The contract writes it, and could write lines of its own. A token can be told by its address, too. */
const factOfSymbol = (symbol: string): Fact =>
  isSaneSymbol(symbol)
    ? { name: say`Symbol`, value: symbol }
    : { name: say`Symbol`, value: say`Not shown: it has unusual characters`, isWarning: true }

interface Token {
  readonly symbol: string
  readonly decimals: number
}

async function readToken(token: Hex, context: EvmContext): Promise<Token> {
  const client = clientOf(context)
  const read = <Name extends 'symbol' | 'decimals'>(functionName: Name) =>
    client.readContract({ address: token, abi: erc20Abi, functionName })
  try {
    const [symbol, places] = await Promise.all([read('symbol'), read('decimals')])
    return { symbol: readParams(symbolText, symbol), decimals: Number(places) }
  } catch (cause) {
    if (isFaultOfNode(cause)) throw nodeError(cause)
    throw invalidParams(
      'params.options.address: There is no ERC-20 token with a symbol at this address.',
      cause,
    )
  }
}

/** Whether the node couldn't be reached, or failed. A contract that reverts or answers with something else doesn't count. */
function isFaultOfNode(cause: unknown): boolean {
  if (!(cause instanceof BaseError)) return false
  const isFault = (error: unknown) =>
    error instanceof HttpRequestError ||
    error instanceof TimeoutError ||
    (error instanceof RpcRequestError && error.code !== 3 && !/revert/i.test(error.details))
  return cause.walk(isFault) !== null
}

function requireSame(name: keyof Token, said: string | number | undefined, found: string | number): void {
  if (said === undefined || said === found) return
  throw invalidParams(
    `params.options.${name}: The contract says ${JSON.stringify(found)}, not ${JSON.stringify(said)}.`,
  )
}
