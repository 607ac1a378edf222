// A service that speaks Jupiter's protocol and answers as it is told. Not published.
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { loadSolanaTokens } from '@latchkey/plugin-solana'

const { associatedTokenAddress, tokenProgram } = await loadSolanaTokens()

export const jupiter = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4'
export const wrapped = 'So11111111111111111111111111111111111111112'
export const usd = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
export const gold = 'JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN'
export const trader = 'BQ72nSv9f3PRyRKCBnHLVrerrv37CYTHm5h3s9VSGQDV'
export const thief = '2AQdpHJ2JpcEgPiATUXjQxA8QmafFegfQwSLWSprPicm'
export const systemProgram = '11111111111111111111111111111111'
export const associatedProgram = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'

export interface WireInstruction {
  programId: string
  accounts: { pubkey: string; isSigner: boolean; isWritable: boolean }[]
  data: string
}

const text = (bytes: readonly number[]) => Buffer.from(bytes).toString('base64')
const number = (value: bigint, length: number) =>
  Array.from({ length }, (_, index) => Number((value >> BigInt(8 * index)) & 255n))
/** `w` writes, `s` signs. */
const accounts = (...list: readonly (readonly [string, string?])[]) =>
  list.map(([pubkey, flags = '']) => ({
    pubkey,
    isSigner: flags.includes('s'),
    isWritable: flags.includes('w'),
  }))
export const placeOf = (owner: string, mint: string) => associatedTokenAddress(owner, mint, tokenProgram)

export const openAccount = (mint: string, owner = trader, payer = trader): WireInstruction => ({
  programId: associatedProgram,
  accounts: accounts(
    [payer, 'sw'],
    [placeOf(owner, mint), 'w'],
    [owner],
    [mint],
    [systemProgram],
    [tokenProgram],
  ),
  data: text([1]),
})
export const pay = (to: string, lamports: bigint): WireInstruction => ({
  programId: systemProgram,
  accounts: accounts([trader, 'sw'], [to, 'w']),
  data: text([...number(2n, 4), ...number(lamports, 8)]),
})
export const count = (): WireInstruction => ({
  programId: tokenProgram,
  accounts: accounts([placeOf(trader, wrapped), 'w']),
  data: text([17]),
})
export const closeAccount = (place = placeOf(trader, wrapped), to = trader): WireInstruction => ({
  programId: tokenProgram,
  accounts: accounts([place, 'w'], [to, 'w'], [trader, 's']),
  data: text([9]),
})
export const approve = (mint: string, delegate: string, amount: bigint): WireInstruction => ({
  programId: tokenProgram,
  accounts: accounts([placeOf(trader, mint), 'w'], [delegate], [trader, 's']),
  data: text([4, ...number(amount, 8)]),
})
export const setAuthority = (mint: string, to: string): WireInstruction => ({
  programId: tokenProgram,
  accounts: accounts([placeOf(trader, mint), 'w'], [trader, 's']),
  data: text([6, 2, 1, ...Buffer.from(to).subarray(0, 32)]),
})

export interface Order {
  readonly sell: string
  readonly buy: string
  readonly amount: bigint
  readonly quoted: bigint
  readonly slippage: bigint
  readonly program?: string
  readonly source?: string
  readonly destination?: string
  readonly other?: string
  readonly authority?: string
  readonly platformFee?: bigint
  /** Kept of what a price that got better brings. The newer forms only. */
  readonly positiveSlippageFee?: bigint
}

/** As both older forms say them behind their plan. */
export const termsBehind = ({ amount, quoted, slippage, platformFee = 0n }: Order) =>
  new Uint8Array([
    ...number(amount, 8),
    ...number(quoted, 8),
    ...number(slippage, 2),
    ...number(platformFee, 1),
  ])
/** One market that does all of it: `RoutePlanStep` of an enum, 100 %, from the first place to the second. */
const plan = [1, 0, 0, 0, 7, 100, 0, 1]

/** `route`: between token accounts of the trader. */
export const route = (order: Order): WireInstruction => {
  const { sell, buy, program = jupiter, authority = trader, other = program } = order
  const { source = placeOf(trader, sell), destination = placeOf(trader, buy) } = order
  return {
    programId: program,
    accounts: accounts(
      ...([[tokenProgram], [authority, 's'], [source, 'w'], [destination, 'w']] as const),
      ...([[other], [buy], [program]] as const),
    ),
    data: text([229, 23, 203, 151, 122, 227, 173, 42, ...plan, ...termsBehind(order)]),
  }
}

