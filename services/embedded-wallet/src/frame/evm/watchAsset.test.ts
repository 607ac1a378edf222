// EIP-747 against a node: compares what an app says about a token with the contract, and the person decides.
import { encodeAbiParameters, type Hex, size, toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startEvm } from '../../../../../devstack/src/index.js'
import { createEvmContext } from '../../../test/evmContext.js'
import { FrameError } from '@latchkey/plugin-email-auth/protocol'
import { answerEvm } from './answerEvm.js'

let node: Awaited<ReturnType<typeof startEvm>>
let usd: Hex
beforeAll(async () => {
  node = await startEvm()
  usd = node.tokens.usd.address
}, 120_000)
afterAll(() => node.stop())

const ask = (params: unknown, context = createEvmContext({ rpcUrl: node.url })) =>
  answerEvm('wallet_watchAsset', params, context.context).then(
    (value) => ({ value, shown: context.shown }),
    ({ rpcCode, message }: FrameError) => ({ rpcCode, message, shown: context.shown }),
  )

/** A contract that answers every call with the same text, as `symbol`; as `decimals` the text’s first word, 32. */
async function deployHostile(symbol: string): Promise<Hex> {
  const address = toHex(BigInt(symbol.length) + 0xbad0000n, { size: 20 })
  const answer = encodeAbiParameters([{ type: 'string' }], [symbol])
  const code = `0x61${toHex(size(answer), { size: 2 }).slice(2)}80600c6000396000f3${answer.slice(2)}`
  await node.client.request({ method: 'anvil_setCode' as never, params: [address, code] as never })
  return address
}

describe('wallet_watchAsset', () => {
  test.each([
    ['an address alone', {}],
    ['what the contract says, too', { symbol: 'USD', decimals: 6 }],
    ['decimals as text, as old apps write them', { decimals: '6' }],
    ['a picture, which is not looked at', { image: 'https://tracker.example/logo.svg' }],
    ['the network that the wallet is on', { chainId: '0x7a69' }],
  ])('asks the person for a token by %s', async (_, given) => {
    const symbol = await node.client.readContract({
      address: usd,
      abi: [
        {
          type: 'function',
          name: 'symbol',
          inputs: [],
          outputs: [{ type: 'string' }],
          stateMutability: 'view',
        },
      ],
      functionName: 'symbol',
    })
    const options = { address: usd, ...given, ...('symbol' in given ? { symbol } : {}) }
    const { value, shown } = (await ask({ type: 'ERC20', options })) as any
    expect(value).toBe(true)
    expect(shown).toHaveLength(1)
    expect(shown[0].facts).toEqual([
      { name: 'Asked by', value: 'https://app.example.com', kind: 'asker' },
      { name: 'Symbol', value: symbol },
      { name: 'Address', value: usd },
      { name: 'Decimals', value: '6' },
      { name: 'Network', value: 'Network 31337' },
    ])
    expect(JSON.stringify(shown)).not.toContain('tracker')
  })

  test.each([
    ['breaks its line', 'USDC\nAddress: the real one'],
    ['is longer than symbols are', 'USDC, the one that you trust'],
  ])('shows no symbol that %s', async (_, symbol) => {
    const { shown } = (await ask({ type: 'ERC20', options: { address: await deployHostile(symbol) } })) as any
    expect(shown[0].facts).toContainEqual({
      name: 'Symbol',
      value: 'Not shown: it has unusual characters',
      isWarning: true,
    })
    expect(JSON.stringify(shown[0].facts)).not.toContain(symbol.slice(-5))
  })

  const nobody = `0x${'1'.repeat(40)}`
  test.each<[string, () => unknown, number]>([
    [
      'another symbol than the contract’s',
      () => ({ type: 'ERC20', options: { address: usd, symbol: 'USDC!' } }),
      -32602,
    ],
    ['other decimals', () => ({ type: 'ERC20', options: { address: usd, decimals: 18 } }), -32602],
    ['an account without code', () => ({ type: 'ERC20', options: { address: nobody } }), -32602],
    [
      'a contract that is no token',
      () => ({ type: 'ERC20', options: { address: node.contracts.multicall3 } }),
      -32602,
    ],
    ['another network', () => ({ type: 'ERC20', options: { address: usd, chainId: 1 } }), -32602],
    [
      'a wrong checksum',
      () => ({ type: 'ERC20', options: { address: `0xA${usd.slice(3).toLowerCase()}` } }),
      -32602,
    ],
    ['an address that is none', () => ({ type: 'ERC20', options: { address: 'me' } }), -32602],
    ['decimals that are none', () => ({ type: 'ERC20', options: { address: usd, decimals: 6.5 } }), -32602],
    ['decimals below zero', () => ({ type: 'ERC20', options: { address: usd, decimals: -1 } }), -32602],
    [
      'a symbol of a thousand letters',
      () => ({ type: 'ERC20', options: { address: usd, symbol: 'x'.repeat(1000) } }),
      -32602,
    ],
    ['an NFT', () => ({ type: 'ERC721', options: { address: usd, tokenId: '1' } }), 4200],
    ['a type of another name', () => ({ type: '__proto__', options: { address: usd } }), 4200],
    ['no options', () => ({ type: 'ERC20' }), -32602],
    ['a list', () => [{ type: 'ERC20', options: { address: usd } }], -32602],
    ['nothing', () => undefined, -32602],
  ])('refuses %s, and nobody is asked', async (_, params, rpcCode) => {
    const asked = await ask(params())
    expect(asked).toMatchObject({ rpcCode, shown: [] })
  })

  test('shows nothing of a hostile symbol, and refuses one that is too long or empty', async () => {
    const script = '<img src=x onerror=alert(1)>\u202e'
    const address = await deployHostile(script)
    const { value, shown } = (await ask({ type: 'ERC20', options: { address } })) as any
    expect(value).toBe(true)
    expect(JSON.stringify(shown)).not.toContain('img')
    for (const symbol of ['', 'x'.repeat(10_000)]) {
      const options = { address: await deployHostile(symbol) }
      expect(await ask({ type: 'ERC20', options })).toMatchObject({ rpcCode: -32602, shown: [] })
    }
  })

  test('says that the node was not reached, and adds nothing', async () => {
    const context = createEvmContext({ rpcUrl: 'http://127.0.0.1:1' })
    const asked = await ask({ type: 'ERC20', options: { address: usd } }, context)
    expect(asked).toMatchObject({ rpcCode: -32603, shown: [] })
  })

  test('that the person declines has the number of a refusal', async () => {
    const declined = new FrameError('user_rejected', 'The request was declined.')
    const context = createEvmContext({ rpcUrl: node.url, screen: { ask: () => Promise.reject(declined) } })
    const asked = answerEvm(
      'wallet_watchAsset',
      { type: 'ERC20', options: { address: usd } },
      context.context,
    )
    await expect(asked).rejects.toBe(declined)
  })
})
