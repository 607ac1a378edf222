import { type EvmStack, startEvm } from '../../../../devstack/src/evm/index.js'
import { TokenFacts } from '@latchkey/kernel/contracts'
import { encodeAbiParameters, type Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerJson, setUpCapabilities, startServer } from '../../test/support.js'

let stack: EvmStack
beforeAll(async () => {
  stack = await startEvm()
})
afterAll(() => stack?.stop())

const text = (value: string) => encodeAbiParameters([{ type: 'string' }], [value])
const number = (value: bigint) => encodeAbiParameters([{ type: 'uint256' }], [value])
/** `symbol`, `name`, `decimals` and `balanceOf` by their selectors. */
const sound: Readonly<Record<string, Hex>> = {
  '0x95d89b41': text('TKN'),
  '0x06fdde03': text('Token'),
  '0x313ce567': number(6n),
  '0x70a08231': number(0n),
}

/** A node whose one contract answers with these bytes, and reverts where it has none. */
async function readAnswers(answers: Readonly<Record<string, Hex | undefined>>) {
  const answerOne = ({ id, method, params }: { id: number; method: string; params: [{ data: string }] }) => {
    const result = method === 'eth_chainId' ? '0x7a69' : answers[params[0].data.slice(0, 10)]
    const error = { code: 3, message: 'execution reverted', data: '0x' }
    return { jsonrpc: '2.0', id, ...(result === undefined ? { error } : { result }) }
  }
  const server = await startServer((body, response) =>
    answerJson(response, Array.isArray(body) ? body.map(answerOne) : answerOne(body as never)),
  )
  const { get, networkId, account } = setUpCapabilities([stack], { rpcUrls: { [stack.chainId]: server.url } })
  return get(TokenFacts)
    .read({ networkId, token: stack.tokens.usd.address, address: account.address })
    .finally(() => server.stop())
}

it('reads what a token says of itself, however its address is written', async () => {
  const { get, networkId, account } = setUpCapabilities([stack])
  const { usd } = stack.tokens
  for (const token of [usd.address, usd.address.toLowerCase()]) {
    const found = await get(TokenFacts).read({ networkId, token, address: account.address })
    expect(found).toMatchObject({ address: usd.address, symbol: usd.symbol, decimals: usd.decimals })
  }
})

describe('what is no token', () => {
  it.each([
    ['an account without code', () => stack.accounts[3]!.address],
    ['another contract', () => stack.chain.contracts?.multicall3?.address ?? '0x'],
    ['a text that is no address', () => 'token'],
  ])('is told for %s', async (_, token) => {
    const { get, networkId, account } = setUpCapabilities([stack])
    const reading = get(TokenFacts).read({ networkId, token: token(), address: account.address })
    await expect(reading).rejects.toMatchObject({ code: 'TOKEN_NOT_FOUND' })
  })

  it.each(Object.keys(sound).filter((selector) => selector !== '0x06fdde03'))(
    'is a contract that does not answer %s, or not with what it is for',
    async (selector) => {
      for (const answer of [undefined, '0x', '0x01', `0x${'ff'.repeat(33)}`] as const) {
        const reading = readAnswers({ ...sound, [selector]: answer })
        await expect(reading, String(answer)).rejects.toMatchObject({ code: 'TOKEN_NOT_FOUND' })
      }
    },
  )

  it('is a token with 0 decimals, which somebody may have added on purpose', async () => {
    expect(await readAnswers({ ...sound, '0x313ce567': number(0n) })).toMatchObject({ decimals: 0 })
  })

  it.each([78n, 256n, 2n ** 256n - 1n])('is one with %s decimals', async (decimals) => {
    const reading = readAnswers({ ...sound, '0x313ce567': number(decimals) })
    await expect(reading).rejects.toMatchObject({ code: 'TOKEN_NOT_FOUND' })
  })

  it('says so in a sentence', async () => {
    const reading = readAnswers({})
    await expect(reading).rejects.toMatchObject({
      shortMessage: expect.stringMatching(/^Couldn’t find a token at this address on .+\. Check both\.$/),
    })
  })
})

it('makes one short line of what a stranger wrote', async () => {
  const symbol = `\u202e<b>A</b>\n\u0000${'B'.repeat(500)}`
  const found = await readAnswers({ ...sound, '0x95d89b41': text(symbol), '0x06fdde03': undefined })
  expect(found.symbol).toMatch(/^<b>A<\/b> B{55}$/)
  expect(found).not.toHaveProperty('name')
})

it('reads no text out of megabytes', async () => {
  const reading = readAnswers({ ...sound, '0x95d89b41': text('A'.repeat(1_000_000)) })
  await expect(reading).rejects.toMatchObject({ code: 'TOKEN_NOT_FOUND' })
})

it('tells a node that cannot be reached from a contract that is none', async () => {
  const { get, networkId, account } = setUpCapabilities([stack], {
    rpcUrls: { [stack.chainId]: 'http://127.0.0.1:1' },
  })
  const reading = get(TokenFacts).read({
    networkId,
    token: stack.tokens.usd.address,
    address: account.address,
  })
  await expect(reading).rejects.toMatchObject({ code: 'HTTP_UNREACHABLE' })
})