/** `shared_accounts_route`: through token accounts of the program. */
export const sharedRoute = (order: Order): WireInstruction => {
  const { sell, buy, program = jupiter, authority = trader } = order
  const { source = placeOf(trader, sell), destination = placeOf(trader, buy) } = order
  return {
    programId: program,
    accounts: accounts(
      ...([[tokenProgram], [thief], [authority, 's'], [source, 'w']] as const),
      ...([
        [placeOf(thief, sell), 'w'],
        [placeOf(thief, buy), 'w'],
        [destination, 'w'],
      ] as const),
      ...([[sell], [buy], [program], [program]] as const),
    ),
    data: text([193, 32, 155, 51, 65, 214, 156, 129, 3, ...plan, ...termsBehind(order)]),
  }
}

/** The terms that both newer forms hold before their plan. */
const terms = ({ amount, quoted, slippage, platformFee = 0n, positiveSlippageFee = 0n }: Order) => [
  ...number(amount, 8),
  ...number(quoted, 8),
  ...number(slippage, 2),
  ...number(platformFee, 2),
  ...number(positiveSlippageFee, 2),
]
/** One market in the newer form: parts of 10,000 in place of percent. */
const planV2 = [1, 0, 0, 0, 7, ...number(10_000n, 2), 0, 1]

/** `route_v2`: between token accounts of the trader. */
export const routeV2 = (order: Order): WireInstruction => {
  const { sell, buy, program = jupiter, authority = trader, other = program } = order
  const { source = placeOf(trader, sell), destination = placeOf(trader, buy) } = order
  return {
    programId: program,
    accounts: accounts(
      ...([[authority, 's'], [source, 'w'], [destination, 'w'], [sell], [buy]] as const),
      ...([[tokenProgram], [tokenProgram], [other], [program], [program]] as const),
    ),
    data: text([187, 100, 250, 204, 49, 196, 175, 20, ...terms(order), ...planV2]),
  }
}

/** `shared_accounts_route_v2`: through token accounts of the program. */
export const sharedRouteV2 = (order: Order): WireInstruction => {
  const { sell, buy, program = jupiter, authority = trader } = order
  const { source = placeOf(trader, sell), destination = placeOf(trader, buy) } = order
  return {
    programId: program,
    accounts: accounts(
      ...([[thief], [authority, 's'], [source, 'w'], [placeOf(thief, sell), 'w']] as const),
      ...([[placeOf(thief, buy), 'w'], [destination, 'w'], [sell], [buy]] as const),
      ...([[tokenProgram], [tokenProgram], [program], [program]] as const),
    ),
    data: text([209, 152, 83, 147, 124, 254, 216, 233, 3, ...terms(order), ...planV2]),
  }
}

export interface InstructionsAnswer {
  setupInstructions: WireInstruction[]
  swapInstruction: WireInstruction
  otherInstructions?: WireInstruction[]
  cleanupInstruction?: WireInstruction
}

/** What an honest service answers for an order. */
export function instructionsFor(
  order: Order,
  form: (order: Order) => WireInstruction = routeV2,
): InstructionsAnswer {
  const sellsCoin = order.sell === wrapped
  const usesCoin = sellsCoin || order.buy === wrapped
  return {
    setupInstructions: [
      ...(sellsCoin ? [openAccount(wrapped), pay(placeOf(trader, wrapped), order.amount), count()] : []),
      openAccount(order.buy),
    ],
    swapInstruction: form(order),
    ...(usesCoin ? { cleanupInstruction: closeAccount() } : {}),
  }
}

export interface Asked {
  readonly method: string
  readonly url: URL
  readonly body: unknown
  readonly headers: IncomingMessage['headers']
}
type Answer = { readonly status?: number; readonly headers?: Record<string, string>; readonly body: unknown }

export async function startJupiter(answer: (asked: Asked, count: number) => Answer) {
  const asked: Asked[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const sent = Buffer.concat(chunks).toString()
    const one: Asked = {
      method: request.method ?? '',
      url: new URL(request.url ?? '/', 'http://service'),
      body: sent ? JSON.parse(sent) : undefined,
      headers: request.headers,
    }
    asked.push(one)
    const { status = 200, headers = {}, body } = answer(one, asked.length)
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
